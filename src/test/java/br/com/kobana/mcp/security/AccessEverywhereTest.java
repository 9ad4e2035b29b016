package br.com.kobana.mcp.security;

import static org.assertj.core.api.Assertions.assertThat;

import br.com.kobana.mcp.jsonrpc.Json;
import br.com.kobana.mcp.jsonrpc.MalformedJson;
import br.com.kobana.mcp.testing.McpClient;
import br.com.kobana.mcp.testing.RunningGateway;
import com.fasterxml.jackson.databind.JsonNode;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What a list hides is not to be had by its name: no tool, record, template, prompt or suggestion,
 * for any kind of caller. What is refused reaches no API.
 */
class AccessEverywhereTest {
  private static RunningGateway gateway = RunningGateway.shared();

  @BeforeAll
  static void start() {
    gateway =
        RunningGateway.start(
            Map.of(
                "mcp.rate-limit.reads-per-hour", "100000",
                "mcp.rate-limit.writes-per-hour", "100000"));
  }

  @AfterAll
  static void close() {
    gateway.close();
  }

  private static McpClient client(String token) {
    return new McpClient(gateway.url(), token);
  }

  /** Every entry of a list by its name, page by page. */
  private static Map<String, JsonNode> all(
      String token, String method, String member, String name) {
    Map<String, JsonNode> all = new LinkedHashMap<>();
    String params = "{}";
    while (true) {
      JsonNode result = client(token).call(method, params).json().path("result");
      result.path(member).forEach(e -> all.put(e.path(name).asText(), e));
      if (!result.has("nextCursor")) {
        return all;
      }
      params = Json.text(Json.object().put("cursor", result.path("nextCursor").asText()));
    }
  }

  private static long calls() throws MalformedJson {
    long calls = 0;
    for (JsonNode call : Json.parse(gateway.sandbox("GET", "/sandbox/calls", "").getBytes())) {
      calls += call.path("path").asText().startsWith("/v2/me") ? 0 : 1;
    }
    return calls;
  }

  private static Set<String> hidden(String token, String method, String member, String name) {
    Set<String> hidden = new TreeSet<>(all("sandbox-full", method, member, name).keySet());
    hidden.removeAll(all(token, method, member, name).keySet());
    return hidden;
  }

  @ParameterizedTest
  @ValueSource(strings = {"sandbox-read", "sandbox-charge", "sandbox-panel", "sandbox-login"})
  void aHiddenToolIsNotCallable(String token) throws MalformedJson {
    Set<String> hidden = hidden(token, "tools/list", "tools", "name");
    assertThat(hidden).isNotEmpty();
    gateway.sandbox("DELETE", "/sandbox/calls", "");
    for (String tool : hidden) {
      McpClient.Answer answer =
          client(token).call("tools/call", "{\"name\":\"" + tool + "\",\"arguments\":{}}");
      if (answer.status() == 403) {
        assertThat(answer.headers().firstValue("www-authenticate").orElseThrow())
            .contains("error=\"insufficient_scope\"", "resource_metadata=", "error_description=");
      } else {
        assertThat(answer.json().at("/error/code").asInt()).as(tool).isEqualTo(-32602);
        McpClient.Answer unknown =
            client(token).call("tools/call", "{\"name\":\"" + tool + "_no\",\"arguments\":{}}");
        assertThat(answer.json().at("/error/message").asText() + "_no")
            .isEqualTo(unknown.json().at("/error/message").asText());
      }
    }
    assertThat(calls()).isZero();
  }

