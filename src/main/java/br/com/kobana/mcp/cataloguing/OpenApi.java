package br.com.kobana.mcp.cataloguing;

import br.com.kobana.mcp.jsonrpc.Json;
import br.com.kobana.mcp.jsonrpc.MalformedJson;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The operations of one or more OpenAPI files, by {@code METHOD /path}. */
final class OpenApi {
  private static final Set<String> METHODS = Set.of("get", "post", "put", "patch", "delete");
  private static final int LONGEST_CHAIN = 20;

  private final Map<String, Described> operations = new LinkedHashMap<>();
  private final Set<String> versions = new LinkedHashSet<>();

  /**
   * An operation as described.
   *
   * @param document the file it is in, for references
   * @param shared what is said of its path as a whole
   */
  private record Described(JsonNode document, JsonNode shared, JsonNode operation) {}

  /** A file that is not there or is no OpenAPI description. */
  static final class Unreadable extends Exception {
    private static final long serialVersionUID = 1L;

    Unreadable(String message) {
      super(message);
    }
  }

  private OpenApi() {}

  static OpenApi read(List<Path> files) throws Unreadable {
    OpenApi api = new OpenApi();
    for (Path file : files) {
      try {
        api.add(file, Json.parse(Files.readAllBytes(file)));
      } catch (IOException e) {
        throw new Unreadable(file + ": cannot be read");
      } catch (MalformedJson e) {
        throw new Unreadable(file + ": is not JSON");
      }
    }
    return api;
  }

  private void add(Path file, JsonNode document) throws Unreadable {
    if (!document.path("paths").isObject()) {
      throw new Unreadable(file + ": has no paths; an OpenAPI 3 description is needed");
    }
    document
        .path("paths")
        .properties()
        .forEach(
            path -> {
              versions.add(version(path.getKey()));
              path.getValue()
                  .properties()
                  .forEach(
                      method -> {
                        if (METHODS.contains(method.getKey())) {
                          operations.put(
                              method.getKey().toUpperCase(Locale.ROOT) + " " + path.getKey(),
                              new Described(document, path.getValue(), method.getValue()));
                        }
                      });
            });
  }

  /** Every operation, such as {@code GET /v1/bank_billets}, in the order of the files. */
  Set<String> operations() {
    return operations.keySet();
  }

  /** Whether the files describe this version of the API at all. */
  boolean covers(String path) {
    return versions.contains(version(path));
  }

  /** The parameters in the path or the query, by name. */
  Map<String, Field> parameters(String operation, String place) {
    Map<String, Field> parameters = new LinkedHashMap<>();
    parameterSchemas(operation, place)
        .forEach(
            (name, parameter) ->
                parameters.putAll(
                    fields(operation)
                        .of(
                            name,
                            parameter.path("schema"),
                            parameter.path("required").asBoolean(false))));
    return parameters;
  }

  /** The parameters in the path or the query as described, by name. */
  Map<String, JsonNode> parameterSchemas(String operation, String place) {
    Map<String, JsonNode> parameters = new LinkedHashMap<>();
    Described described = described(operation);
    for (JsonNode holder : List.of(described.shared(), described.operation())) {
      for (JsonNode written : holder.path("parameters")) {
        JsonNode parameter = resolve(described.document(), written);
        if (parameter.path("in").asText().equals(place)) {
          parameters.put(parameter.path("name").asText(), parameter);
        }
      }
    }
    return parameters;
  }

  /**
   * The fields of the JSON body.
   *
   * @param wrapper the key under which the API wants them
   */
  Map<String, Field> body(String operation, Optional<String> wrapper) {
    JsonNode schema = bodySchema(operation);
    if (wrapper.isPresent()) {
      schema = resolve(operation, schema.path("properties").path(wrapper.get()));
    }
    return fields(operation).inside(schema);
  }

  /** The schema of the JSON body; missing where there is none. */
  JsonNode bodySchema(String operation) {
    Described described = described(operation);
    JsonNode body = resolve(described.document(), described.operation().path("requestBody"));
    JsonNode schema = resolve(described.document(), body.at("/content/application~1json/schema"));
    // Three schemas of v2 are a map of schemas: one for each use.
    String use = operation.startsWith("POST ") ? "create" : "update";
    if (!schema.has("type") && !schema.has("properties") && schema.has(use)) {
      schema = resolve(described.document(), schema.path(use));
    }
    return schema;
  }

  /** What a reference in the file of this operation stands for. */
  JsonNode resolve(String operation, JsonNode node) {
    return resolve(described(operation).document(), node);
  }

  JsonNode operation(String operation) {
    return described(operation).operation();
  }

  private Fields fields(String operation) {
    JsonNode document = described(operation).document();
    return new Fields(node -> resolve(document, node));
  }

  private Described described(String operation) {
    Described described = operations.get(operation);
    if (described == null) {
      throw new IllegalArgumentException(operation + " is not described");
    }
    return described;
  }

  private static JsonNode resolve(JsonNode document, JsonNode node) {
    JsonNode current = node;
    for (int i = 0; i < LONGEST_CHAIN && current.has("$ref"); i++) {
      String reference = current.path("$ref").asText();
      current =
          reference.startsWith("#/")
              ? document.at(reference.substring(1))
              : MissingNode.getInstance();
    }
    return current;
  }

  private static String version(String path) {
    int end = path.indexOf('/', 1);
    return end < 0 ? path : path.substring(0, end);
  }
}
