package br.com.kobana.mcp.catalog;

import br.com.kobana.mcp.jsonrpc.Json;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/**
 * Turns a field as written in the catalogue into its JSON Schema (2020-12), and says what in it is
 * wrong.
 *
 * <p>What is written is JSON Schema with these differences: one type and never a list of types; an
 * object closes itself unless it says {@code open: true}; a bare word is short for {@code {type:
 * word}}; an array always says what its items are.
 */
final class FieldSchemas {
  private static final int MAX_DESCRIPTION_WORDS = 20;
  private static final List<String> TYPES =
      List.of("string", "integer", "number", "boolean", "array", "object");
  private static final List<String> FORMATS =
      List.of("date", "date-time", "time", "email", "uri", "uuid");
  private static final Map<String, Set<String>> KEYWORDS =
      Map.of(
          "string", Set.of("format", "pattern", "minLength", "maxLength"),
          "integer", Set.of("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"),
          "number", Set.of("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"),
          "boolean", Set.of(),
          "array", Set.of("items", "minItems", "maxItems", "uniqueItems"),
          "object", Set.of("properties", "required", "open", "minProperties"));
  private static final List<String> COUNTS =
      List.of("minLength", "maxLength", "minItems", "maxItems", "minProperties");
  private static final List<String> BOUNDS =
      List.of("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum");

  private FieldSchemas() {}

  /** The schema of a field written as a word or as a mapping. */
  static ObjectNode read(JsonNode written, Location location) {
    if (written.isTextual()) {
      return read(Json.object().put("type", written.textValue()), location);
    }
    Section section = Section.of(written, location);
    ObjectNode schema = read(section);
    section.end();
    return schema;
  }

  /** The schema of a field whose other keys the caller reads; the caller ends the section. */
  static ObjectNode read(Section section) {
    ObjectNode schema = Json.object();
    String type = section.requiredText("type");
    if (!TYPES.contains(type)) {
      if (!type.isEmpty()) {
        at(section, "type").problem('"' + type + "\" is not one of " + String.join(", ", TYPES));
      }
      return schema;
    }
    schema.put("type", type);
    section
        .text("description")
        .ifPresent(d -> schema.put("description", words(d, MAX_DESCRIPTION_WORDS, section)));
    readEnum(section, type, schema);
    KEYWORDS.getOrDefault(type, Set.of()).stream()
        .sorted()
        .forEach(keyword -> readKeyword(section, keyword, schema));
    if (type.equals("array") && !section.has("items")) {
      at(section, "items").problem("is missing: an array says what it holds");
    }
    if (type.equals("object")) {
      closeObject(section, schema);
    }
    return schema;
  }

  /** The text with its white space folded; too many words are a problem. */
  static String words(String text, int most, Section section) {
    String[] words = text.strip().split("\\s+");
    if (words.length > most) {
      at(section, "description")
          .problem("has " + words.length + " words, " + most + " are allowed");
    }
    return String.join(" ", words);
  }

  private static void readKeyword(Section section, String keyword, ObjectNode schema) {
    if (keyword.equals("properties") || keyword.equals("required") || keyword.equals("open")) {
      return;
    }
    section
        .value(keyword)
        .ifPresent(
            value -> {
              Location at = at(section, keyword);
              if (keyword.equals("items")) {
                schema.set(keyword, read(value, at));
              } else {
                check(keyword, value, at);
                schema.set(keyword, value);
              }
            });
  }

  private static void check(String keyword, JsonNode value, Location at) {
    if (COUNTS.contains(keyword) && !(value.isInt() && value.intValue() >= 0)) {
      at.problem("is " + Section.describe(value) + ", a whole number is needed");
    } else if (BOUNDS.contains(keyword) && !value.isNumber()) {
      at.problem("is " + Section.describe(value) + ", a number is needed");
    } else if (keyword.equals("uniqueItems") && !value.isBoolean()) {
      at.problem("is " + Section.describe(value) + ", true or false is needed");
    } else if (keyword.equals("format") && !FORMATS.contains(value.asText())) {
      at.problem(Section.describe(value) + " is not one of " + String.join(", ", FORMATS));
    } else if (keyword.equals("pattern")) {
      try {
        Pattern.compile(value.asText());
      } catch (PatternSyntaxException e) {
        at.problem("is not a regular expression: " + e.getDescription());
      }
    }
  }

  private static void readEnum(Section section, String type, ObjectNode schema) {
    section
        .value("enum")
        .ifPresent(
            values -> {
              Location at = at(section, "enum");
              if (!values.isArray() || values.isEmpty()) {
                at.problem("is " + Section.describe(values) + ", a list of values is needed");
                return;
              }
              Set<JsonNode> seen = new LinkedHashSet<>();
              for (JsonNode value : values) {
                if (!isOf(type, value)) {
                  at.problem(value + " is not of type " + type);
                } else if (!seen.add(value)) {
                  at.problem("names " + value.asText() + " twice");
                }
              }
              schema.set("enum", values);
            });
  }

  private static boolean isOf(String type, JsonNode value) {
    return switch (type) {
      case "string" -> value.isTextual();
      case "integer" -> value.isIntegralNumber();
      case "number" -> value.isNumber();
      default -> false;
    };
  }

  private static void closeObject(Section section, ObjectNode schema) {
    boolean open = section.flag("open").orElse(false);
    ObjectNode properties = Json.object();
    section
        .members("properties")
        .forEach(
            (name, written) ->
                properties.set(name, read(written, at(section, "properties").at(name))));
    if (properties.isEmpty() && !open) {
      section.location().problem("is an object without properties; say open: true if any may come");
    }
    if (!properties.isEmpty()) {
      schema.set("properties", properties);
    }
    ArrayNode required = Json.array();
    for (String name : section.texts("required")) {
      if (properties.has(name)) {
        required.add(name);
      } else {
        at(section, "required").problem(name + " is not among the properties");
      }
    }
    if (!required.isEmpty()) {
      schema.set("required", required);
    }
    schema.put("additionalProperties", open);
  }

  private static Location at(Section section, String key) {
    return section.location().at(key);
  }
}
