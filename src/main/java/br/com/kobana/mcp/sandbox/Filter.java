package br.com.kobana.mcp.sandbox;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * A query parameter that narrows a list.
 *
 * @param wanted makes the test out of the parameter's value; throws {@link
 *     IllegalArgumentException} when the value has the wrong form
 */
record Filter(String parameter, Making wanted) {
  /** Makes the test out of the parameter's value, with the account's other records at hand. */
  interface Making {
    Predicate<Row> of(Call call, String value);
  }

  Filter(String parameter, Function<String, Predicate<Row>> wanted) {
    this(parameter, (call, value) -> wanted.apply(value));
  }

  private static final int DATE_LENGTH = "2026-01-01".length();

  /** The field, as text, equals the value. */
  static Filter equal(String parameter, String pointer) {
    JsonPointer field = JsonPointer.compile(pointer);
    return new Filter(parameter, value -> row -> row.json().at(field).asText("").equals(value));
  }

  /** The field is one of the values in a comma list. */
  static Filter oneOf(String parameter, String pointer) {
    JsonPointer field = JsonPointer.compile(pointer);
    return new Filter(
        parameter,
        value -> {
          Set<String> values = Set.copyOf(commaList(value));
          return row -> values.contains(row.json().at(field).asText(""));
        });
  }

  /** The array of texts holds at least one of the values in a comma list. */
  static Filter holds(String parameter, String pointer) {
    JsonPointer field = JsonPointer.compile(pointer);
    return new Filter(
        parameter,
        value -> {
          List<String> values = commaList(value);
          return row -> {
            for (JsonNode tag : row.json().at(field)) {
              if (values.contains(tag.asText())) {
                return true;
              }
            }
            return false;
          };
        });
  }

  /** The parameter is a number that stands for one of the field's words, counted from 0. */
  static Filter code(String parameter, String pointer, String... words) {
    JsonPointer field = JsonPointer.compile(pointer);
    return new Filter(
        parameter,
        value -> {
          int code = Integer.parseInt(value);
          if (code < 0 || code >= words.length) {
            throw new IllegalArgumentException("no such code");
          }
          return row -> row.json().at(field).asText("").equals(words[code]);
        });
  }

  /** Whether the field holds anything: the value is {@code true} or {@code false}. */
  static Filter present(String parameter, String pointer) {
    JsonPointer field = JsonPointer.compile(pointer);
    return new Filter(
        parameter,
        value -> {
          boolean wanted = truth(value);
          return row -> !isUnset(row.json().at(field)) == wanted;
        });
  }

  private static boolean isUnset(JsonNode value) {
    return value.isMissingNode() || value.isNull();
  }

  private static boolean truth(String value) {
    return switch (value) {
      case "true", "1" -> true;
      case "false", "0" -> false;
      default -> throw new IllegalArgumentException("not a truth value");
    };
  }

  /** {@code prefix_from} and {@code prefix_to}: a range of days or times, both ends included. */
  static List<Filter> period(String prefix, String pointer) {
    return List.of(notBefore(prefix + "_from", pointer), notAfter(prefix + "_to", pointer));
  }

  static Filter notBefore(String parameter, String pointer) {
    return time(parameter, pointer, order -> order >= 0);
  }

  static Filter notAfter(String parameter, String pointer) {
    return time(parameter, pointer, order -> order <= 0);
  }

  /** {@code prefix_from} and {@code prefix_to}: a range of amounts, both ends included. */
  static List<Filter> amounts(String prefix, Function<Row, BigDecimal> amount) {
    return List.of(
        new Filter(
            prefix + "_from",
            value -> {
              BigDecimal least = new BigDecimal(value);
              return row -> amount.apply(row).compareTo(least) >= 0;
            }),
        new Filter(
            prefix + "_to",
            value -> {
              BigDecimal most = new BigDecimal(value);
              return row -> amount.apply(row).compareTo(most) <= 0;
            }));
  }

  static List<String> commaList(String value) {
    return Arrays.stream(value.split(",", -1)).map(String::strip).toList();
  }

  /** A day is compared with the field's day, a time with its instant; an unset field is out. */
  private static Filter time(String parameter, String pointer, Predicate<Integer> in) {
    JsonPointer field = JsonPointer.compile(pointer);
    return new Filter(
        parameter,
        value -> {
          boolean day = value.length() <= DATE_LENGTH;
          checkTime(value, day);
          return row -> {
            String held = row.json().at(field).asText("");
            return held.length() >= DATE_LENGTH && in.test(order(held, value, day));
          };
        });
  }

  private static void checkTime(String value, boolean day) {
    try {
      if (day) {
        LocalDate.parse(value);
      } else {
        OffsetDateTime.parse(value);
      }
    } catch (DateTimeParseException e) {
      throw new IllegalArgumentException("not a date", e);
    }
  }

  private static int order(String held, String value, boolean day) {
    if (day) {
      return held.substring(0, DATE_LENGTH).compareTo(value);
    }
    return instant(held).compareTo(OffsetDateTime.parse(value).toInstant());
  }

  private static java.time.Instant instant(String held) {
    return held.length() > DATE_LENGTH
        ? OffsetDateTime.parse(held).toInstant()
        : Times.startOf(LocalDate.parse(held)).toInstant();
  }
}
