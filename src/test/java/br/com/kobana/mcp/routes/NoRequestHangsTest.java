package br.com.kobana.mcp.routes;

import static org.assertj.core.api.Assertions.assertThat;

import br.com.kobana.mcp.testing.EditedRoutes;
import br.com.kobana.mcp.testing.McpClient;
import br.com.kobana.mcp.testing.RunningGateway;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever a step inserted by a team does, the client gets a clear answer in time. */
class NoRequestHangsTest {
  @TempDir Path directory;

  @ParameterizedTest
  @ValueSource(strings = {"loop", "worker"})
  void aStepThatThrowsIsAnInternalErrorWithTheId(String threading) {
    try (RunningGateway gateway = with("Throws", threading)) {
      McpClient.Answer answer = ping(gateway);
      assertThat(answer.status()).isEqualTo(500);
      assertThat(answer.json().at("/error/code").intValue()).isEqualTo(-32603);
      assertThat(answer.json().toString()).doesNotContain("secret-of-the-step");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"loop", "worker"})
  void aStepThatNeverCallsBackEndsWithTheTimeOut(String threading) {
    try (RunningGateway gateway = with("NeverCallsBack", threading)) {
      McpClient.Answer answer = ping(gateway);
      assertThat(answer.status()).isEqualTo(504);
      assertThat(answer.json().at("/error/message").textValue()).contains("took too long");
      assertThat(gateway.parts().inFlight()).isZero();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"loop", "worker"})
  void aStepThatBlocksIsAnsweredAndTheLoopGoesOn(String threading) {
    try (RunningGateway gateway = with("Blocks", threading)) {
      McpClient.Answer answer = ping(gateway);
      assertThat(answer.status()).isIn(500, 504);
      assertThat(answer.json().at("/error/code").intValue()).isEqualTo(-32603);
      // The same connection's loop serves what does not pass the blocking step.
      assertThat(metadata(gateway)).contains("authorization_servers");
    }
  }

  /** The step stands after {@code authenticate}. */
  private RunningGateway with(String step, String threading) {
    EditedRoutes routes =
        EditedRoutes.in(directory)
            .insertAfter(
                "mcp.camel.yaml",
                "authenticate",
                """
                        - process:
                            id: misbehaving
                            description: A step of a team
                            ref: misbehaving
                """)
            .write(
                "beans.camel.yaml",
                """
                - beans:
                    - name: misbehaving
                      type: br.com.kobana.mcp.routes.Misbehaving$%s
                """
                    .formatted(step));
    return RunningGateway.start(
        Map.of(
            "mcp.routes.directory",
            routes.directory().toString(),
            "mcp.request-timeout-ms",
            "1500",
            "mcp.threading",
            threading,
            "mcp.stop.drain-s",
            "1"));
  }

  private static McpClient.Answer ping(RunningGateway gateway) {
    return new McpClient(gateway.url(), "sandbox-full").call("ping", "");
  }

  private static String metadata(RunningGateway gateway) {
    return br.com.kobana.mcp.testing.Http.get(
        "http://localhost:" + gateway.port() + "/.well-known/oauth-protected-resource");
  }
}
