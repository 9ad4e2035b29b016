package br.com.kobana.mcp.interop;

import br.com.kobana.mcp.testing.RunningGateway;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * The official conformance suite. What is not expected to pass, and why, stands in {@code
 * src/test/node/conformance}.
 */
class ConformanceTest {
  private static final Duration LIMIT = Duration.ofMinutes(5);

  @TempDir private Path directory;

  /** The product alone, check by check, on the scenarios that need nothing else. */
  @TestFactory
  Stream<DynamicTest> scenariosWithoutFixturesPass() {
    return NodePrograms.tests(
        node -> {
          String port = freePort();
          try (RunningGateway gateway = RunningGateway.start(settings(port))) {
            return run(node, "conformance.mjs", gateway, port);
          }
        });
  }

  /** The product with the suite's fixtures, as the suite's authors score it. */
  @TestFactory
  Stream<DynamicTest> theScoreIsWhatTheSeedsAllow() {
    return NodePrograms.tests(
        node -> {
          String port = freePort();
          try (RunningGateway gateway = FixtureGateway.start(directory, settings(port))) {
            return run(node, "official.mjs", gateway, port);
          }
        });
  }

  /** One run sends more messages than an hour allows. */
  private static Map<String, String> settings(String port) {
    return Map.of(
        "mcp.rate-limit.reads-per-hour",
        "100000",
        "mcp.allowed-origins",
        "http://localhost:" + port);
  }

  private static Stream<DynamicTest> run(
      NodePrograms node, String script, RunningGateway gateway, String port) {
    return Report.of(
            node.run(
                script,
                LIMIT,
                gateway.url(),
                "sandbox-full",
                port,
                node.output("conformance").toString()))
        .tests();
  }

  private static String freePort() {
    try {
      return Integer.toString(RunningGateway.freePort());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
