package br.com.kobana.mcp.wire;

import br.com.kobana.mcp.testing.RunningGateway;
import java.util.Optional;
import java.util.logging.Logger;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Runs every transcript under {@code src/test/resources/wire} against the running gateway. {@code
 * -Dwire=auth} runs those whose name contains {@code auth}.
 */
class WireTest {
  private static final Logger LOG = Logger.getLogger(WireTest.class.getName());

  @TestFactory
  Stream<DynamicTest> transcripts() {
    return against(RunningGateway.shared());
  }

  /** Every transcript against this gateway, whatever its settings. */
  static Stream<DynamicTest> against(RunningGateway gateway) {
    Target target = Target.of(gateway);
    Optional<SchemaCheck> schemas = SchemaCheck.atHand();
    if (schemas.isEmpty()) {
      LOG.warning("MCP schemas are not at hand: answers are not checked against them");
    }
    String only = System.getProperty("wire", "");
    return Transcripts.all().entrySet().stream()
        .filter(t -> t.getKey().contains(only))
        .map(
            t ->
                DynamicTest.dynamicTest(
                    t.getKey(),
                    () -> new TranscriptRun(t.getKey(), t.getValue(), target, schemas).run()));
  }
}
