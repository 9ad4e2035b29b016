package br.com.kobana.mcp.interop;

import br.com.kobana.mcp.testing.RunningGateway;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * The official conformance suite, on the scenarios that need nothing but the product. Which those
 * are, and which checks are not expected to pass and why, stands in {@code
 * src/test/node/conformance/scenarios.yml}.
 */
class ConformanceTest {
  private static final Duration LIMIT = Duration.ofMinutes(3);

  @TestFactory
  Stream<DynamicTest> scenariosWithoutFixturesPass() {
    return NodePrograms.tests(ConformanceTest::use);
  }

  private static Stream<DynamicTest> use(NodePrograms node) {
    String port = freePort();
    Map<String, String> settings =
        Map.of(
            "mcp.rate-limit.reads-per-hour",
            "100000",
            "mcp.allowed-origins",
            "http://localhost:" + port);
    try (RunningGateway gateway = RunningGateway.start(settings)) {
      return Report.of(
              node.run(
                  "conformance.mjs",
                  LIMIT,
                  gateway.url(),
                  "sandbox-full",
                  port,
                  node.output("conformance").toString(),
                  "own"))
          .tests();
    }
  }

  private static String freePort() {
    try {
      return Integer.toString(RunningGateway.freePort());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
