package br.com.kobana.mcp.tools;

import static org.assertj.core.api.Assertions.assertThat;

import br.com.kobana.mcp.catalog.Catalog;
import br.com.kobana.mcp.catalog.CatalogLoader;
import br.com.kobana.mcp.catalog.RecordType;
import br.com.kobana.mcp.catalog.Tool;
import br.com.kobana.mcp.jsonrpc.Json;
import br.com.kobana.mcp.testing.McpClient;
import br.com.kobana.mcp.testing.RunningGateway;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Every URI template of the packaged catalogue, read once through a running gateway. */
class EveryTemplateTest {
  private static final Catalog CATALOG = CatalogLoader.fromClassPath();
  private static final Pattern VARIABLE = Pattern.compile("\\{([^}]+)}");

  private static RunningGateway gateway;
  private static McpClient client;
  private static SandboxRecords sandbox;
  private static GeneratedArguments arguments;

  @BeforeAll
  static void start() {
    gateway =
        RunningGateway.start(
            Map.of("mcp.rate-limit.reads-per-hour", "1000000"),
            () -> Instant.parse("2026-11-30T15:00:00Z"));
    client = new McpClient(gateway.url(), "sandbox-full");
    sandbox = new SandboxRecords(gateway.sandboxPort());
    arguments = new GeneratedArguments(CATALOG, sandbox);
  }

  @AfterAll
  static void stop() {
    gateway.close();
  }

  @Test
  void theListHoldsATemplateForEachTypeOfRecord() {
    List<String> listed = new ArrayList<>();
    client
        .call("resources/templates/list", "")
        .json()
        .at("/result/resourceTemplates")
        .forEach(template -> listed.add(template.path("uriTemplate").asText()));
    assertThat(listed)
        .hasSize(58)
        .containsExactlyElementsOf(
            CATALOG.recordTypes().stream().map(RecordType::uriTemplate).toList());
  }

  @TestFactory
  Stream<DynamicTest> readsWhatTheToolReads() {
    return CATALOG.recordTypes().stream()
        .map(type -> DynamicTest.dynamicTest(type.uriTemplate(), () -> reads(type)));
  }

  private static void reads(RecordType type) throws Exception {
    Tool tool = CATALOG.tool(type.readTool()).orElseThrow();
    ObjectNode made = arguments.required(tool);
    String uri = VARIABLE.matcher(type.uriTemplate()).replaceAll(v -> value(type, tool, made, v));
    sandbox.forgetCalls();
    JsonNode answer =
        client.call("resources/read", Json.text(Json.object().put("uri", uri))).json();
    assertThat(sandbox.calls()).as(uri).hasSize(1);
    JsonNode contents = answer.at("/result/contents");
    assertThat(contents).as(answer.toString()).hasSize(1);
    assertThat(contents.path(0).path("uri").asText()).isEqualTo(uri);
    assertThat(contents.path(0).path("mimeType").asText()).isEqualTo("application/json");
    JsonNode record = Json.parse(contents.path(0).path("text").asText().getBytes("UTF-8"));
    ObjectNode call = Json.object().put("name", tool.name());
    call.set("arguments", made);
    JsonNode read = client.call("tools/call", Json.text(call)).json();
    assertThat(record).isNotEmpty().isEqualTo(read.at("/result/structuredContent/data"));
  }

  private static String value(RecordType type, Tool tool, ObjectNode made, MatchResult variable) {
    String target = type.variables().getOrDefault(variable.group(1), variable.group(1));
    return tool.arguments().stream()
        .filter(a -> a.place() == Tool.Place.PATH && a.target().equals(target))
        .map(a -> made.path(a.name()).asText())
        .findFirst()
        .orElseThrow();
  }
}
