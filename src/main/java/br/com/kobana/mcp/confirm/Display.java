package br.com.kobana.mcp.confirm;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** How one value is shown to a person, by the name of its field. */
final class Display {
  private static final Pattern AMOUNT = Pattern.compile("(.*_)?(amount|value)");
  private static final Pattern DECIMAL = Pattern.compile("-?\\d{1,18}(\\.\\d{1,8})?");
  private static final Pattern DOCUMENT =
      Pattern.compile("(.*_)?(cnpj_cpf|cpf_cnpj|cpf|cnpj|document_number|taxpayer_number)");
  private static final Pattern SECRET =
      Pattern.compile(
          "(.*_)?(password|secret|token|credentials?|auth|api_key|secret_key|private_key|keypair"
              + "|certificate|pfx|passphrase)(_.*)?");
  private static final Pattern NOT_SECRET = Pattern.compile(".*_(uid|id|type|kind)");
  private static final Pattern DATE = Pattern.compile("\\d{4}-\\d{2}-\\d{2}");
  private static final Pattern DATE_TIME = Pattern.compile("\\d{4}-\\d{2}-\\d{2}T.{5,30}");
  private static final Pattern NOT_ALPHANUMERIC = Pattern.compile("[^0-9A-Za-z]");
  private static final ZoneId BRASILIA = ZoneId.of("America/Sao_Paulo");
  private static final DateTimeFormatter DAY = DateTimeFormatter.ofPattern("dd/MM/uuuu");
  private static final DateTimeFormatter MINUTE = DateTimeFormatter.ofPattern("dd/MM/uuuu HH:mm");
  private static final int MOST_ELEMENTS = 10;

  private Display() {}

  /** The last segment of a dotted name. */
  static String last(String field) {
    return field.substring(field.lastIndexOf('.') + 1);
  }

  static boolean isSecret(String field) {
    for (String segment : field.split("\\.", -1)) {
      if (SECRET.matcher(segment).matches() && !NOT_SECRET.matcher(segment).matches()) {
        return true;
      }
    }
    return false;
  }

  /** The value of a field on one line. */
  static String of(String field, JsonNode value) {
    if (isSecret(field)) {
      return "(informado, não exibido)";
    }
    if (value.isArray()) {
      return elements(field, value);
    }
    Optional<BigDecimal> amount = amount(field, value);
    if (amount.isPresent()) {
      return Reais.full(amount.get());
    }
    if (value.isBoolean()) {
      return value.booleanValue() ? "sim" : "não";
    }
    return value.isValueNode() ? text(last(field), value.asText()) : "(vários dados)";
  }

  private static String elements(String field, JsonNode array) {
    List<String> shown = new ArrayList<>();
    for (JsonNode element : array) {
      if (shown.size() == MOST_ELEMENTS) {
        shown.add("e mais " + (array.size() - MOST_ELEMENTS));
        break;
      }
      shown.add(of(field, element));
    }
    return shown.isEmpty() ? "(nenhum)" : String.join(", ", shown);
  }

  /** The amount that this is, whether the API writes it as a number or as text. */
  static Optional<BigDecimal> amount(String field, JsonNode value) {
    if (!AMOUNT.matcher(last(field)).matches()) {
      return Optional.empty();
    }
    if (value.isNumber()) {
      return Optional.of(value.decimalValue());
    }
    return value.isTextual() && DECIMAL.matcher(value.textValue()).matches()
        ? Optional.of(new BigDecimal(value.textValue()))
        : Optional.empty();
  }

  private static String text(String name, String text) {
    if (DOCUMENT.matcher(name).matches() || (name.equals("key") && looksLikeDocument(text))) {
      return document(text);
    }
    if (name.equals("account_number")) {
      return account(text);
    }
    return Plain.of(date(text).orElse(text));
  }

  private static Optional<String> date(String text) {
    try {
      if (DATE.matcher(text).matches()) {
        return Optional.of(LocalDate.parse(text).format(DAY));
      }
      if (DATE_TIME.matcher(text).matches()) {
        return Optional.of(
            OffsetDateTime.parse(text).atZoneSameInstant(BRASILIA).format(MINUTE) + " (Brasília)");
      }
    } catch (DateTimeException e) {
      // Text that only looks like a date is shown as it is.
    }
    return Optional.empty();
  }

  private static boolean looksLikeDocument(String key) {
    return (key.length() == 11 || key.length() == 14)
        && key.chars().allMatch(c -> c >= '0' && c <= '9');
  }

  /** A CPF as {@code ***.456.789-**}, a CNPJ as {@code **.345.678/0001-**}; nothing of others. */
  static String document(String text) {
    String id = NOT_ALPHANUMERIC.matcher(text).replaceAll("");
    if (id.length() == 11) {
      return "***." + id.substring(3, 6) + '.' + id.substring(6, 9) + "-**";
    }
    if (id.length() == 14) {
      return "**."
          + id.substring(2, 5)
          + '.'
          + id.substring(5, 8)
          + '/'
          + id.substring(8, 12)
          + "-**";
    }
    return "***";
  }

  private static String account(String text) {
    String id = NOT_ALPHANUMERIC.matcher(text).replaceAll("");
    return "***" + id.substring(Math.max(0, id.length() - (id.length() > 4 ? 4 : 2)));
  }
}
