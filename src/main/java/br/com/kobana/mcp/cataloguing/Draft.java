package br.com.kobana.mcp.cataloguing;

import br.com.kobana.mcp.catalog.Catalog;
import br.com.kobana.mcp.catalog.Tool;
import br.com.kobana.mcp.jsonrpc.Json;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A first version of a tool, from the description of its operation. Titles and descriptions are
 * left empty, which {@code check} refuses: what a model reads is written by a person.
 */
final class Draft {
  private static final Set<String> PAGING =
      Set.of("page", "per_page", "pagination", "cursor", "fields");

  private final Catalog catalog;
  private final OpenApi api;

  Draft(Catalog catalog, OpenApi api) {
    this.catalog = catalog;
    this.api = api;
  }

  /** The entry as YAML, indented as an element of {@code tools}. */
  String entry(String operation) {
    Naming naming = Naming.of(operation, catalog, api.operations());
    Tool.Kind kind = naming.kind();
    StringBuilder out = new StringBuilder();
    line(out, "  - name: " + naming.name());
    line(out, "    title: \"\"");
    line(out, "    description: \"\"");
    line(out, "    operation: " + operation);
    line(out, "    kind: " + kind.name().toLowerCase(java.util.Locale.ROOT));
    line(
        out,
        "    annotations: {readOnlyHint: %s, destructiveHint: %s, idempotentHint: %s, openWorldHint: false}"
            .formatted(kind == Tool.Kind.READ, kind == Tool.Kind.DESTRUCTIVE, naming.idempotent()));
    line(out, "    scopes: [" + String.join(", ", naming.scopes()) + "]");
    line(out, "    shape: " + (naming.lists() ? "list" : "record"));
    Map<String, JsonNode> query = api.parameterSchemas(operation, "query");
    if (naming.lists()) {
      listing(query, out);
    }
    arguments(operation, naming.lists() ? Map.of() : query, out);
    return out.toString();
  }

  private static void listing(Map<String, JsonNode> query, StringBuilder out) {
    String paging =
        query.containsKey("pagination") ? "keyset" : query.containsKey("page") ? "page" : "none";
    line(out, "    listing:");
    line(out, "      paging: " + paging);
    Map<String, ObjectNode> filters = filters(query);
    if (!filters.isEmpty()) {
      line(out, "      filters:");
      filters.forEach((name, filter) -> line(out, "        " + name + ": " + flow(filter)));
    }
  }

  /** A pair of {@code x_from} and {@code x_to} is one filter with both ends. */
  private static Map<String, ObjectNode> filters(Map<String, JsonNode> query) {
    Map<String, ObjectNode> filters = new LinkedHashMap<>();
    query.forEach(
        (name, parameter) -> {
          JsonNode schema = parameter.path("schema");
          boolean from = name.endsWith("_from");
          if (from || name.endsWith("_to")) {
            String stem = name.substring(0, name.lastIndexOf('_'));
            boolean amount = schema.path("type").asText().equals("number");
            boolean named = amount || stem.endsWith("_at") || stem.endsWith("date");
            filters
                .computeIfAbsent(
                    named ? stem : stem + "_at",
                    k -> Json.object().put("type", amount ? "amount" : "date"))
                .put(from ? "gte" : "lte", name);
          } else if (!PAGING.contains(name)) {
            filters.put(name, filter(name, schema));
          }
        });
    return filters;
  }

  private static ObjectNode filter(String name, JsonNode schema) {
    ObjectNode filter = Json.object();
    String type = DraftSchema.type(schema);
    switch (type) {
      case "integer", "boolean" -> filter.put("type", type);
      case "number" -> filter.put("type", "amount");
      default -> {
        if (name.equals("cnpj_cpf")) {
          filter.put("type", "document");
        }
      }
    }
    filter.put(type.equals("array") || name.equals("tags") ? "in" : "eq", name);
    JsonNode values = DraftSchema.values(schema, "string");
    if (!values.isEmpty()) {
      filter.set("values", values);
    }
    return filter;
  }

  private void arguments(String operation, Map<String, JsonNode> query, StringBuilder out) {
    Map<String, ObjectNode> arguments = new LinkedHashMap<>();
    Set<String> required = new LinkedHashSet<>();
    DraftSchema schemas = new DraftSchema(node -> api.resolve(operation, node));
    api.parameterSchemas(operation, "path")
        .forEach((name, p) -> arguments.put(name, schemas.of(p.path("schema"))));
    query.forEach(
        (name, parameter) -> {
          arguments.put(name, schemas.of(parameter.path("schema")));
          if (parameter.path("required").asBoolean(false)) {
            required.add(name);
          }
        });
    ObjectNode body = schemas.of(api.bodySchema(operation));
    JsonNode fields = body.path("properties");
    if (fields.size() == 1 && fields.path("form").has("properties")) {
      line(out, "    bodyWrapper: form");
      body = (ObjectNode) fields.path("form");
    }
    body.path("properties")
        .properties()
        .forEach(
            e -> {
              ObjectNode schema = (ObjectNode) e.getValue();
              boolean taken = arguments.containsKey(e.getKey());
              if (taken) {
                schema.put("in", "body").put("as", e.getKey());
              }
              arguments.put(taken ? "body_" + e.getKey() : e.getKey(), schema);
            });
    body.path("required").forEach(name -> required.add(name.asText()));
    List<String> known = new ArrayList<>(required);
    known.retainAll(arguments.keySet());
    if (!known.isEmpty()) {
      line(out, "    required: [" + String.join(", ", known) + "]");
    }
    if (!arguments.isEmpty()) {
      line(out, "    arguments:");
      arguments.forEach((name, schema) -> line(out, "      " + name + ": " + flow(schema)));
    }
  }

  /** JSON with bare keys and, where they cannot be misread, bare words: YAML as people write it. */
  private static String flow(JsonNode node) {
    List<String> parts = new ArrayList<>();
    if (node.isObject()) {
      node.properties().forEach(e -> parts.add(e.getKey() + ": " + flow(e.getValue())));
      return "{" + String.join(", ", parts) + "}";
    }
    if (node.isArray()) {
      node.forEach(element -> parts.add(flow(element)));
      return "[" + String.join(", ", parts) + "]";
    }
    boolean plain =
        node.isTextual()
            && node.textValue().matches("[a-z][a-z0-9_-]{2,}")
            && !Set.of("yes", "true", "false", "null", "off").contains(node.textValue());
    return plain ? node.textValue() : Json.text(node);
  }

  private static void line(StringBuilder out, String text) {
    out.append(text).append('\n');
  }
}
