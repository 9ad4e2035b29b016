package br.com.kobana.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import br.com.kobana.mcp.jsonrpc.Json;
import br.com.kobana.mcp.testing.Http;
import br.com.kobana.mcp.testing.McpClient;
import br.com.kobana.mcp.testing.RunningGateway;
import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** What the management port says of health, to probes and to people. */
class HealthTest {
  private static final String LIST =
      "{\"name\":\"banking_charge_bank_billet_list\",\"arguments\":{\"limit\":1}}";
  private static final String CANCEL =
      "{\"name\":\"banking_charge_bank_billet_cancel\",\"arguments\":{\"id\":\"60\"}}";

  @Test
  void aRunningGatewayIsLiveAndReady() throws Exception {
    try (RunningGateway gateway = RunningGateway.start(Map.of())) {
      Health live = health(gateway, "/live");
      assertThat(live.status()).isEqualTo(200);
      assertThat(live.check("live").path("status").asText()).isEqualTo("UP");
      Health ready = health(gateway, "/ready");
      assertThat(ready.status()).isEqualTo(200);
      assertThat(ready.check("ready").path("status").asText()).isEqualTo("UP");
      assertThat(ready.check("ready").at("/data/tools").asInt()).isEqualTo(289);
      assertThat(ready.check("ready").at("/data/routes").asText()).isEqualTo("started");
    }
  }

  /** Whoever follows readiness sends requests from the moment it says so. */
  @Test
  void aGatewayThatStartsIsReadyWhenItAnswersAndNotBefore() throws Exception {
    int port = RunningGateway.freePort();
    int management = RunningGateway.freePort();
    CompletableFuture<RunningGateway> starting =
        CompletableFuture.supplyAsync(
            () ->
                RunningGateway.start(
                    Map.of(
                        "mcp.port", Integer.toString(port),
                        "mcp.management.port", Integer.toString(management))));
    String ready = "http://127.0.0.1:" + management + "/observe/health/ready";
    await()
        .pollInterval(Duration.ofMillis(5))
        .atMost(Duration.ofSeconds(30))
        .ignoreExceptions()
        .until(() -> Http.reply(ready).status() == 200);
    McpClient client = new McpClient("http://localhost:" + port + "/mcp", "sandbox-full");
    assertThat(client.call("ping", "").status()).isEqualTo(200);
    starting.join().close();
  }

  @Test
  void aStoppedRouteIsNotReadyAndAlive() throws Exception {
    try (RunningGateway gateway = RunningGateway.start(Map.of())) {
      gateway.parts().camel().getRouteController().stopRoute("tools-list");
      Health ready = health(gateway, "/ready");
      assertThat(ready.status()).isEqualTo(503);
      assertThat(ready.check("ready").path("message").asText())
          .isEqualTo("Not started: tools-list");
      assertThat(health(gateway, "/live").status()).isEqualTo(200);
      gateway.parts().camel().getRouteController().startRoute("tools-list");
      assertThat(health(gateway, "/ready").status()).isEqualTo(200);
    }
  }

  @Test
  void anApiThatDoesNotAnswerIsDegradedAndReady() throws Exception {
    try (RunningGateway gateway = RunningGateway.start(Map.of())) {
      McpClient client = new McpClient(gateway.url(), "sandbox-bench");
      assertThat(client.call("tools/call", LIST).status()).isEqualTo(200);
      assertThat(health(gateway, "/ready").check("upstream").at("/data/degraded").asBoolean())
          .isFalse();
      gateway.sandbox(
          "PUT", "/sandbox/faults", "[{\"match\":\"GET /v1\",\"kind\":\"html\",\"status\":502}]");
      // Each read may be tried more than once.
      for (int i = 0; i < 5; i++) {
        client.call("tools/call", LIST);
      }
      Health ready = health(gateway, "/ready");
      assertThat(ready.status()).isEqualTo(200);
      assertThat(ready.check("upstream").at("/data/degraded").asBoolean()).isTrue();
      gateway.sandbox("DELETE", "/sandbox/faults", "");
    }
  }

  /** Between the signal and the end of the listening, whoever follows readiness has gone. */
  @Test
  void aGatewayThatLeavesIsNotReadyServesOnAndEndsItsConnections() throws Exception {
    try (RunningGateway gateway = RunningGateway.start(Map.of())) {
      McpClient client = new McpClient(gateway.url(), "sandbox-full");
      assertThat(client.call("ping", "").headers().firstValue("connection")).isEmpty();
      gateway.parts().leave();
      assertThat(health(gateway, "/ready").status()).isEqualTo(503);
      assertThat(health(gateway, "/ready").check("ready").at("/data/draining").asBoolean())
          .isTrue();
      assertThat(health(gateway, "/live").status()).isEqualTo(200);
      for (int i = 0; i < 3; i++) {
        McpClient.Answer answer = client.call("ping", "");
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.headers().firstValue("connection")).hasValue("close");
      }
    }
  }

  @Test
  void whileAWriteInFlightEndsItIsNotReadyAndAlive() throws Exception {
    RunningGateway gateway = RunningGateway.start(Map.of());
    McpClient client = new McpClient(gateway.url(), "sandbox-full");
    gateway.sandbox(
        "PUT", "/sandbox/faults", "[{\"match\":\"PUT /v1\",\"kind\":\"delay\",\"ms\":2500}]");
    CompletableFuture<McpClient.Answer> write = client.callAsync("tools/call", CANCEL);
    await()
        .until(() -> gateway.sandbox("GET", "/sandbox/calls", "").contains("/v1/bank_billets/60"));
    CompletableFuture<Void> closed = CompletableFuture.runAsync(gateway::close);
    await().until(() -> client.call("ping", "").status() == 503);
    assertThat(write.isDone()).isFalse();
    assertThat(health(gateway, "/ready").status()).isEqualTo(503);
    assertThat(health(gateway, "/live").status()).isEqualTo(200);
    McpClient.Answer answer = write.join();
    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.json().at("/result/isError").booleanValue()).isFalse();
    closed.join();
  }

  private record Health(int status, JsonNode json) {
    JsonNode check(String name) {
      for (JsonNode check : json.path("checks")) {
        if (check.path("name").asText().equals(name)) {
          return check;
        }
      }
      throw new AssertionError("no check " + name + " in " + json);
    }
  }

  private static Health health(RunningGateway gateway, String which) throws Exception {
    Http.Reply reply =
        Http.reply(
            "http://127.0.0.1:"
                + gateway.managementPort()
                + "/observe/health"
                + which
                + "?data=true");
    return new Health(reply.status(), Json.parse(reply.body().getBytes(StandardCharsets.UTF_8)));
  }
}
