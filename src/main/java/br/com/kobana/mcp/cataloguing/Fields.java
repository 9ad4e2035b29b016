package br.com.kobana.mcp.cataloguing;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * A schema spread out: every value it describes by its path, {@code customer.name} inside an object
 * and {@code payments[].amount} inside the elements of an array.
 */
final class Fields {
  /** Schemas of the API refer to themselves; nothing that is asked for lies deeper. */
  private static final int DEEPEST = 8;

  private final UnaryOperator<JsonNode> resolve;

  /**
   * @param resolve what a reference stands for
   */
  Fields(UnaryOperator<JsonNode> resolve) {
    this.resolve = resolve;
  }

  /** The fields inside the schema, not the schema itself. */
  Map<String, Field> inside(JsonNode schema) {
    Map<String, Field> fields = new LinkedHashMap<>();
    spread(resolve.apply(schema), "", 0, fields);
    return fields;
  }

  /** The field of this path and everything inside it. */
  Map<String, Field> of(String path, JsonNode schema, boolean required) {
    Map<String, Field> fields = new LinkedHashMap<>();
    add(path, schema, required, 0, fields);
    return fields;
  }

  private void spread(JsonNode schema, String prefix, int depth, Map<String, Field> into) {
    if (depth > DEEPEST) {
      return;
    }
    Set<String> required = new HashSet<>();
    schema.path("required").forEach(name -> required.add(name.asText()));
    schema
        .path("properties")
        .properties()
        .forEach(
            e ->
                add(
                    prefix + e.getKey(),
                    e.getValue(),
                    required.contains(e.getKey()),
                    depth + 1,
                    into));
    for (JsonNode part : schema.path("allOf")) {
      spread(resolve.apply(part), prefix, depth + 1, into);
    }
    // What stands outside the alternatives may name as required what only they describe.
    for (String name : required) {
      into.computeIfPresent(prefix + name, (path, field) -> field.needed());
    }
    for (String keyword : new String[] {"oneOf", "anyOf"}) {
      alternatives(schema.path(keyword), prefix, depth, into);
    }
    if (schema.has("items") && !prefix.isEmpty()) {
      spread(resolve.apply(schema.path("items")), prefix, depth + 1, into);
    }
  }

  /** A field is required only where every alternative requires it. */
  private void alternatives(JsonNode parts, String prefix, int depth, Map<String, Field> into) {
    Map<String, Field> all = new LinkedHashMap<>();
    boolean first = true;
    for (JsonNode part : parts) {
      Map<String, Field> one = new LinkedHashMap<>();
      spread(resolve.apply(part), prefix, depth + 1, one);
      for (Map.Entry<String, Field> field : one.entrySet()) {
        boolean everywhere = first || all.containsKey(field.getKey());
        Field own = everywhere ? field.getValue() : field.getValue().optional();
        all.merge(field.getKey(), own, Field::or);
      }
      if (!first) {
        all.replaceAll((path, field) -> one.containsKey(path) ? field : field.optional());
      }
      first = false;
    }
    all.forEach(into::putIfAbsent);
  }

  private void add(
      String path, JsonNode written, boolean required, int depth, Map<String, Field> into) {
    JsonNode schema = resolve.apply(written);
    Set<String> values = new LinkedHashSet<>();
    JsonNode element = resolve.apply(schema.path("items"));
    JsonNode enumerated = schema.has("enum") ? schema.path("enum") : element.path("enum");
    enumerated.forEach(
        value -> {
          if (!value.isNull()) {
            values.add(value.asText());
          }
        });
    Map<String, Field> inside = new LinkedHashMap<>();
    spread(schema, path + (isArray(schema) ? "[]." : "."), depth, inside);
    JsonNode holder = isArray(schema) ? element : schema;
    boolean open =
        inside.isEmpty()
            && (holder.path("type").asText().equals("object")
                || holder.path("type").isMissingNode())
            && !holder.has("enum");
    boolean readOnly =
        schema.path("readOnly").asBoolean(false) || written.path("readOnly").asBoolean(false);
    Field field = new Field(required, values, open, readOnly);
    into.merge(path, field, (old, now) -> old.required() ? now.needed() : now);
    inside.forEach(into::putIfAbsent);
  }

  private static boolean isArray(JsonNode schema) {
    return schema.path("type").asText().equals("array") || schema.has("items");
  }
}
