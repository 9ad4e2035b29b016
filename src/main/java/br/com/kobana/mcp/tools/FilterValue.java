package br.com.kobana.mcp.tools;

import br.com.kobana.mcp.catalog.Listing.Filter;
import com.fasterxml.jackson.databind.JsonNode;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.util.Locale;
import java.util.Optional;

/** One value of a filter as the API takes it. */
final class FilterValue {
  private static final int CPF = 11;
  private static final int CNPJ = 14;

  private FilterValue() {}

  /**
   * @throws BadArguments where the value is not of the filter's type; its text never holds the
   *     value
   */
  static String text(Filter filter, JsonNode value) throws BadArguments {
    String text =
        switch (filter.type()) {
          case TEXT -> value.isTextual() ? value.textValue() : Scalar.text(value).orElse("");
          case INTEGER -> value.isIntegralNumber() || isDigits(value) ? value.asText() : "";
          case BOOLEAN -> value.isBoolean() ? value.asText() : "";
          case DATE_TIME -> isDateTime(value) ? value.textValue() : "";
          case DOCUMENT -> value.isTextual() ? masked(value.textValue()).orElse("") : "";
          case DATE -> stepped(Scale.DAYS, value);
          case AMOUNT -> stepped(Scale.CENTS, value);
        };
    if (text.isBlank()) {
      throw new BadArguments(FilterQuery.path(filter) + " must be " + form(filter) + ".");
    }
    if (!filter.values().isEmpty() && !filter.values().contains(text)) {
      throw new BadArguments(
          FilterQuery.path(filter) + " must be one of " + String.join(", ", filter.values()) + ".");
    }
    return text;
  }

  private static <T extends Comparable<? super T>> String stepped(Scale<T> scale, JsonNode value) {
    return scale.read().apply(value).flatMap(scale.write()).orElse("");
  }

  private static boolean isDigits(JsonNode value) {
    return value.isTextual() && value.textValue().chars().allMatch(c -> c >= '0' && c <= '9');
  }

  private static boolean isDateTime(JsonNode value) {
    if (!value.isTextual()) {
      return false;
    }
    try {
      OffsetDateTime.parse(value.textValue());
      return true;
    } catch (DateTimeParseException e) {
      return false;
    }
  }

  /**
   * A CPF as {@code 000.000.000-00}, a CNPJ (whose first twelve characters may be letters) as
   * {@code XX.XXX.XXX/XXXX-XX}: the filters of v1 know documents only masked.
   */
  static Optional<String> masked(String document) {
    StringBuilder bare = new StringBuilder(CNPJ);
    for (int i = 0; i < document.length(); i++) {
      char c = document.charAt(i);
      if ((c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z')) {
        bare.append(c);
      } else if (".-/ ".indexOf(c) < 0) {
        return Optional.empty();
      }
    }
    String text = bare.toString().toUpperCase(Locale.ROOT);
    if (text.length() == CPF && digitsFrom(text, 0)) {
      return Optional.of(
          text.substring(0, 3)
              + '.'
              + text.substring(3, 6)
              + '.'
              + text.substring(6, 9)
              + '-'
              + text.substring(9));
    }
    if (text.length() == CNPJ && digitsFrom(text, 12)) {
      return Optional.of(
          text.substring(0, 2)
              + '.'
              + text.substring(2, 5)
              + '.'
              + text.substring(5, 8)
              + '/'
              + text.substring(8, 12)
              + '-'
              + text.substring(12));
    }
    return Optional.empty();
  }

  private static boolean digitsFrom(String text, int start) {
    return text.chars().skip(start).allMatch(c -> c >= '0' && c <= '9');
  }

  private static String form(Filter filter) {
    return switch (filter.type()) {
      case TEXT -> "a text that is not empty";
      case INTEGER -> "a whole number";
      case BOOLEAN -> "true or false";
      case DATE_TIME -> "a time in ISO 8601 with an offset";
      case DOCUMENT -> "a CPF (11 digits) or a CNPJ (14 characters), masked or not";
      case DATE -> Scale.DAYS.form();
      case AMOUNT -> Scale.CENTS.form();
    };
  }
}
