package br.com.kobana.mcp.resources;

import br.com.kobana.mcp.catalog.RecordType;
import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.time.LocalDate;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * What tells a person which record it is: {@code Boleto: José da Silva · R$ 1.234,56 · 25/08/2026}.
 */
final class RecordTitle {
  private static final int MAX_PART = 80;
  private static final DateTimeFormatter BRAZILIAN = DateTimeFormatter.ofPattern("dd/MM/uuuu");

  /** Digits before and after the comma beyond which a number is no amount of money. */
  private static final int MAX_DIGITS = 30;

  private RecordTitle() {}

  /**
   * @param hidden dotted fields that are masked and so never shown
   * @param id stands in where none of the fields has a value
   */
  static String of(RecordType type, JsonNode row, List<String> hidden, String id) {
    List<String> parts =
        type.titleFields().stream()
            .filter(field -> hidden.stream().noneMatch(h -> covers(h, field)))
            .flatMap(field -> part(field, at(row, field)).stream())
            .toList();
    return parts.isEmpty()
        ? type.title() + " " + id
        : type.title() + ": " + String.join(" · ", parts);
  }

  /** The value of a dotted field; missing where there is none. */
  static JsonNode at(JsonNode row, String dotted) {
    JsonNode node = row;
    for (String name : dotted.split("\\.", -1)) {
      node = node.path(name);
    }
    return node;
  }

  private static boolean covers(String hidden, String field) {
    return field.equals(hidden) || field.startsWith(hidden + ".");
  }

  private static Optional<String> part(String field, JsonNode value) {
    if (field.endsWith("amount") || field.endsWith("balance")) {
      return amount(value).flatMap(RecordTitle::reais);
    }
    if (value.isTextual()) {
      return Optional.of(clean(date(value.textValue()))).filter(text -> !text.isEmpty());
    }
    return value.isIntegralNumber() && value.asText().length() <= MAX_DIGITS
        ? Optional.of(value.asText())
        : Optional.empty();
  }

  private static Optional<BigDecimal> amount(JsonNode value) {
    if (value.isNumber()) {
      return Optional.of(value.decimalValue());
    }
    return value.isTextual() && value.textValue().matches("-?\\d{1,20}(\\.\\d{1,10})?")
        ? Optional.of(new BigDecimal(value.textValue()))
        : Optional.empty();
  }

  /** Brazilian reais, two places, more where the number has more: nothing is rounded. */
  private static Optional<String> reais(BigDecimal amount) {
    if (amount.precision() > MAX_DIGITS || Math.abs((long) amount.scale()) > MAX_DIGITS) {
      return Optional.empty();
    }
    DecimalFormatSymbols symbols = new DecimalFormatSymbols(Locale.ROOT);
    symbols.setGroupingSeparator('.');
    symbols.setDecimalSeparator(',');
    DecimalFormat format = new DecimalFormat("#,##0.00", symbols);
    format.setMaximumFractionDigits(MAX_DIGITS);
    String sign = amount.signum() < 0 ? "-" : "";
    return Optional.of(sign + "R$ " + format.format(amount.abs()));
  }

  /** The day as the API wrote it: moving it to another offset could move it to another day. */
  private static String date(String text) {
    if (!text.matches("\\d{4}-\\d{2}-\\d{2}(T.*)?")) {
      return text;
    }
    try {
      return BRAZILIAN.format(LocalDate.parse(text.substring(0, 10)));
    } catch (DateTimeParseException e) {
      return text;
    }
  }

  /** One line of printable text. */
  private static String clean(String text) {
    StringBuilder out = new StringBuilder();
    text.codePoints()
        .map(c -> isPrintable(c) ? c : ' ')
        .limit(MAX_PART)
        .forEach(out::appendCodePoint);
    return out.toString().strip().replaceAll(" {2,}", " ");
  }

  private static boolean isPrintable(int c) {
    return switch (Character.getType(c)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.SURROGATE,
          Character.PRIVATE_USE,
          Character.UNASSIGNED,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR ->
          false;
      default -> true;
    };
  }
}
