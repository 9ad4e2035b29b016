package br.com.kobana.mcp.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import br.com.kobana.mcp.observe.Observation;
import br.com.kobana.mcp.testing.EditedRoutes;
import br.com.kobana.mcp.testing.LoggedSecrets;
import br.com.kobana.mcp.testing.McpClient;
import br.com.kobana.mcp.testing.RunningGateway;
import com.fasterxml.jackson.databind.JsonNode;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import javax.management.ObjectName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What a running gateway writes into its trail. */
@Timeout(120)
class AuditedGatewayTest {
  private static final byte[] KEY =
      "a key of thirty-two bytes or more".getBytes(StandardCharsets.US_ASCII);
  private static final String CANCEL = "banking_charge_bank_billet_cancel";
  private static final String META =
      "\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","
          + "\"traceparent\":\"00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01\","
          + "\"io.modelcontextprotocol/clientCapabilities\":{\"elicitation\":{}}}";
  @TempDir Path directory;

  private RunningGateway gateway(
      Map<String, String> more, List<br.com.kobana.mcp.observe.Observer> observers) {
    Map<String, String> settings = new LinkedHashMap<>();
    settings.put("mcp.audit.key", Base64.getEncoder().encodeToString(KEY));
    settings.put("mcp.audit.directory", directory.resolve("trail").toString());
    settings.putAll(more);
    return RunningGateway.start(settings, InstantSource.system(), observers);
  }

  private RunningGateway gateway() {
    return gateway(Map.of(), List.of());
  }

  private List<JsonNode> records(String type) throws Exception {
    return Trails.records(directory.resolve("trail")).stream()
        .filter(r -> r.path("type").asText().equals(type))
        .toList();
  }

  private static McpClient.Answer cancel(McpClient client, String id, String more) {
    return client.send(
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\""
            + CANCEL
            + "\",\"arguments\":{\"id\":\""
            + id
            + "\"},"
            + more
            + META
            + "}}",
        Map.of(
            "MCP-Protocol-Version", "2026-07-28", "Mcp-Method", "tools/call", "Mcp-Name", CANCEL));
  }

  @Test
  void confirmedWriteTellsWhoWhatConsentAndOutcome() throws Exception {
    try (RunningGateway gateway = gateway()) {
      McpClient client = new McpClient(gateway.url(), "sandbox-full");
      JsonNode question = cancel(client, "60", "").json().path("result");
      cancel(
          client,
          "60",
          "\"requestState\":\""
              + question.path("requestState").asText()
              + "\",\"inputResponses\":{\"confirm\":{\"action\":\"accept\",\"content\":{\"confirm\":true}}},");
    }
    List<JsonNode> calls = records("call");
    assertThat(calls).extracting(c -> c.path("outcome").asText()).containsExactly("asked", "ok");
    JsonNode done = calls.get(1);
    assertThat(done.at("/consent/answer").asText()).isEqualTo("accepted");
    assertThat(done.at("/consent/nonce").asText()).isEqualTo(done.path("idempotency_key").asText());
    assertThat(done.path("tool").asText()).isEqualTo(CANCEL);
    assertThat(done.at("/arguments/digest").asText())
        .hasSize(24)
        .isEqualTo(calls.get(0).at("/arguments/digest").asText());
    assertThat(done.at("/who/token").asText())
        .hasSize(24)
        .isEqualTo(calls.get(0).at("/who/token").asText());
    assertThat(done.at("/who/account").asText()).isNotEmpty();
    assertThat(done.path("trace").asText()).isEqualTo("0af7651916cd43dd8448eb211c80319c");
    assertThat(done.path("upstream"))
        .anySatisfy(
            call -> {
              assertThat(call.path("method").asText()).isEqualTo("PUT");
              assertThat(call.path("outcome").asText()).startsWith("2");
            });
  }

  @Test
  void refusalsAreRecordedWithoutTheirToken() throws Exception {
    try (RunningGateway gateway = gateway()) {
      new McpClient(gateway.url(), "sandbox-full-not").call("tools/list", "");
      new McpClient(gateway.url(), "sandbox-read")
          .call("tools/call", "{\"name\":\"" + CANCEL + "\",\"arguments\":{\"id\":\"42\"}}");
      new McpClient(gateway.url(), "sandbox-panel").call("tools/call", "{\"name\":\"no_such\"}");
      new McpClient(gateway.url(), "sandbox-full").call("tools/list", "");
    }
    List<JsonNode> all = Trails.records(directory.resolve("trail"));
    assertThat(all).extracting(r -> r.path("rung").asText()).contains("token", "scope", "params");
    assertThat(all).anyMatch(r -> !r.at("/who/panel_user").asText().isEmpty());
    assertThat(all).noneMatch(r -> r.path("method").asText().equals("tools/list"));
    assertThat(all.toString()).doesNotContain("sandbox-", "no_such");
  }

