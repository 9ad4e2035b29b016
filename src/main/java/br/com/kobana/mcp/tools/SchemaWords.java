package br.com.kobana.mcp.tools;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.JsonNodePath;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Says in words what a schema allows at a place. Nothing of what was sent is repeated but names.
 */
final class SchemaWords {
  private static final int MOST_VALUES = 40;
  private static final int DEEPEST_REF = 8;
  private static final Map<String, String> FORMATS =
      Map.of(
          "date", "a date (YYYY-MM-DD)",
          "date-time", "a time in ISO 8601 with an offset (2026-11-30T10:00:00-03:00)",
          "time", "a time (HH:MM:SS with an offset)",
          "uuid", "a UUID",
          "email", "an e-mail address",
          "uri", "a URI");

  private final JsonNode root;

  SchemaWords(ObjectNode root) {
    this.root = root;
  }

  String undeclared(JsonNodePath parent, String property) {
    String declared = names(schemaAt(parent));
    String place = text(parent);
    if (parent.getNameCount() == 0) {
      return Shown.quoted(property) + " is not a declared argument. Declared: " + declared + ".";
    }
    if (place.equals("filters")) {
      return quoted(parent, property)
          + " is not a filter of this tool. Supported: "
          + declared
          + ".";
    }
    return quoted(parent, property) + " is not supported. Supported: " + declared + ".";
  }

  String missing(JsonNodePath parent, String property) {
    JsonNode wanted = resolved(schemaAt(parent).path("properties").path(property));
    String allowed = wanted.isMissingNode() ? "" : ": " + allowed(wanted, 0);
    return quoted(parent, property) + " is required" + allowed + ".";
  }

  String missingChoice(JsonNodePath parent, Set<String> properties) {
    String choices =
        properties.stream().map(p -> quoted(parent, p)).collect(Collectors.joining(" or "));
    return choices + " is required.";
  }

  String mustBe(JsonNodePath at) {
    JsonNode schema = schemaAt(at);
    String allowed = schema.isMissingNode() ? "of another form" : allowed(schema, 0);
    String subject = at.getNameCount() == 0 ? "the arguments" : '"' + text(at) + '"';
    return subject + " must be " + allowed + ".";
  }

  private static String quoted(JsonNodePath parent, String property) {
    String before = parent.getNameCount() == 0 ? "" : text(parent) + '.';
    return '"' + before + Shown.name(property) + '"';
  }

  private static String text(JsonNodePath path) {
    StringBuilder out = new StringBuilder();
    for (int i = 0; i < path.getNameCount(); i++) {
      Object element = path.getElement(i);
      if (element instanceof Integer index) {
        out.append('[').append(index).append(']');
      } else {
        out.append(i == 0 ? "" : ".").append(Shown.name(String.valueOf(element)));
      }
    }
    return out.toString();
  }

  private JsonNode schemaAt(JsonNodePath path) {
    JsonNode schema = resolved(root);
    for (int i = 0; i < path.getNameCount(); i++) {
      Object element = path.getElement(i);
      schema = element instanceof Integer ? items(schema) : member(schema, element.toString());
    }
    return schema;
  }

  private JsonNode items(JsonNode schema) {
    return resolved(schema.path("items"));
  }

  private JsonNode member(JsonNode schema, String name) {
    JsonNode direct = resolved(schema.path("properties").path(name));
    if (!direct.isMissingNode()) {
      return direct;
    }
    for (JsonNode branch : branches(schema)) {
      JsonNode within = resolved(resolved(branch).path("properties").path(name));
      if (!within.isMissingNode()) {
        return within;
      }
    }
    return MissingNode.getInstance();
  }

  private String names(JsonNode schema) {
    List<String> names = new ArrayList<>();
    schema.path("properties").fieldNames().forEachRemaining(names::add);
    for (JsonNode branch : branches(schema)) {
      resolved(branch).path("properties").fieldNames().forEachRemaining(names::add);
    }
    return names.isEmpty() ? "none" : String.join(", ", names);
  }

