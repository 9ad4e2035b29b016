package br.com.kobana.mcp.cataloguing;

import br.com.kobana.mcp.jsonrpc.Json;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * A schema of the API in the words of the catalogue: one type, no references, what only answers
 * have left out, and an empty description to fill in.
 */
final class DraftSchema {
  private static final int DEEPEST = 6;

  /** Longer lists become a pattern or a completion (design decision 26). */
  private static final int MOST_VALUES = 15;

  private static final Map<String, List<String>> KEPT =
      Map.of(
          "string", List.of("pattern", "minLength", "maxLength"),
          "integer", List.of("minimum", "maximum"),
          "number", List.of("minimum", "maximum"),
          "array", List.of("minItems", "maxItems"));
  private static final Map<String, String> FORMATS =
      Map.of(
          "date", "date",
          "date-time", "date-time",
          "date_time", "date-time",
          "email", "email",
          "uri", "uri",
          "uuid", "uuid");

  private final UnaryOperator<JsonNode> resolve;

  DraftSchema(UnaryOperator<JsonNode> resolve) {
    this.resolve = resolve;
  }

  ObjectNode of(JsonNode schema) {
    return of(schema, 0);
  }

  private ObjectNode of(JsonNode written, int depth) {
    JsonNode schema = plain(resolve.apply(written));
    String type = type(schema);
    ObjectNode own = Json.object().put("type", type);
    String format = FORMATS.get(schema.path("format").asText());
    if (type.equals("string") && format != null) {
      own.put("format", format);
    }
    JsonNode values = values(schema, type);
    if (!values.isEmpty() && values.size() <= MOST_VALUES) {
      own.set("enum", values);
    }
    for (String keyword : KEPT.getOrDefault(type, List.of())) {
      if (schema.has(keyword)) {
        own.set(keyword, schema.get(keyword));
      }
    }
    if (type.equals("array")) {
      own.set("items", of(schema.path("items"), depth + 1));
    }
    if (type.equals("object")) {
      object(schema, own, depth);
    }
    return own.put("description", "");
  }

  /** Of alternatives for one value the first that is no object: {@code anyOf} text and null. */
  private JsonNode plain(JsonNode schema) {
    for (String keyword : List.of("anyOf", "oneOf")) {
      for (JsonNode part : schema.path(keyword)) {
        JsonNode one = resolve.apply(part);
        if (one.has("type")
            && !type(one).equals("object")
            && !one.path("type").asText().equals("null")) {
          return one;
        }
      }
    }
    return schema;
  }

  private void object(JsonNode schema, ObjectNode own, int depth) {
    ObjectNode properties = Json.object();
    Set<String> required = new LinkedHashSet<>();
    if (depth < DEEPEST) {
      gather(schema, properties, required, true, depth);
    }
    if (properties.isEmpty()) {
      own.put("open", true);
      return;
    }
    required.removeIf(name -> !properties.has(name));
    if (!required.isEmpty()) {
      required.forEach(own.putArray("required")::add);
    }
    own.set("properties", properties);
  }

  /** Alternatives are offered side by side; only what stands outside them stays required. */
  private void gather(
      JsonNode schema, ObjectNode properties, Set<String> required, boolean needed, int depth) {
    for (Map.Entry<String, JsonNode> property : schema.path("properties").properties()) {
      JsonNode inner = resolve.apply(property.getValue());
      boolean answered =
          inner.path("readOnly").asBoolean(false)
              || property.getValue().path("readOnly").asBoolean(false);
      if (!answered && !properties.has(property.getKey())) {
        properties.set(property.getKey(), of(inner, depth + 1));
      }
    }
    if (needed) {
      schema.path("required").forEach(name -> required.add(name.asText()));
    }
    for (String keyword : List.of("allOf", "oneOf", "anyOf")) {
      for (JsonNode part : schema.path(keyword)) {
        boolean all = needed && keyword.equals("allOf");
        gather(resolve.apply(part), properties, required, all, depth);
      }
    }
  }

  /** The one type: the first that is not null, or what the keywords imply. */
  static String type(JsonNode schema) {
    JsonNode type = schema.path("type");
    for (JsonNode one : type) {
      if (!one.asText().equals("null")) {
        return one.asText();
      }
    }
    if (type.isTextual() && !type.asText().equals("null")) {
      return type.asText();
    }
    boolean object =
        schema.has("properties")
            || schema.has("allOf")
            || schema.has("oneOf")
            || schema.has("anyOf");
    return object ? "object" : schema.has("items") ? "array" : "string";
  }

  /** The values allowed, in the type: the API writes some whole numbers as text. */
  static ArrayNode values(JsonNode schema, String type) {
    ArrayNode values = Json.array();
    for (JsonNode value : schema.path("enum")) {
      if (value.isNull()) {
        continue;
      }
      if (type.equals("integer") && value.asText().matches("-?\\d{1,9}")) {
        values.add(Integer.parseInt(value.asText()));
      } else if (!type.equals("integer") && !type.equals("number")) {
        values.add(value.asText());
      }
    }
    return values;
  }
}
