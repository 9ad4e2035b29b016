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
import com.fasterxml.jackson.databind.node.LongNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
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

  /** Whether the sandbox's data may differ from those at its start. */
  private static boolean written;

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
    return each(EveryToolTest::refuses);
  }

  /** A filter that the API dropped would answer with every record. */
  @TestFactory
  Stream<DynamicTest> filterThatNothingMeetsLeavesNothing() {
    return each(
        tool -> {
          clean();
          ObjectNode made = arguments.required(tool);
          JsonNode filters = tool.inputSchema().at("/properties/filters/properties");
          JsonNode all = filters.isEmpty() ? filters : data(tool, made);
          if (all.isArray()) {
            assertThat(all).isNotEmpty();
            for (Map.Entry<String, JsonNode> filter : filters.properties()) {
              metByNothing(filter.getKey(), filter.getValue())
                  .ifPresent(
                      value -> {
                        ObjectNode narrowed = made.deepCopy();
                        narrowed.putObject("filters").set(filter.getKey(), value);
                        assertThat(data(tool, narrowed)).as(Json.text(narrowed)).isEmpty();
                      });
            }
          }
        });
  }

  private static JsonNode data(Tool tool, ObjectNode made) {
    JsonNode result = call(tool.name(), made);
    assertThat(result.path("isError").asBoolean())
        .as(Json.text(made) + "\n" + result.at("/content/0/text").asText())
        .isFalse();
    return result.at("/structuredContent/data");
  }

  /** A value that no record has; none for filters whose values are few. */
  private static Optional<JsonNode> metByNothing(String name, JsonNode schema) {
    if (schema.has("properties")) {
      JsonNode operators = schema.path("properties");
      String operator = operators.has("gte") ? "gte" : operators.fieldNames().next();
      return metByNothing(name, operators.path(operator))
          .map(value -> Json.object().set(operator, value));
    }
    if (schema.has("enum")) {
      return Optional.empty();
    }
    return switch (schema.path("type").asText()) {
      case "array" ->
          metByNothing(name, schema.path("items")).map(value -> Json.array().add(value));
      case "integer" -> Optional.of(IntNode.valueOf(987_654_321));
      case "number" -> Optional.of(LongNode.valueOf(9_000_000_000_000_000L));
      case "string" -> Optional.of(TextNode.valueOf(textOfNothing(name, schema)));
      default -> Optional.empty();
    };
  }

  private static String textOfNothing(String name, JsonNode schema) {
    return switch (schema.path("format").asText()) {
      case "date" -> "2099-01-01";
      case "date-time" -> "2099-01-01T00:00:00-03:00";
      default -> name.contains("cnpj") ? "111.444.777-35" : "nenhum-registro";
    };
  }

  private interface Check {
    void of(Tool tool);
  }

  private static Stream<DynamicTest> each(Check check) {
    return CATALOG.tools().stream()
        .map(tool -> DynamicTest.dynamicTest(tool.name(), () -> check.of(tool)));
  }

  private static void clean() {
    if (written) {
      sandbox.reset();
      written = false;
    }
  }

  /** On records as they are at the start, but for what the tool undoes. */
  private static void succeeds(Tool tool, Function<Tool, ObjectNode> arguments) {
    clean();
    written = tool.writes();
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
    clean();
    ObjectNode valid = arguments.required(tool);
    sandbox.forgetCalls();
    List<Refused> all = new ArrayList<>();
    all.add(refused(tool, valid.deepCopy().put(UNDECLARED, 1), UNDECLARED));
    for (JsonNode required : tool.inputSchema().path("required")) {
      ObjectNode without = valid.deepCopy();
      without.remove(required.asText());
      all.add(refused(tool, without, required.asText()));
    }
    for (Map.Entry<String, JsonNode> property :
        tool.inputSchema().path("properties").properties()) {
      ObjectNode wrong = valid.deepCopy();
      wrong.set(property.getKey(), ofAnotherType(property.getValue()));
      all.add(refused(tool, wrong, property.getKey()));
    }
    for (Refused one : all) {
      JsonNode result = one.answer().join();
      assertThat(result.path("isError").asBoolean()).as(one.argument()).isTrue();
      assertThat(result.at("/content/0/text").asText()).contains("\"" + one.argument() + "\"");
    }
    assertThat(sandbox.calls()).isEmpty();
  }

  /** A call on its way, and the argument that its refusal has to name. */
  private record Refused(String argument, CompletableFuture<JsonNode> answer) {}

  private static Refused refused(Tool tool, ObjectNode wrong, String argument) {
    return new Refused(argument, callAsync(tool.name(), wrong));
  }

  private static JsonNode ofAnotherType(JsonNode schema) {
    return switch (schema.path("type").asText()) {
      case "string" -> IntNode.valueOf(7);
      case "boolean" -> TextNode.valueOf("true");
      case "integer", "number" -> TextNode.valueOf("7");
      default -> BooleanNode.TRUE;
    };
  }

  private static JsonNode call(String tool, ObjectNode made) {
    return callAsync(tool, made).join();
  }

  private static CompletableFuture<JsonNode> callAsync(String tool, ObjectNode made) {
    ObjectNode params = Json.object().put("name", tool);
    params.set("arguments", made);
    return client
        .callAsync("tools/call", Json.text(params))
        .thenApply(
            answer -> {
              assertThat(answer.json().has("result")).as(Json.text(answer.json())).isTrue();
              return answer.json().path("result");
            });
  }
}
