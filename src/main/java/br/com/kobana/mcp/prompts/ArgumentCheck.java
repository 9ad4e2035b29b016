package br.com.kobana.mcp.prompts;

import br.com.kobana.mcp.upstream.ApiPath;
import java.time.LocalDate;
import java.time.format.DateTimeParseException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** Whether a value can be an argument's. An objection never repeats the value: it may be a CPF. */
final class ArgumentCheck {
  private static final Pattern AMOUNT = Pattern.compile("\\d{1,15}(\\.\\d{1,2})?");
  private static final Pattern CPF = Pattern.compile("\\d{3}\\.?\\d{3}\\.?\\d{3}-?\\d{2}");
  private static final Pattern CNPJ =
      Pattern.compile("[0-9A-Z]{2}\\.?[0-9A-Z]{3}\\.?[0-9A-Z]{3}/?[0-9A-Z]{4}-?\\d{2}");

  private ArgumentCheck() {}

  /**
   * Why the value cannot be the argument's, as the end of a sentence; empty where it can.
   *
   * @param allowed the values open to this caller; empty where any of the type is
   */
  static Optional<String> objection(Prompt.Argument argument, String value, List<String> allowed) {
    if (value.codePointCount(0, value.length()) > argument.maxLength()) {
      return Optional.of("must not be longer than " + argument.maxLength() + " characters");
    }
    if (value.codePoints().anyMatch(ArgumentCheck::isInvisible)) {
      return Optional.of("must not hold line breaks, control or invisible characters");
    }
    if (!argument.values().isEmpty()) {
      List<String> given = argument.many() ? items(value) : List.of(value);
      return allowed.containsAll(given)
          ? Optional.empty()
          : Optional.of(
              (argument.many() ? "must be a comma list of " : "must be one of ")
                  + String.join(", ", allowed));
    }
    return ofType(argument.type(), value);
  }

  private static List<String> items(String value) {
    return Arrays.stream(value.split(",", -1)).map(String::strip).toList();
  }

  private static Optional<String> ofType(Prompt.Type type, String value) {
    return switch (type) {
      case TEXT -> Optional.empty();
      case ID -> ApiPath.objection(value);
      case DATE -> unless(isDate(value), "must be a date such as 2026-11-30");
      case AMOUNT ->
          unless(
              AMOUNT.matcher(value).matches() && value.chars().anyMatch(c -> c >= '1' && c <= '9'),
              "must be an amount in reais above zero such as 1234.56");
      case DOCUMENT ->
          unless(
              CPF.matcher(value).matches() || CNPJ.matcher(value).matches(),
              "must be a CPF or a CNPJ, with or without mask");
      case BILLET_CODE ->
          unless(isBilletCode(value), "must be the 44, 47 or 48 digits of a boleto");
      case INTEGER -> unless(value.matches("\\d{1,9}"), "must be a whole number");
    };
  }

  private static Optional<String> unless(boolean fine, String objection) {
    return fine ? Optional.empty() : Optional.of(objection);
  }

  private static boolean isDate(String value) {
    try {
      return value.matches("\\d{4}-\\d{2}-\\d{2}") && LocalDate.parse(value).getYear() > 0;
    } catch (DateTimeParseException e) {
      return false;
    }
  }

  private static boolean isBilletCode(String value) {
    if (!value.matches("[0-9 .-]+")) {
      return false;
    }
    int digits = value.replaceAll("[^0-9]", "").length();
    return digits == 44 || digits == 47 || digits == 48;
  }

  /**
   * What a person does not see or what turns the text around them; the two joiners that emoji and
   * some scripts are written with are let through.
   */
  private static boolean isInvisible(int c) {
    return switch (Character.getType(c)) {
      case Character.CONTROL,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR,
          Character.SURROGATE ->
          true;
      case Character.FORMAT -> c != 0x200c && c != 0x200d;
      default -> false;
    };
  }
}
