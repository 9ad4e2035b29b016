package br.com.kobana.mcp.interop;

import br.com.kobana.mcp.testing.CheckingProxy;
import br.com.kobana.mcp.testing.RunningGateway;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** The command line of the official Inspector uses the gateway in both eras. */
class InspectorTest {
  private static final Duration LIMIT = Duration.ofMinutes(5);

  private static final Map<String, String> SETTINGS =
      Map.of("mcp.rate-limit.reads-per-hour", "100000", "mcp.tools.page-size", "100");

  @TestFactory
  Stream<DynamicTest> theInspectorFindsWhatItLooksFor() {
    return NodePrograms.tests(
        node -> {
          try (RunningGateway gateway = RunningGateway.start(SETTINGS);
              CheckingProxy proxy = CheckingProxy.before(gateway)) {
            return Report.of(
                    node.run(
                        "inspector.mjs",
                        LIMIT,
                        proxy.url(),
                        node.output("inspector-home").toString()))
                .tests(proxy);
          }
        });
  }
}
