package br.com.kobana.mcp.guard;

import br.com.kobana.mcp.settings.GuardSettings;
import com.fasterxml.jackson.databind.JsonNode;
import java.util.Optional;

/**
 * How a payee is spelt: a Pix key or a code as it is in lower case, a document without its
 * punctuation, an account as {@code bank/agency/account}: the COMPE number ({@code 341}), with the
 * ISPB behind a colon where one is given ({@code 341:60701190}), {@code internal} where no bank is
 * named; digits behind a dash where there are any ({@code 1234-5}).
 */
final class Payee {
  private Payee() {}

  /** Of a field that is one, or of an account; nothing of what is neither. */
  static Optional<String> of(JsonNode value) {
    if (value.isObject()) {
      return text(value, "account_number").map(number -> account(value, number));
    }
    return value.isValueNode() ? scalar(value) : Optional.empty();
  }

  private static Optional<String> scalar(JsonNode value) {
    String text = value.isNull() ? "" : GuardSettings.payee(value.asText());
    return text.isEmpty() ? Optional.empty() : Optional.of(text);
  }

  private static String account(JsonNode account, String number) {
    String bank =
        text(account, "compe_number").orElse("internal")
            + text(account, "ispb_number").map(ispb -> ':' + ispb).orElse("");
    String agency =
        text(account, "agency_number").orElse("")
            + text(account, "agency_digit").map(digit -> '-' + digit).orElse("");
    return bank
        + '/'
        + agency
        + '/'
        + number
        + text(account, "account_digit").map(digit -> '-' + digit).orElse("");
  }

  /** A bank without a number is written as 0. */
  private static Optional<String> text(JsonNode account, String field) {
    return scalar(account.path(field))
        .filter(text -> !(field.equals("ispb_number") && text.equals("0")));
  }
}
