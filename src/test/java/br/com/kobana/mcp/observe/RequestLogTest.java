package br.com.kobana.mcp.observe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import br.com.kobana.mcp.jsonrpc.Json;
import br.com.kobana.mcp.testing.EditedRoutes;
import br.com.kobana.mcp.testing.LoggedSecrets;
import br.com.kobana.mcp.testing.McpClient;
import br.com.kobana.mcp.testing.RequestLines;
import br.com.kobana.mcp.testing.RunningGateway;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.Configurator;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.Appender;
import ch.qos.logback.core.OutputStreamAppender;
import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a line tells of a request, in either format, and that no path to an error tells more. */
@Timeout(120)
class RequestLogTest {
  private static final String CPF = "529.982.247-25";
  @RegisterExtension final RequestLines log = new RequestLines();
  @TempDir Path directory;

  private static OutputStreamAppender<ILoggingEvent> configured(String format) {
    LoggerContext context = new LoggerContext();
    LogSetup.apply(context, format.equals("json"));
    Appender<ILoggingEvent> async = context.getLogger("ROOT").getAppender("async");
    assertThat(async).isInstanceOf(LogLines.class);
    return (OutputStreamAppender<ILoggingEvent>) ((LogLines) async).iteratorForAppenders().next();
  }

  private ILoggingEvent event() throws Exception {
    try (RunningGateway gateway = RunningGateway.start(Map.of())) {
      new McpClient(gateway.url(), "sandbox-full")
          .call("tools/call", "{\"name\":\"banking_charge_bank_billet_list\",\"arguments\":{}}");
      log.facts("tools/call");
    }
    return log.events().get(0);
  }

  @Test
  void lineTellsTheFactsOfARequest() throws Exception {
    event();
    assertThat(log.facts("tools/call"))
        .containsEntry("tool", "banking_charge_bank_billet_list")
        .containsEntry("era", "handshake")
        .containsEntry("outcome", "ok")
        .containsEntry("status", 200)
        .containsEntry("upstream", "200")
        .containsKeys("request_id", "duration_ms");
  }

  @Test
  void jsonLineIsOneObjectWithTheFactsAsFields() throws Exception {
    String line =
        new String(configured("json").getEncoder().encode(event()), StandardCharsets.UTF_8);
    assertThat(line.strip()).doesNotContain("\n");
    JsonNode json = Json.parse(line.strip());
    assertThat(json.path("level").asText()).isEqualTo("INFO");
    assertThat(json.path("message").asText()).isEqualTo("request");
    assertThat(json.path("method").asText()).isEqualTo("tools/call");
    assertThat(json.path("duration_ms").isNumber()).isTrue();
    assertThat(json.path("time").asText()).endsWith("Z");
  }

  @Test
  void plainLineReadsWell() throws Exception {
    String line =
        new String(configured("plain").getEncoder().encode(event()), StandardCharsets.UTF_8);
    assertThat(line).contains("request", "method=tools/call", "outcome=ok");
  }

  @Test
  void configurationOfOnesOwnGoesFirst() {
    LoggerContext context = new LoggerContext();
    System.setProperty("logback.configurationFile", "own.xml");
    try {
      assertThat(new LogSetup().configure(context))
          .isEqualTo(Configurator.ExecutionStatus.INVOKE_NEXT_IF_ANY);
    } finally {
      System.clearProperty("logback.configurationFile");
    }
    assertThat(context.getLogger("ROOT").iteratorForAppenders()).isExhausted();
  }

  @ParameterizedTest
  @ValueSource(strings = {"kobana", "camel-http"})
  void noPathToAnErrorLogsWhatIsPersonal(String transport) throws Exception {
    EditedRoutes routes =
        EditedRoutes.in(directory)
            .insertAfter(
                "mcp.camel.yaml",
                "agree",
                """
                        - filter:
                            simple: ${exchangeProperty.mcpMethod} == 'prompts/list'
                            steps:
                              - throwException:
                                  exceptionType: java.lang.IllegalStateException
                                  message: broke at %s
                """
                    .formatted(CPF));
    try (RunningGateway gateway =
        RunningGateway.start(
            Map.of(
                "mcp.routes.directory",
                routes.directory().toString(),
                "kobana.transport",
                transport,
                "kobana.response-timeout-ms",
                "300"))) {
      McpClient client = new McpClient(gateway.url(), "sandbox-full");
      String create =
          "{\"name\":\"banking_charge_pix_create\",\"arguments\":{\"amount\":10.5,\"expire_at\":"
              + "\"2030-12-31\",\"pix_account_uid\":\"00000000-0000-4000-8000-000000000001\","
              + "\"payer\":{\"name\":\"Ana\",\"document_number\":\""
              + CPF
              + "\",\"email\":\"ana@example.com\"}}}";
      for (String fault :
          List.of(
              "\"kind\":\"status\",\"status\":500",
              "\"kind\":\"status\",\"status\":422",
              "\"kind\":\"html\"",
              "\"kind\":\"delay\",\"ms\":600",
              "\"kind\":\"reset\"",
              "\"kind\":\"empty\"",
              "\"kind\":\"drop-after-write\"")) {
        gateway.sandbox(
            "PUT",
            "/sandbox/faults",
            "[{\"match\":\"POST /v2/charge\"," + fault + ",\"times\":1}]");
        client.call("tools/call", create);
      }
      gateway.sandbox("DELETE", "/sandbox/faults", "");
      client.call("tools/call", "{\"name\":\"" + CPF + "\"}");
      client.call(
          "tools/call",
          "{\"name\":\"banking_charge_pix_create\",\"arguments\":{\"" + CPF + "\":1}}");
      client.call("resources/read", "{\"uri\":\"kobana://" + CPF + "\"}");
      client.call(CPF, "");
      client.call("prompts/list", "");
      client.send("{" + CPF, Map.of());
      client.send("[]", Map.of("X-Account-Uid", CPF, "Mcp-Method", CPF, "traceparent", CPF));
      new McpClient(gateway.url() + "?cpf=" + CPF, "sandbox-full").call("ping", "");
      new McpClient(gateway.url(), "not-a-token-" + CPF).call("ping", "");
      new McpClient(gateway.url().replace("/mcp", "/" + CPF), "sandbox-full").call("ping", "");
      await()
          .untilAsserted(
              () ->
                  assertThat(log.all())
                      .extracting(f -> f.get("outcome"))
                      .contains("tool_error", "refused", "failed"));
    }
    assertThat(log.all()).hasSizeGreaterThan(10);
    assertThat(log.events())
        .noneMatch(e -> !LoggedSecrets.in(e.getKeyValuePairs().toString()).isEmpty());
    assertThat(LoggedSecrets.found()).isEmpty();
  }

  @Test
  void scanFindsWhatItLooksFor() {
    assertThat(LoggedSecrets.in("cpf=529.982.247-25 52998224725 11.222.333/0001-81 11222333000181"))
        .hasSize(4);
    assertThat(LoggedSecrets.in("to ana@example.com with Bearer abc and sandbox-full")).hasSize(3);
    assertThat(LoggedSecrets.in("id=52998224726 at=1760000000000 trace=0af7651916cd43dd"))
        .isEmpty();
  }
}
