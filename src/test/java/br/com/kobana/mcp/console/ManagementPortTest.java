package br.com.kobana.mcp.console;

import static org.assertj.core.api.Assertions.assertThat;

import br.com.kobana.mcp.testing.LoggedLines;
import br.com.kobana.mcp.testing.RunningGateway;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What the management port serves without a login, by where it is bound. */
class ManagementPortTest {
  @RegisterExtension
  private final LoggedLines console = LoggedLines.of("br.com.kobana.mcp.console.Console");

  private static int status(RunningGateway gateway, String path, String... headers)
      throws Exception {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create("http://localhost:" + gateway.managementPort() + path));
    if (headers.length > 0) {
      request.headers(headers);
    }
    return HttpClient.newHttpClient()
        .send(request.build(), HttpResponse.BodyHandlers.discarding())
        .statusCode();
  }

  @Test
  void withoutUsersThereIsNoConsoleAndOneLineSaysSo() throws Exception {
    try (RunningGateway gateway = RunningGateway.start(Map.of())) {
      for (String path :
          new String[] {"/hawtio", "/hawtio/", "/hawtio/jolokia/version", "/jolokia"}) {
        assertThat(status(gateway, path)).as(path).isEqualTo(404);
      }
      assertThat(status(gateway, "/observe/metrics")).isEqualTo(200);
    }
    assertThat(console.lines()).containsExactly("INFO console: off, mcp.console.users is empty");
  }

  @Test
  void beyondLoopbackMetricsNeedALoginAndHealthDoesNot() throws Exception {
    String hash = new Passwords(new SecureRandom()).hash("management-password");
    String login =
        "Basic " + Base64.getEncoder().encodeToString("vi:management-password".getBytes("UTF-8"));
    try (RunningGateway gateway =
        RunningGateway.start(
            Map.of("mcp.management.host", "0.0.0.0", "mcp.console.users", "vi:viewer:" + hash))) {
      assertThat(status(gateway, "/observe/health/live")).isEqualTo(200);
      assertThat(status(gateway, "/observe/metrics")).isEqualTo(401);
      assertThat(status(gateway, "/observe/metrics", "Authorization", login)).isEqualTo(200);
    }
  }

  @Test
  void whoGuessesIsToldToWait() throws Exception {
    String hash = new Passwords(new SecureRandom()).hash("management-password");
    String wrong = "Basic " + Base64.getEncoder().encodeToString("vi:guess".getBytes("UTF-8"));
    try (RunningGateway gateway =
        RunningGateway.start(Map.of("mcp.console.users", "vi:viewer:" + hash))) {
      for (int i = 0; i < Logins.FAILURES; i++) {
        assertThat(status(gateway, "/hawtio/", "Authorization", wrong)).isEqualTo(401);
      }
      assertThat(status(gateway, "/hawtio/", "Authorization", wrong)).isEqualTo(429);
      assertThat(status(gateway, "/observe/health", "Authorization", wrong)).isEqualTo(200);
    }
  }

  @Test
  void metricsAreOpenBeyondLoopbackWhereTheSettingSaysSo() throws Exception {
    try (RunningGateway gateway =
        RunningGateway.start(
            Map.of("mcp.management.host", "0.0.0.0", "mcp.management.open", "health,metrics"))) {
      assertThat(status(gateway, "/observe/metrics")).isEqualTo(200);
      assertThat(status(gateway, "/hawtio/")).isEqualTo(404);
    }
  }
}
