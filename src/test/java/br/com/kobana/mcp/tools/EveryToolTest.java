package br.com.kobana.mcp.tools;

import static org.assertj.core.api.Assertions.assertThat;

import br.com.kobana.mcp.catalog.Catalog;
import br.com.kobana.mcp.catalog.CatalogLoader;
import br.com.kobana.mcp.catalog.Tool;
import br.com.kobana.mcp.jsonrpc.Json;
import br.com.kobana.mcp.testing.McpClient;
import br.com.kobana.mcp.testing.RunningGateway;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Every tool of the packaged catalogue, called through a running gateway. */
class EveryToolTest {
  /** What no bank offers: the API always refuses it (kobana-api, section 8). */
  private static final Set<String> ALWAYS_REFUSED =
      Set.of("banking_transfer_internal_approve", "banking_transfer_internal_reschedule");

  private static final String UNDECLARED = "undeclared_argument";

  private static final Catalog CATALOG = CatalogLoader.fromClassPath();

  private static RunningGateway gateway;
  private static McpClient client;
  private static SandboxRecords sandbox;
  private static GeneratedArguments arguments;

  @BeforeAll
  static void start() {
    gateway =
        RunningGateway.start(
            Map.of(
                "mcp.rate-limit.reads-per-hour", "1000000",
                "mcp.rate-limit.writes-per-hour", "1000000",
                "mcp.rate-limit.address-per-minute", "1000000"),
            () -> Instant.parse("2026-11-30T15:00:00Z"));
    client = new McpClient(gateway.url(), "sandbox-full");
    sandbox = new SandboxRecords(gateway.sandboxPort());
    arguments = new GeneratedArguments(CATALOG, sandbox);
  }

  @AfterAll
  static void stop() {
    gateway.close();
  }

  @TestFactory
  Stream<DynamicTest> answersTheLeastArguments() {
    return each(tool -> succeeds(tool, arguments::required));
  }

  @TestFactory
  Stream<DynamicTest> answersEveryArgument() {
    return each(tool -> succeeds(tool, arguments::all));
  }

  @TestFactory
  Stream<DynamicTest> namesWhatIsWrongAndCallsNothing() {
    sandbox.reset();
    return each(EveryToolTest::refuses);
  }

  private interface Check {
    void of(Tool tool);
  }

  private static Stream<DynamicTest> each(Check check) {
    return CATALOG.tools().stream()
        .map(tool -> DynamicTest.dynamicTest(tool.name(), () -> check.of(tool)));
  }

  /** On records as they are at the start, but for what the tool undoes. */
  private static void succeeds(Tool tool, Function<Tool, ObjectNode> arguments) {
    sandbox.reset();
    ObjectNode made = arguments.apply(tool);
    if (tool.name().equals("banking_integration_connection_disassociate")) {
      call("banking_integration_connection_associate", made);
    }
    sandbox.forgetCalls();
    JsonNode result = call(tool.name(), made);
    String said = result.at("/content/0/text").asText();
    if (ALWAYS_REFUSED.contains(tool.name())) {
      assertThat(said).contains("não possui suporte");
      return;
    }
    assertThat(result.path("isError").asBoolean()).as(Json.text(made) + "\n" + said).isFalse();
    JsonNode content = result.path("structuredContent");
    assertThat(content.has("data")).isTrue();
    if (!GeneratedArguments.suggestedFields(tool).isEmpty()) {
      assertThat(content.at("/meta/unknown_fields")).isEmpty();
    }
    String path = tool.operation().path().replaceAll("\\{[^}]+}", "[^/]+");
    assertThat(sandbox.calls())
        .isNotEmpty()
        .allMatch(Pattern.compile(tool.operation().method() + " " + path).asMatchPredicate());
  }

  private static void refuses(Tool tool) {
    ObjectNode valid = arguments.required(tool);
    sandbox.forgetCalls();
    refused(tool, valid.deepCopy().put(UNDECLARED, 1), UNDECLARED);
    for (JsonNode required : tool.inputSchema().path("required")) {
      ObjectNode without = valid.deepCopy();
      without.remove(required.asText());
      refused(tool, without, required.asText());
    }
    for (Map.Entry<String, JsonNode> property :
        tool.inputSchema().path("properties").properties()) {
      ObjectNode wrong = valid.deepCopy();
      wrong.set(property.getKey(), ofAnotherType(property.getValue()));
      refused(tool, wrong, property.getKey());
    }
    assertThat(sandbox.calls()).isEmpty();
  }

  private static JsonNode ofAnotherType(JsonNode schema) {
    return switch (schema.path("type").asText()) {
      case "string" -> IntNode.valueOf(7);
      case "boolean" -> TextNode.valueOf("true");
      case "integer", "number" -> TextNode.valueOf("7");
      default -> BooleanNode.TRUE;
    };
  }

  private static void refused(Tool tool, ObjectNode wrong, String argument) {
    JsonNode result = call(tool.name(), wrong);
    assertThat(result.path("isError").asBoolean()).as(argument).isTrue();
    assertThat(result.at("/content/0/text").asText()).contains("\"" + argument + "\"");
  }

  private static JsonNode call(String tool, ObjectNode made) {
    ObjectNode params = Json.object().put("name", tool);
    params.set("arguments", made);
    JsonNode answer = client.call("tools/call", Json.text(params)).json();
    assertThat(answer.has("result")).as(Json.text(answer)).isTrue();
    return answer.path("result");
  }
}
