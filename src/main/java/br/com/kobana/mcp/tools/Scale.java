package br.com.kobana.mcp.tools;

import br.com.kobana.mcp.catalog.Listing;
import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.format.DateTimeParseException;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * Values in steps, so that {@code gt} is {@code gte} of the next one: dates in days, amounts in
 * cents.
 *
 * @param read the value, or empty where the text is none
 * @param write as the API takes it, or empty beyond its calendar
 * @param form what a value looks like
 */
record Scale<T extends Comparable<? super T>>(
    Function<JsonNode, Optional<T>> read,
    UnaryOperator<T> next,
    UnaryOperator<T> previous,
    Function<T, Optional<String>> write,
    String form) {

  private static final BigDecimal CENT = new BigDecimal("0.01");
  private static final int DATE_LENGTH = 10;
  private static final int LAST_YEAR = 9999;

  static final Scale<LocalDate> DAYS =
      new Scale<>(
          Scale::date,
          d -> d.plusDays(1),
          d -> d.minusDays(1),
          d ->
              d.getYear() < 0 || d.getYear() > LAST_YEAR
                  ? Optional.empty()
                  : Optional.of(d.toString()),
          "a date (YYYY-MM-DD)");

  static final Scale<BigDecimal> CENTS =
      new Scale<>(
          Scale::amount,
          a -> a.add(CENT),
          a -> a.subtract(CENT),
          a -> Optional.of(a.toPlainString()),
          "an amount in reais with at most two decimals");

  static Optional<Scale<?>> of(Listing.Type type) {
    return switch (type) {
      case DATE -> Optional.of(DAYS);
      case AMOUNT -> Optional.of(CENTS);
      case TEXT, INTEGER, DATE_TIME, BOOLEAN, DOCUMENT -> Optional.empty();
    };
  }

  private static Optional<LocalDate> date(JsonNode value) {
    String text = value.isTextual() ? value.textValue() : "";
    if (text.length() != DATE_LENGTH) {
      return Optional.empty();
    }
    try {
      return Optional.of(LocalDate.parse(text));
    } catch (DateTimeParseException e) {
      return Optional.empty();
    }
  }

  private static Optional<BigDecimal> amount(JsonNode value) {
    if (!value.isNumber()) {
      return Optional.empty();
    }
    BigDecimal amount = value.decimalValue();
    return amount.signum() == 0 || amount.stripTrailingZeros().scale() <= 2
        ? Optional.of(amount)
        : Optional.empty();
  }
}
