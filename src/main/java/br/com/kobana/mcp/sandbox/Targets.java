package br.com.kobana.mcp.sandbox;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Map;

/** Where a transfer goes: a Pix key, an account at another bank, or one at the same bank. */
final class Targets {
  private static final List<String> ACCOUNT =
      List.of("agency_number", "agency_digit", "account_number", "account_digit");

  private static final Map<String, String> PURPOSES =
      Map.of(
          "20", "Pagamento de Fornecedor",
          "30", "Pagamento de Salário",
          "32", "Pagamento de Honorários",
          "90", "Pagamento de Benefícios",
          "98", "Pagamentos Diversos");

  /** How long a transfer to a key can be made. */
  private static final int KEY_DAYS = 3;

  private Targets() {}

  static void check(ObjectNode sent, String kind, Problems problems) {
    switch (kind) {
      case "ted" -> problems.required("bank_account");
      case "internal" -> problems.required("internal");
      default -> {
        problems.required("type");
        if (sent.path("type").asText().equals("bank_account")) {
          problems.required("bank_account");
        } else {
          problems.required("key_type", "key");
        }
      }
    }
  }

  /** Puts the beneficiary, the target and the object named after the kind into a transfer. */
  static void put(ObjectNode transfer, String kind, ObjectNode sent) {
    OffsetDateTime made = OffsetDateTime.parse(transfer.path("created_at").asText());
    ObjectNode beneficiary = transfer.putObject("beneficiary");
    for (String field : List.of("document_number", "name")) {
      beneficiary.put(field, text(sent.path("beneficiary"), field));
    }
    ObjectNode target = transfer.putObject("target");
    target.set("beneficiary", beneficiary.deepCopy());
    target.putNull("bank_account").putNull("internal").putNull("pix").put("transfer_kind", kind);
    boolean toAccount =
        kind.equals("ted")
            || (kind.equals("pix") && sent.path("type").asText().equals("bank_account"));
    ObjectNode own = transfer.putObject(kind);
    if (kind.equals("pix")) {
      pix(own, sent, made.plusDays(KEY_DAYS));
      target.set("pix", own.deepCopy());
    }
    if (toAccount) {
      bankAccount(own, sent.path("bank_account"), beneficiary);
      bankAccount(target.putObject("bank_account"), sent.path("bank_account"), beneficiary);
    }
    if (kind.equals("internal")) {
      ACCOUNT.forEach(field -> own.put(field, text(sent.path("internal"), field)));
      target.set("internal", own.deepCopy());
    }
  }

  /** The code of the purpose with what it means. */
  static void purpose(ObjectNode transfer, ObjectNode sent) {
    String code = sent.path("transfer_purpose").asText("");
    if (!code.isEmpty()) {
      transfer
          .putObject("transfer_purpose")
          .put("code", code)
          .put("description", PURPOSES.getOrDefault(code, "Outros"));
    }
  }

  private static void pix(ObjectNode own, ObjectNode sent, OffsetDateTime expireAt) {
    own.put("pix_type", sent.path("type").asText());
    own.putNull("txid");
    boolean byKey = sent.path("type").asText().equals("key");
    own.put("key", byKey ? text(sent, "key") : null);
    own.put("key_type", byKey ? text(sent, "key_type") : null);
    own.putNull("end_to_end_id");
    if (byKey) {
      own.put("expire_at", Times.stamp(expireAt));
    }
  }

  private static void bankAccount(ObjectNode own, JsonNode sent, ObjectNode beneficiary) {
    own.put("compe_number", sent.path("compe_number").asInt(756));
    own.put("ispb_number", sent.path("ispb_number").asInt(0));
    ACCOUNT.forEach(field -> own.put(field, text(sent, field)));
    own.put("account_type", "checkings");
    own.set("document_number", beneficiary.path("document_number"));
  }

  private static @org.jspecify.annotations.Nullable String text(JsonNode object, String field) {
    return object.hasNonNull(field) ? object.path(field).asText() : null;
  }
}
