package br.com.kobana.mcp.testing;

import br.com.kobana.mcp.jsonrpc.Json;
import br.com.kobana.mcp.jsonrpc.MalformedJson;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Checks answers against the MCP JSON Schema of the version they were given in, where the schema
 * files are at hand ({@code mcp.shared}/reference/mcp-schema). Thread-safe.
 */
public final class McpSchemas {
  private static final Map<String, String> RESULTS =
      Map.ofEntries(
          Map.entry("initialize", "InitializeResult"),
          Map.entry("server/discover", "DiscoverResult"),
          Map.entry("ping", "EmptyResult"),
          Map.entry("tools/list", "ListToolsResult"),
          Map.entry("tools/call", "CallToolResult"),
          Map.entry("resources/list", "ListResourcesResult"),
          Map.entry("resources/templates/list", "ListResourceTemplatesResult"),
          Map.entry("resources/read", "ReadResourceResult"),
          Map.entry("prompts/list", "ListPromptsResult"),
          Map.entry("prompts/get", "GetPromptResult"),
          Map.entry("completion/complete", "CompleteResult"));

  /** Errors that 2026-07-28 describes one by one. */
  private static final Map<Integer, String> ERRORS =
      Map.of(
          -32020, "HeaderMismatchError",
          -32021, "MissingRequiredClientCapabilityError",
          -32022, "UnsupportedProtocolVersionError");

  private static final List<String> ANSWERED_WITHOUT_ID = List.of("2025-11-25", "2026-07-28");
  private final Path directory;
  private final Map<String, JsonSchema> compiled = new ConcurrentHashMap<>();

  private McpSchemas(Path directory) {
    this.directory = directory;
  }

  /** The schemas, or empty where they are not at hand. */
  public static Optional<McpSchemas> atHand() {
    String shared = System.getProperty("mcp.shared", "");
    Path directory = Path.of(shared).resolve("reference/mcp-schema");
    return !shared.isEmpty() && Files.isRegularFile(directory.resolve("2026-07-28.json"))
        ? Optional.of(new McpSchemas(directory))
        : Optional.empty();
  }

  /**
   * What the schema of the version finds wrong with an answer.
   *
   * @param sentVersion the {@code MCP-Protocol-Version} of the request, empty where it had none
   * @param message the body of the request
   * @param answer the body of the answer; anything that is no JSON-RPC is not looked at
   */
  public List<String> violations(String sentVersion, byte[] message, JsonNode answer) {
    if (!answer.has("jsonrpc")) {
      return List.of();
    }
    String version = version(sentVersion, answer);
    return answer.has("error") ? error(version, answer) : result(version, message, answer);
  }

  private List<String> error(String version, JsonNode json) {
    if (!json.has("id") && !ANSWERED_WITHOUT_ID.contains(version)) {
      return List.of(); // older schemas demand an id even where none could be read
    }
    int code = json.path("error").path("code").intValue();
    String type =
        version.equals("2026-07-28") && ERRORS.containsKey(code)
            ? ERRORS.get(code)
            : ANSWERED_WITHOUT_ID.contains(version) ? "JSONRPCErrorResponse" : "JSONRPCError";
    return check(version, type, json);
  }

  private List<String> result(String version, byte[] message, JsonNode json) {
    String frame =
        ANSWERED_WITHOUT_ID.contains(version) ? "JSONRPCResultResponse" : "JSONRPCResponse";
    List<String> found = new java.util.ArrayList<>(check(version, frame, json));
    JsonNode result = json.path("result");
    String type = RESULTS.get(method(message));
    if (type == null) {
      found.add("a result for a method without one");
    } else if (result.path("resultType").asText("").equals("input_required")) {
      found.addAll(check(version, "InputRequiredResult", result));
    } else {
      found.addAll(check(version, type, result));
    }
    return found;
  }

  private static String version(String sent, JsonNode answer) {
    String negotiated = answer.path("result").path("protocolVersion").asText("");
    if (!negotiated.isEmpty()) {
      return negotiated;
    }
    return RESULTS_BY_VERSION.contains(sent) ? sent : sent.isEmpty() ? "2025-03-26" : "2025-11-25";
  }

  private static final List<String> RESULTS_BY_VERSION =
      List.of("2026-07-28", "2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05");

  private static String method(byte[] message) {
    try {
      return Json.parse(message).path("method").asText("");
    } catch (MalformedJson e) {
      return "";
    }
  }

  private List<String> check(String version, String type, JsonNode json) {
    return compiled
        .computeIfAbsent(version + "#" + type, k -> compile(version, type))
        .validate(json)
        .stream()
        .map(m -> version + " " + type + ": " + m.getMessage())
        .toList();
  }

  private JsonSchema compile(String version, String type) {
    try {
      ObjectNode schema =
          (ObjectNode) Json.parse(Files.readAllBytes(directory.resolve(version + ".json")));
      String definitions = schema.has("$defs") ? "$defs" : "definitions";
      if (!schema.path(definitions).has(type)) {
        throw new IllegalArgumentException(version + " defines no " + type);
      }
      schema.put("$ref", "#/" + definitions + "/" + type);
      SpecVersion.VersionFlag dialect =
          definitions.equals("$defs")
              ? SpecVersion.VersionFlag.V202012
              : SpecVersion.VersionFlag.V7;
      return JsonSchemaFactory.getInstance(dialect).getSchema(schema);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (MalformedJson e) {
      throw new IllegalStateException("the schema of " + version + " is not JSON", e);
    }
  }
}