  @Test
  void argumentsAreShownWithoutWhatIsPersonal() throws Exception {
    try (RunningGateway gateway = gateway()) {
      McpClient client = new McpClient(gateway.url(), "sandbox-full");
      for (int i = 0; i < 2; i++) {
        client.call(
            "tools/call",
            "{\"name\":\"banking_charge_pix_create\",\"arguments\":{\"amount\":10.5,"
                + "\"expire_at\":\"2026-12-31\",\"529.982.247-25\":\"x\",\"payer\":{\"name\":\"Ana"
                + " Beatriz Lima\",\"document_number\":\"529.982.247-25\",\"email\":\"ana@example.com\"}}}");
      }
    }
    List<JsonNode> calls = records("call");
    JsonNode summary = calls.get(0).at("/arguments/summary");
    assertThat(summary.path("amount").decimalValue()).isEqualByComparingTo("10.5");
    assertThat(summary.path("payer").path("document_number").asText()).startsWith("~");
    assertThat(summary).isEqualTo(calls.get(1).at("/arguments/summary"));
    String all = Trails.records(directory.resolve("trail")).toString();
    assertThat(LoggedSecrets.in(all)).isEmpty();
    assertThat(all).doesNotContain("Ana Beatriz", "example.com");
  }

  @Test
  void abandonedWriteIsRecordedWithItsTrueOutcome() throws Exception {
    CountDownLatch ended = new CountDownLatch(1);
    try (RunningGateway gateway =
        gateway(
            Map.of(),
            List.of(
                o -> {
                  if (o.ending() == Observation.Ending.HUNG_UP) {
                    ended.countDown();
                  }
                }))) {
      gateway.sandbox(
          "PUT",
          "/sandbox/faults",
          "[{\"match\":\"PUT /v1/bank_billets/60\",\"kind\":\"delay\",\"ms\":400,\"times\":1}]");
      String body =
          "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\""
              + CANCEL
              + "\",\"arguments\":{\"id\":\"60\"}}}";
      try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), gateway.port())) {
        socket
            .getOutputStream()
            .write(
                ("POST /mcp HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer sandbox-full\r\n"
                        + "Content-Type: application/json\r\nAccept: application/json\r\n"
                        + "Content-Length: "
                        + body.length()
                        + "\r\n\r\n"
                        + body)
                    .getBytes(StandardCharsets.US_ASCII));
        socket.getOutputStream().flush();
        await()
            .until(() -> gateway.sandbox("GET", "/sandbox/calls", "").contains("bank_billets/60"));
      }
      assertThat(ended.await(20, TimeUnit.SECONDS)).isTrue();
    }
    JsonNode call = records("call").get(0);
    assertThat(call.path("told").asText()).isEqualTo("hung_up");
    assertThat(call.path("outcome").asText()).isEqualTo("ok");
    assertThat(call.at("/upstream/0/outcome").asText()).startsWith("2");
    assertThat(call.path("idempotency_key").asText()).isNotEmpty();
  }

  @Test
  void lostAnswerIsRecordedAsUnknown() throws Exception {
    try (RunningGateway gateway = gateway()) {
      gateway.sandbox(
          "PUT",
          "/sandbox/faults",
          "[{\"match\":\"PUT /v1/bank_billets/60\",\"kind\":\"drop-after-write\",\"times\":9}]");
      new McpClient(gateway.url(), "sandbox-full")
          .call("tools/call", "{\"name\":\"" + CANCEL + "\",\"arguments\":{\"id\":\"60\"}}");
    }
    assertThat(records("call").get(0).path("outcome").asText()).isEqualTo("unknown");
  }

  @Test
  void operatorActionIsRecorded() throws Exception {
    String account = "00000000-0000-4000-8000-000000000001";
    try (RunningGateway gateway = gateway()) {
      ObjectName bean =
          new ObjectName(
              "br.com.kobana.mcp:type=RateLimits,name="
                  + gateway.parts().camel().getManagementName());
      ManagementFactory.getPlatformMBeanServer()
          .invoke(bean, "reset", new Object[] {account}, new String[] {String.class.getName()});
    }
    JsonNode action = records("operator").get(0);
    assertThat(action.path("action").asText()).isEqualTo("rate-limits.reset");
    assertThat(action.at("/facts/account").asText()).isEqualTo(account);
  }

  @Test
  void writeIsNotSentWhileItsRecordHasNoPlace() throws Exception {
    EditedRoutes routes =
        EditedRoutes.in(Files.createDirectory(directory.resolve("routes")))
            .write(
                "audit.camel.yaml",
                """
                - route:
                    id: audit
                    errorHandler:
                      noErrorHandler: {}
                    from:
                      uri: direct:audit
                      steps:
                        - filter:
                            simple: ${body} contains '"type":"call"'
                            steps:
                              - throwException:
                                  exceptionType: java.io.IOException
                                  message: no broker
                """);
    try (RunningGateway gateway =
        gateway(
            Map.of(
                "mcp.routes.directory",
                routes.directory().toString(),
                "mcp.audit.buffer-size",
                "1"),
            List.of())) {
      McpClient client = new McpClient(gateway.url(), "sandbox-full");
      client.call("tools/call", "{\"name\":\"banking_charge_bank_billet_list\",\"arguments\":{}}");
      McpClient.Answer refused =
          client.call("tools/call", "{\"name\":\"" + CANCEL + "\",\"arguments\":{\"id\":\"42\"}}");
      assertThat(refused.status()).isEqualTo(503);
      assertThat(refused.headers().firstValue("retry-after")).isPresent();
      assertThat(refused.json().at("/error/message").asText()).contains("Nothing was executed");
      assertThat(refused.headers().firstValue("ratelimit-remaining")).contains("5000");
      assertThat(gateway.sandbox("GET", "/sandbox/calls", "")).doesNotContain("bank_billets/42");
      // What sends nothing goes on.
      assertThat(client.call("ping", "").status()).isEqualTo(200);
      String metrics = Metrics.of(gateway);
      assertThat(metrics).contains("mcp_audit_refused_total 1.0", "mcp_audit_backlog 1.0");
    }
  }

  @Test
  void linesGoWhereTheRouteSendsThem() throws Exception {
    Path elsewhere = directory.resolve("elsewhere");
    EditedRoutes routes =
        EditedRoutes.in(Files.createDirectory(directory.resolve("routes")))
            .write(
                "audit.camel.yaml",
                """
                - route:
                    id: audit
                    errorHandler:
                      noErrorHandler: {}
                    from:
                      uri: direct:audit
                      steps:
                        - setHeader:
                            name: CamelFileName
                            simple: ${exchangeProperty.auditFile}
                        - to:
                            uri: file:ELSEWHERE
                            parameters:
                              fileExist: Append
                              appendChars: '\\n'
                """
                    .replace("ELSEWHERE", elsewhere.toString()));
    try (RunningGateway gateway =
        gateway(Map.of("mcp.routes.directory", routes.directory().toString()), List.of())) {
      new McpClient(gateway.url(), "sandbox-full")
          .call("tools/call", "{\"name\":\"banking_charge_bank_billet_list\",\"arguments\":{}}");
    }
    assertThat(Trails.records(elsewhere))
        .extracting(r -> r.path("type").asText())
        .containsExactly("open", "call", "seal");
    assertThat(new Verifier(List.of(new AuditKey(KEY))).verify(Trails.files(elsewhere)))
        .extracting(Finding::state)
        .containsExactly(Finding.State.WHOLE);
  }

  @Test
  void directoryOfAnotherGatewayStopsTheStart() {
    try (RunningGateway gateway = gateway()) {
      assertThatThrownBy(this::gateway)
          .rootCause()
          .hasMessageContaining("mcp.audit.directory")
          .hasMessageContaining("no other gateway");
      assertThat(gateway.port()).isPositive();
    }
  }

  /** The scrape of a gateway. */
  private static final class Metrics {
    static String of(RunningGateway gateway) throws Exception {
      return java.net.http.HttpClient.newHttpClient()
          .send(
              java.net.http.HttpRequest.newBuilder(
                      java.net.URI.create(
                          "http://localhost:" + gateway.managementPort() + "/observe/metrics"))
                  .build(),
              java.net.http.HttpResponse.BodyHandlers.ofString())
          .body();
    }
  }
}
