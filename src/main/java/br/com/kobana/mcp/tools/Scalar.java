package br.com.kobana.mcp.tools;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Optional;

/** A JSON scalar as the text of a path segment or a query parameter. */
final class Scalar {
  private Scalar() {}

  /** Numbers are written out with all their digits; empty for null, arrays and objects. */
  static Optional<String> text(JsonNode value) {
    if (value.isTextual()) {
      return Optional.of(value.textValue());
    }
    if (value.isBigDecimal()) {
      return Optional.of(value.decimalValue().toPlainString());
    }
    return value.isNumber() || value.isBoolean() ? Optional.of(value.asText()) : Optional.empty();
  }
}
