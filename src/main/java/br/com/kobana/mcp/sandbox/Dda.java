package br.com.kobana.mcp.sandbox;

import br.com.kobana.mcp.jsonrpc.Json;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;

/**
 * DDA, which shows the boletos others issued against the account's document: {@code
 * /v2/payment/dda_accounts} and {@code /v2/payment/dda_bank_billets}.
 */
final class Dda {
  private static final Duration COOLDOWN = Duration.ofMinutes(21);

  private static final Template ACCOUNT =
      Template.of(
          """
          name external_letter_status letter_signed_url error_message enabled_at disabled_at
          enable_requested_at disable_requested_at validated_at rejected_at rejection_reason
          bank_billets_sync_last_updated_at business_legal_name phone_number cnpj
          """,
          """
          {"signers":[],"editable":true,"status":"pending","letter_status":"creating",
           "address":{}}
          """);

  private static final Set<String> ADDRESS =
      Set.of("zip_code", "street", "number", "complement", "neighborhood", "city_name", "state");

  private static final Template BILLET =
      Template.of(
          """
          reference_month reduction_amount released_at rejected_at payment_uid dda_account_uid
          """,
          """
          {"status":"pending","external_status":"open","description":"Boleto de fornecedor",
           "min_payment_amount":1.00,"beneficiary_name":"Distribuidora Ipê Ltda.",
           "beneficiary_cnpj_cpf":"11.222.333/0001-81","beneficiary_bank_name":"SICOOB",
           "beneficiary_bank_number":"756","owner_cnpj_cpf":"11.222.333/0001-81",
           "owner_person_name":"Padaria Aurora Ltda.","fine_amount":2.00,"fine_percentage":2.00,
           "interest_amount":1.00,"interest_percentage":1.00,"discount_amount":0.00,
           "allow_parcial_payment":false}
          """);

  private Dda() {}

  static List<Operation> operations() {
    Resource accounts =
        Resource.at("/v2/payment/dda_accounts", Kind.DDA_ACCOUNT, "payment.dda_accounts")
            .list()
            .get()
            .create(Dda::check, Dda::make)
            .update(Dda::update)
            .onItem("PUT", "/enable", Dda::enable)
            .onItem("PUT", "/disable", Dda::disable);
    Resource billets =
        Resource.at(
                "/v2/payment/dda_bank_billets", Kind.DDA_BANK_BILLET, "payment.dda.bank_billets")
            .list()
            .get()
            .delete(Writes.remove(Kind.DDA_BANK_BILLET))
            .onItem("PUT", "/reject", (call, row) -> decide(call, row, "rejected", "rejeitado"))
            .onItem("PUT", "/release", (call, row) -> decide(call, row, "released", "liberado"));
    return Stream.of(accounts, billets)
        .flatMap(resource -> resource.operations().stream())
        .toList();
  }

  static ObjectNode accountFields(long id, String uid, String cnpj, String stamp) {
    return ACCOUNT.record(0, uid, stamp).put("cnpj", cnpj).put("name", "DDA " + id);
  }

  static ObjectNode billetFields(long id, String uid, Row account, String due, String stamp) {
    String free = String.format(Locale.ROOT, "%025d", 9_000_000_000L + id);
    return BILLET
        .record(0, uid, stamp)
        .put("barcode", "75691100000000" + String.format(Locale.ROOT, "%05d", id) + free)
        .put("line", "75691.00000 00000.000000 00000.000000 1 10000000" + (10_000 + id))
        .put("our_number", Long.toString(880_000 + id))
        .put("nominal_amount", Fields.cents(12_000 + 100 * id))
        .put("amount", Fields.cents(12_000 + 100 * id))
        .put("max_payment_amount", Fields.cents(12_000 + 100 * id))
        .put("expire_at", due)
        .put("issue_date", stamp.substring(0, 10))
        .put("fine_date", due)
        .put("interest_date", due)
        .put("discount_date", stamp.substring(0, 10))
        .put("dda_account_uid", account.uid());
  }

  private static Problems check(Call call) {
    return new Problems(call.body()).required("cnpj").document("cnpj");
  }

  private static Row make(Call call) {
    return call.table(Kind.DDA_ACCOUNT)
        .add(
            (id, uid) -> {
              ObjectNode json =
                  accountFields(id, uid, call.field("cnpj").asText(), Writes.stamp(call));
              json.putNull("name");
              take(call, json);
              return json;
            });
  }

  private static void take(Call call, ObjectNode json) {
    Fields.copy(
        call.body().deepCopy().retain("business_legal_name", "phone_number", "signers", "address"),
        json,
        Set.of());
  }

  private static Answer update(Call call, Row account) {
    Problems problems = new Problems(call.body());
    for (String part : fieldNames(call.field("address"))) {
      if (!ADDRESS.contains(part)) {
        problems.add("address", "valor(es) inválido(s) para: " + part);
      }
    }
    if (!account.json().path("editable").asBoolean()) {
      problems.add("base", "não pode ser editado após a geração da carta");
    }
    if (problems.any()) {
      return problems.answer(Version.V2);
    }
    take(call, account.json());
    call.touch(account);
    return Answer.data(200, account.json());
  }

  private static List<String> fieldNames(JsonNode object) {
    return object.properties().stream().map(java.util.Map.Entry::getKey).toList();
  }

  /** Once the letter is approved, and 21 minutes after it was disabled. */
  private static Answer enable(Call call, Row account) {
    Problems problems = new Problems(call.body());
    if (!account.is("status", "approved")) {
      problems.add("base", "conta DDA só pode ser habilitada quando a carta estiver aprovada");
    } else if (coolingDown(call, account)) {
      problems.add("base", "conta DDA foi desabilitada há pouco; tente mais tarde");
    }
    return problems.any()
        ? problems.answer(Version.V2)
        : outcome(call, account, "enable_requested_at", "enabled_at", "disabled_at");
  }

  private static boolean coolingDown(Call call, Row account) {
    String disabled = account.text("disabled_at");
    return !disabled.isEmpty()
        && OffsetDateTime.parse(disabled).plus(COOLDOWN).isAfter(call.times().now());
  }

  private static Answer disable(Call call, Row account) {
    return outcome(call, account, "disable_requested_at", "disabled_at", "enabled_at");
  }

  /** Asked for now, and in force once the answer is made. */
  private static Answer outcome(Call call, Row account, String asked, String inForce, String over) {
    ObjectNode json = account.json();
    boolean already = json.hasNonNull(inForce);
    json.put(asked, Writes.stamp(call));
    call.touch(account);
    ObjectNode body = Json.object().put("status", 200);
    body.set("data", json.deepCopy());
    body.put("outcome", already ? "noop" : "performed");
    if (!already) {
      json.put(inForce, Writes.stamp(call)).putNull(over).putNull(asked);
    }
    return Answer.json(200, body);
  }

  private static Answer decide(Call call, Row billet, String status, String word) {
    if (!billet.is("status", "pending")) {
      return Errors.business(
          "Ação não permitida",
          "unprocessable_content",
          "O boleto DDA precisa estar pendente para ser " + word + ".");
    }
    billet.json().put("status", status).put(status + "_at", Writes.stamp(call));
    call.touch(billet);
    return Answer.data(200, billet.json());
  }
}
