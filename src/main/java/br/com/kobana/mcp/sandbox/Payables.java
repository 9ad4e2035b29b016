package br.com.kobana.mcp.sandbox;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Set;

/** What a payment pays: the object of the payment that is named after its kind. */
final class Payables {
  private static final Set<Integer> CODE_LENGTHS = Set.of(44, 47, 48);

  private static final List<String> DARF =
      List.of(
          "calculation_date",
          "expire_at",
          "reference_number",
          "taxpayer_number",
          "taxpayer_name",
          "tax_code");

  private static final List<String> DARF_AMOUNTS =
      List.of("fine_amount", "interest_amount", "gross_income_amount");

  private Payables() {}

  /** What is wrong with the kind's own fields, sent beside those of every payment. */
  static Problems check(ObjectNode sent, PaymentKind kind, Problems problems) {
    problems.required(kind.required());
    boolean byData = kind == PaymentKind.TAX && sent.path("format").asText("").equals("data");
    if (byData) {
      return problems.required("data");
    }
    if (kind == PaymentKind.PIX || kind == PaymentKind.DARF) {
      return problems.date("expire_at").date("calculation_date");
    }
    if (problems.absent("code")) {
      return kind == PaymentKind.TAX ? problems.required("code") : problems;
    }
    int digits = Documents.plain(sent.path("code").asText()).length();
    return CODE_LENGTHS.contains(digits)
        ? problems
        : problems.add("payable.code", "precisa conter 44, 47 ou 48 dígitos");
  }

  /** Puts the object into the payment, its beneficiary with it. */
  static void put(ObjectNode payment, PaymentKind kind, JsonNode sent) {
    ObjectNode own = payment.putObject(kind.wireName());
    switch (kind) {
      case PIX -> own.set("qrcode", sent.path("qrcode"));
      case BANK_BILLET, UTILITY -> own.set("code", sent.path("code"));
      case TAX -> tax(own, sent);
      case DARF -> darf(own, sent);
    }
    if (kind != PaymentKind.DARF) {
      own.set("beneficiary", payment.path("beneficiary").deepCopy());
    }
  }

  private static void tax(ObjectNode own, JsonNode sent) {
    own.put("format", sent.path("format").asText("code"));
    own.set("kind", sent.path("kind"));
    own.put("code", sent.hasNonNull("code") ? sent.path("code").asText() : null);
    if (sent.path("data") instanceof ObjectNode data) {
      own.set("data", data.deepCopy());
    } else {
      own.putNull("data");
    }
  }

  private static void darf(ObjectNode own, JsonNode sent) {
    own.putNull("code");
    for (String field : DARF) {
      own.put(field, sent.hasNonNull(field) ? sent.path(field).asText() : null);
    }
    for (String field : DARF_AMOUNTS) {
      own.put(field, Fields.cents(0));
      if (sent.path(field).isNumber()) {
        own.set(field, Fields.amount(sent.path(field)));
      }
    }
  }
}