  @ParameterizedTest
  @ValueSource(strings = {"sandbox-charge", "sandbox-panel", "sandbox-login"})
  void aHiddenTemplateCanNeitherBeReadNorCompleted(String token) throws MalformedJson {
    Set<String> hidden =
        hidden(token, "resources/templates/list", "resourceTemplates", "uriTemplate");
    assertThat(hidden).isNotEmpty();
    gateway.sandbox("DELETE", "/sandbox/calls", "");
    for (String template : hidden) {
      String uri = template.replaceAll("\\{[^}]+}", "01900000-0000-7000-8000-000000000001");
      JsonNode read =
          client(token).call("resources/read", "{\"uri\":\"" + uri + "\"}").json().path("error");
      assertThat(read.path("code").asInt()).as(template).isEqualTo(-32002);
      String variable = template.replaceAll("^[^{]*\\{([^}]+)}.*$", "$1");
      JsonNode completion =
          client(token)
              .call(
                  "completion/complete",
                  "{\"ref\":{\"type\":\"ref/resource\",\"uri\":\"%s\"},\"argument\":{\"name\":\"%s\",\"value\":\"\"}}"
                      .formatted(template, variable))
              .json();
      assertThat(completion.at("/error/code").asInt()).as(template).isEqualTo(-32602);
    }
    assertThat(calls()).isZero();
  }

  @ParameterizedTest
  @ValueSource(strings = {"sandbox-charge", "sandbox-panel", "sandbox-login"})
  void aHiddenPromptCanNeitherBeHadNorCompleted(String token) throws MalformedJson {
    Set<String> hidden = hidden(token, "prompts/list", "prompts", "name");
    assertThat(hidden).isNotEmpty();
    Map<String, JsonNode> prompts = all("sandbox-full", "prompts/list", "prompts", "name");
    gateway.sandbox("DELETE", "/sandbox/calls", "");
    for (String prompt : hidden) {
      JsonNode got =
          client(token).call("prompts/get", "{\"name\":\"" + prompt + "\"}").json().path("error");
      assertThat(got.path("code").asInt()).as(prompt).isEqualTo(-32602);
      JsonNode entry = prompts.get(prompt);
      for (JsonNode argument : entry.path("arguments")) {
        JsonNode completion =
            client(token)
                .call(
                    "completion/complete",
                    "{\"ref\":{\"type\":\"ref/prompt\",\"name\":\"%s\"},\"argument\":{\"name\":\"%s\",\"value\":\"\"}}"
                        .formatted(prompt, argument.path("name").asText()))
                .json();
        assertThat(completion.at("/error/code").asInt()).as(prompt).isEqualTo(-32602);
      }
    }
    assertThat(calls()).isZero();
  }

  @ParameterizedTest
  @ValueSource(strings = {"sandbox-charge", "sandbox-panel", "sandbox-login"})
  void aListOfRecordsHoldsOnlyWhatCanBeRead(String token) {
    Set<String> areas = new TreeSet<>();
    all(token, "resources/templates/list", "resourceTemplates", "uriTemplate")
        .keySet()
        .forEach(template -> areas.add(template.substring(0, template.lastIndexOf('/'))));
    Map<String, JsonNode> records = all(token, "resources/list", "resources", "uri");
    assertThat(records.keySet())
        .allMatch(uri -> areas.contains(uri.substring(0, uri.lastIndexOf('/'))));
    assertThat(records.isEmpty()).isEqualTo(token.equals("sandbox-login"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "01900000-0000-7000-8000-00000000000b",
        "01900000-0000-7000-8000-0000000000ff",
        "01900000-0000-7000-8000-00000000000A"
      })
  void foreignAndMissingSubAccountsAreOneAnswer(String uid) {
    String ping = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}";
    gateway.resetCounters();
    McpClient.Answer missing =
        client("sandbox-full")
            .send(ping, Map.of("X-Account-Uid", "01900000-0000-7000-8000-0000000000fe"));
    McpClient.Answer answer = client("sandbox-full").send(ping, Map.of("X-Account-Uid", uid));
    assertThat(answer.status()).isEqualTo(missing.status()).isEqualTo(403);
    assertThat(answer.json()).isEqualTo(missing.json());
    assertThat(answer.headers().map().keySet()).isEqualTo(missing.headers().map().keySet());
  }
}
