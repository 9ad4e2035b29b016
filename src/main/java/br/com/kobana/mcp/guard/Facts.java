package br.com.kobana.mcp.guard;

import br.com.kobana.mcp.catalog.Spend;
import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What a call would pay and to whom, as far as it can be told. What cannot be told for one of
 * several payments cannot be told for the call.
 *
 * @param amount in BRL, of all payments together, more than zero
 * @param payees of all payments, in the spelling of {@link Payee}
 * @param missing why the one that is empty is empty
 */
record Facts(Optional<BigDecimal> amount, Optional<Set<String>> payees, String missing) {
  /** What no amount of money has; sums of such numbers would fill the memory. */
  private static final int MOST_DIGITS = 40;

  /** Nothing is known, and this is why. */
  static Facts unknown(String missing) {
    return new Facts(Optional.empty(), Optional.empty(), missing);
  }

  /** Of the arguments, or of the record where the call acts on one. */
  static Facts of(Spend spend, JsonNode source) {
    if (spend.items().isEmpty()) {
      return of(spend, List.of(source));
    }
    JsonNode items = at(source, spend.items().get());
    if (!items.isArray() || items.isEmpty()) {
      return unknown("\"" + spend.items().get() + "\" lists nothing");
    }
    List<JsonNode> payments = new ArrayList<>();
    for (JsonNode item : items) {
      // What it says beside the uid is not what is paid.
      if (!spend.record() && (item.hasNonNull("uid") || item.hasNonNull("id"))) {
        return unknown(
            "\""
                + spend.items().get()
                + "\" names one by its uid: give amount and payee of each instead, or approve it"
                + " where it is");
      }
      payments.add(item);
    }
    return of(spend, payments);
  }

  private static Facts of(Spend spend, List<JsonNode> payments) {
    Optional<BigDecimal> total = Optional.of(BigDecimal.ZERO);
    Set<String> payees = new LinkedHashSet<>();
    boolean allPayees = true;
    for (JsonNode payment : payments) {
      Optional<BigDecimal> amount = amount(spend, payment);
      total = total.flatMap(sum -> amount.map(sum::add));
      List<String> own = payees(spend, payment);
      allPayees = allPayees && !own.isEmpty();
      payees.addAll(own);
    }
    return new Facts(
        total,
        allPayees ? Optional.of(payees) : Optional.empty(),
        payments.size() > 1 ? "not every payment in it says so" : "the call does not say so");
  }

  /** The largest of those that are there; none where one of them is no amount. */
  private static Optional<BigDecimal> amount(Spend spend, JsonNode payment) {
    Optional<BigDecimal> largest = Optional.empty();
    for (String field : spend.amount()) {
      JsonNode value = at(payment, field);
      if (value.isMissingNode() || value.isNull()) {
        continue;
      }
      Optional<BigDecimal> amount = number(value);
      if (amount.isEmpty() || amount.get().signum() < 0) {
        return Optional.empty();
      }
      largest = Optional.of(amount.get().max(largest.orElse(BigDecimal.ZERO)));
    }
    return largest.filter(amount -> amount.signum() > 0);
  }

  /** The API writes amounts as numbers and as text. */
  private static Optional<BigDecimal> number(JsonNode value) {
    BigDecimal number;
    if (value.isNumber()) {
      number = value.decimalValue();
    } else if (value.isTextual() && value.textValue().matches("\\d{1,18}(\\.\\d{1,8})?")) {
      number = new BigDecimal(value.textValue());
    } else {
      return Optional.empty();
    }
    boolean money =
        number.precision() <= MOST_DIGITS && Math.abs((long) number.scale()) <= MOST_DIGITS;
    return money ? Optional.of(number) : Optional.empty();
  }

  private static List<String> payees(Spend spend, JsonNode payment) {
    return spend.payee().stream()
        .map(field -> Payee.of(at(payment, field)))
        .flatMap(Optional::stream)
        .toList();
  }

  private static JsonNode at(JsonNode value, String field) {
    return value.at(JsonPointer.compile('/' + field.replace('.', '/')));
  }
}
