package br.com.kobana.mcp.sandbox;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.DecimalNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigDecimal;
import java.util.Set;
import java.util.StringJoiner;

/** Moves the fields of a request's body into a record. */
final class Fields {
  /** What only the API writes, in every kind of record. */
  static final Set<String> READ_ONLY =
      Set.of(
          "id",
          "uid",
          "status",
          "registration_status",
          "created_at",
          "updated_at",
          "created_via_api",
          "tag_list");

  private static final int PLACES = 2;

  private Fields() {}

  /**
   * Copies the fields that the record has, except those only the API writes. Amounts get two
   * places; everything else keeps its digits.
   */
  static void copy(ObjectNode from, ObjectNode to, Set<String> readOnly) {
    from.properties()
        .forEach(
            field -> {
              String name = field.getKey();
              if (to.has(name) && !readOnly.contains(name)) {
                to.set(name, money(name) ? amount(field.getValue()) : field.getValue().deepCopy());
              }
            });
    if (from.has("tags") && to.has("tag_list")) {
      to.put("tag_list", tagList(to.path("tags")));
    }
  }

  /** The number with at least two places; anything else as it is. */
  static JsonNode amount(JsonNode value) {
    return value.isNumber() ? DecimalNode.valueOf(amount(value.decimalValue())) : value;
  }

  static BigDecimal amount(BigDecimal value) {
    return value.scale() < PLACES ? value.setScale(PLACES) : value;
  }

  /** So many cents, in reais. */
  static BigDecimal cents(long cents) {
    return BigDecimal.valueOf(cents, PLACES);
  }

  private static boolean money(String name) {
    return name.equals("amount") || name.endsWith("_amount") || name.endsWith("_value");
  }

  private static String tagList(JsonNode tags) {
    StringJoiner list = new StringJoiner(",");
    tags.forEach(tag -> list.add(tag.asText()));
    return list.toString();
  }
}