  private static List<JsonNode> branches(JsonNode schema) {
    List<JsonNode> branches = new ArrayList<>();
    schema.path("anyOf").forEach(branches::add);
    schema.path("oneOf").forEach(branches::add);
    schema.path("allOf").forEach(branches::add);
    return branches;
  }

  private JsonNode resolved(JsonNode schema) {
    JsonNode at = schema;
    for (int i = 0; i < DEEPEST_REF && at.path("$ref").asText("").startsWith("#/"); i++) {
      at = root.at(at.path("$ref").textValue().substring(1));
    }
    return at;
  }

  private String allowed(JsonNode schema, int depth) {
    if (schema.has("enum")) {
      return "one of " + values(schema.path("enum"));
    }
    if (schema.has("const")) {
      return schema.path("const").asText();
    }
    JsonNode choices = schema.has("anyOf") ? schema.path("anyOf") : schema.path("oneOf");
    if (!choices.isEmpty() && depth < 3) {
      List<String> words = new ArrayList<>();
      choices.forEach(c -> words.add(allowed(resolved(c), depth + 1)));
      return words.stream().distinct().collect(Collectors.joining(" or "));
    }
    JsonNode type = schema.path("type");
    if (type.isArray()) {
      List<String> words = new ArrayList<>();
      type.forEach(t -> words.add(typed(schema, t.asText(), depth)));
      return String.join(" or ", words);
    }
    return typed(schema, type.asText("of another form"), depth);
  }

  private String typed(JsonNode schema, String type, int depth) {
    return switch (type) {
      case "string" -> string(schema);
      case "integer" -> "a whole number" + range(schema, "minimum", "maximum", "");
      case "number" ->
          "a number"
              + (schema.has("multipleOf") ? " in steps of " + plain(schema, "multipleOf") : "")
              + range(schema, "minimum", "maximum", "")
              + (schema.has("exclusiveMinimum")
                  ? " above " + plain(schema, "exclusiveMinimum")
                  : "")
              + (schema.has("exclusiveMaximum")
                  ? " below " + plain(schema, "exclusiveMaximum")
                  : "");
      case "boolean" -> "true or false";
      case "array" ->
          "an array"
              + range(schema, "minItems", "maxItems", " elements")
              + (schema.path("items").isEmpty() || depth > 2
                  ? ""
                  : ", each " + allowed(items(schema), depth + 1));
      case "object" ->
          "an object"
              + (schema.path("properties").isEmpty() ? "" : " with " + names(schema))
              + (schema.has("minProperties")
                  ? ", at least " + plain(schema, "minProperties") + " of them"
                  : "");
      default -> type.toLowerCase(Locale.ROOT);
    };
  }

  private static String string(JsonNode schema) {
    String format = schema.path("format").asText("");
    String kind = FORMATS.getOrDefault(format, "a string");
    String length = range(schema, "minLength", "maxLength", " characters");
    String pattern = schema.path("pattern").asText("");
    return kind + length + (pattern.isEmpty() ? "" : " that matches " + pattern);
  }

  private static String range(JsonNode schema, String least, String most, String unit) {
    if (schema.has(least) && schema.has(most)) {
      return " from " + plain(schema, least) + " to " + plain(schema, most) + unit;
    }
    if (schema.has(least)) {
      return ", at least " + plain(schema, least) + unit;
    }
    return schema.has(most) ? ", at most " + plain(schema, most) + unit : "";
  }

  private static String plain(JsonNode schema, String keyword) {
    return schema.path(keyword).asText();
  }

  private static String values(JsonNode values) {
    List<String> words = new ArrayList<>();
    values.forEach(v -> words.add(v.asText()));
    String shown = String.join(", ", words.subList(0, Math.min(MOST_VALUES, words.size())));
    return words.size() > MOST_VALUES ? shown + ", …" : shown;
  }
}
