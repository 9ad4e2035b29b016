package br.com.kobana.mcp.routes;

import static org.assertj.core.api.Assertions.assertThat;

import br.com.kobana.mcp.testing.McpClient;
import br.com.kobana.mcp.testing.McpClient.Answer;
import br.com.kobana.mcp.testing.RunningGateway;
import com.fasterxml.jackson.databind.JsonNode;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** {@code X-MCP-Toolsets} and {@code X-MCP-Readonly} through the whole pipeline. */
class NarrowedToolsTest {
  private static final String CANCEL =
      "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":"
          + "\"banking_charge_bank_billet_cancel\",\"arguments\":{\"id\":\"41\"}}}";
  private static final String LIST = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\"}";
  private final RunningGateway gateway = RunningGateway.shared();

  @BeforeEach
  void reset() {
    gateway.resetSandbox();
    gateway.resetCounters();
  }

  @Test
  void listHoldsOnlyTheToolsetsAndOnlyReads() {
    List<String> names =
        names(send(LIST, Map.of("X-MCP-Toolsets", "crm,system", "X-MCP-Readonly", "true")));

    assertThat(names)
        .hasSize(9)
        .allMatch(n -> n.startsWith("banking_crm_") || n.startsWith("banking_system_"))
        .noneMatch(n -> n.endsWith("_create") || n.endsWith("_update"));
    assertThat(names(send(LIST, Map.of()))).hasSizeGreaterThan(100);
  }

  @Test
  void callOfAToolNarrowedAwayIsUnknownCountsAsAWriteAndReachesNothing() {
    Answer answer = send(CANCEL, Map.of("X-MCP-Readonly", "true"));

    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.json().at("/error/code").asInt()).isEqualTo(-32602);
    assertThat(answer.json().at("/error/message").asText())
        .isEqualTo("Unknown tool: banking_charge_bank_billet_cancel");
    assertThat(answer.headers().firstValue("ratelimit-name"))
        .contains("rate_limits_mcp_write_hour");
    assertThat(gateway.sandbox("GET", "/sandbox/calls", "")).doesNotContain("cancel");

    String read = CANCEL.replace("bank_billet_cancel", "bank_billet_get");
    Answer hidden = send(read, Map.of("X-MCP-Toolsets", "crm"));
    assertThat(hidden.json().at("/error/code").asInt()).isEqualTo(-32602);
    assertThat(hidden.headers().firstValue("ratelimit-name"))
        .contains("rate_limits_mcp_write_hour");
  }

  @Test
  void unknownToolsetIsRefusedBeforeAnythingRuns() {
    for (String message : List.of(LIST, CANCEL)) {
      Answer answer = send(message, Map.of("X-MCP-Toolsets", "charge,fiance"));

      assertThat(answer.status()).isEqualTo(400);
      assertThat(answer.json().at("/error/code").asInt()).isEqualTo(-32602);
      assertThat(answer.json().at("/error/message").asText())
          .contains("\"fiance\" is not a toolset", "charge, payment, transfer, financial, crm");
    }
    assertThat(gateway.sandbox("GET", "/sandbox/calls", "")).doesNotContain("cancel");
  }

  @Test
  void otherMethodsDoNotReadTheHeaders() {
    Answer answer =
        send(LIST.replace("tools/list", "prompts/list"), Map.of("X-MCP-Toolsets", "fiance"));

    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.json().at("/result/prompts").size()).isPositive();
  }

  @Test
  void browsersMaySendThem() throws Exception {
    HttpResponse<String> answer =
        HttpClient.newHttpClient()
            .send(
                HttpRequest.newBuilder(URI.create(gateway.url()))
                    .method("OPTIONS", HttpRequest.BodyPublishers.noBody())
                    .header("Origin", "http://localhost:" + gateway.port())
                    .header("Access-Control-Request-Method", "POST")
                    .build(),
                HttpResponse.BodyHandlers.ofString());

    assertThat(answer.headers().firstValue("access-control-allow-headers").orElse(""))
        .contains("X-MCP-Toolsets", "X-MCP-Readonly");
  }

  private Answer send(String message, Map<String, String> headers) {
    return new McpClient(gateway.url(), "sandbox-full").send(message, headers);
  }

  private static List<String> names(Answer answer) {
    List<String> names = new ArrayList<>();
    for (JsonNode tool : answer.json().at("/result/tools")) {
      names.add(tool.path("name").asText());
    }
    return names;
  }
}
