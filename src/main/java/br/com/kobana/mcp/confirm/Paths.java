package br.com.kobana.mcp.confirm;

import com.fasterxml.jackson.databind.JsonNode;

/** Dotted fields of JSON. */
final class Paths {
  private Paths() {}

  /** The value at a dotted field; missing where there is none. */
  static JsonNode at(JsonNode value, String field) {
    JsonNode at = value;
    for (String segment : field.split("\\.", -1)) {
      at = at.path(segment);
    }
    return at;
  }

  /** Whether something stands there: not nothing, null, or empty. */
  static boolean has(JsonNode value, String field) {
    JsonNode at = at(value, field);
    return !at.isMissingNode()
        && !at.isNull()
        && !(at.isContainerNode() && at.isEmpty())
        && !(at.isTextual() && at.textValue().isBlank());
  }
}
