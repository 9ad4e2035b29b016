package br.com.kobana.mcp.sandbox;

import br.com.kobana.mcp.jsonrpc.Json;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.StringJoiner;

/**
 * Carteiras, the agreements under which boletos are issued: {@code /v1/bank_billet_accounts}. One
 * is pending when it is made, validating once its homologation is asked for, then active.
 */
final class BankBilletAccounts {
  private static final String PATH = "/v1/bank_billet_accounts";
  private static final String SCOPE = "charge.bank_billet_accounts";

  private static final Template TEMPLATE =
      Template.of(
          """
          id financial_account extra1_digit extra2 extra2_digit extra3 homologated_at configuration
          custom_name remittance_disabled_at bolepix_enabled_at bolepix_key
          beneficiary_address_complement
          """,
          """
          {"bank_contract_slug":"sicoob-01","next_our_number":1,"agency_number":"1234",
           "agency_digit":"0","account_number":"00056781","account_digit":"1","extra1":"0056789",
           "payment_place":"Pagável em qualquer banco até o vencimento.","contract":"1",
           "contract_type":"1","beneficiary_name":"Padaria Aurora Ltda.",
           "beneficiary_cnpj_cpf":"11.222.333/0001-81",
           "beneficiary_address":"Rua das Acácias, 250, Jardim Sul, São Paulo, SP, 04567000",
           "name":"Sicoob 01 CC: 56781-1","status":"pending",
           "bank_contract":{"bank":{"code":"sicoob","name":"Sicoob","number":"756"},
            "slug":"sicoob-01","code":"1","sufix":"01","variation":null,
            "name":"1/01 - Simples Com Registro"},
           "integration":false,"created_via_api":true,"next_remittance_number":1,"default":false,
           "kind":"cnab400","beneficiary_address_street":"Rua das Acácias",
           "beneficiary_address_street_number":"250","beneficiary_address_city":"São Paulo",
           "beneficiary_address_neighborhood":"Jardim Sul","beneficiary_address_state":"SP",
           "beneficiary_address_zipcode":"04567000",
           "bolepix":{"pix_mode":3,"pix_account_id":null,"pix_account":{},
            "pix_billing_options":null},
           "allow_expiration_on_weekends":false,"allow_duplicate_charge_payments":false}
          """);

  /** What the bank fixed when it homologated the agreement. */
  private static final Set<String> FIXED_ONCE_ACTIVE =
      Set.of("agency_number", "agency_digit", "account_number", "account_digit", "contract");

  private BankBilletAccounts() {}

  static List<Operation> operations() {
    return Resource.at(PATH, Kind.BANK_BILLET_ACCOUNT, SCOPE)
        .list()
        .get()
        .create(BankBilletAccounts::check, BankBilletAccounts::make)
        .update(BankBilletAccounts::update)
        .delete(BankBilletAccounts::delete)
        .onItem("GET", "/ask", BankBilletAccounts::ask)
        .onItem("PUT", "/validate", BankBilletAccounts::validate)
        .onItem("PUT", "/set_default", BankBilletAccounts::setDefault)
        .operations();
  }

  static ObjectNode fields(long id, String uid, String stamp) {
    return TEMPLATE.record(id, uid, stamp);
  }

  private static Problems check(Call call) {
    Problems problems =
        new Problems(call.body())
            .required(
                "bank_contract_slug",
                "beneficiary_name",
                "beneficiary_cnpj_cpf",
                "beneficiary_address_street",
                "beneficiary_address_street_number",
                "beneficiary_address_neighborhood",
                "beneficiary_address_city",
                "beneficiary_address_state",
                "beneficiary_address_zipcode")
            .requiredAccount(call);
    return problems.document("beneficiary_cnpj_cpf");
  }

  private static Row make(Call call) {
    Row account =
        call.named(Kind.FINANCIAL_ACCOUNT, call.field(FinancialAccounts.PARAM).asText())
            .orElseThrow();
    return call.table(Kind.BANK_BILLET_ACCOUNT)
        .add(
            account.uid(),
            (id, uid) -> {
              ObjectNode json = Writes.filled(call, fields(id, uid, Writes.stamp(call)));
              for (String field : FIXED_ONCE_ACTIVE) {
                if (account.json().has(field)) {
                  json.set(field, account.json().path(field).deepCopy());
                }
              }
              json.put("default", false);
              json.withObjectProperty("bank_contract").set("slug", json.path("bank_contract_slug"));
              json.put("name", json.path("bank_contract_slug").asText() + " CC: " + number(json));
              settle(call, json);
              return json;
            });
  }

  private static String number(ObjectNode json) {
    return json.path("account_number").asText() + "-" + json.path("account_digit").asText();
  }

  /** Fields that follow from others. */
  private static void settle(Call call, ObjectNode json) {
    StringJoiner address = new StringJoiner(", ");
    for (String part :
        List.of("street", "street_number", "neighborhood", "city", "state", "zipcode")) {
      address.add(json.path("beneficiary_address_" + part).asText());
    }
    json.put("beneficiary_address", address.toString());
    if (call.field("remittance_disabled").isBoolean()) {
      json.put(
          "remittance_disabled_at",
          call.field("remittance_disabled").asBoolean() ? Writes.stamp(call) : null);
    }
    if (call.field("bolepix") instanceof ObjectNode sent) {
      bolepix(call, json, sent);
    }
  }

  private static void bolepix(Call call, ObjectNode json, ObjectNode sent) {
    ObjectNode bolepix = json.withObjectProperty("bolepix");
    int mode = sent.path("pix_mode").asInt(3);
    bolepix.put("pix_mode", mode);
    bolepix.set("pix_billing_options", sent.path("pix_billing_options").deepCopy());
    if (bolepix.path("pix_billing_options").isMissingNode()) {
      bolepix.putNull("pix_billing_options");
    }
    Optional<Row> pix = call.named(Kind.PIX_ACCOUNT, sent.at("/pix_account/uid").asText(""));
    bolepix.set("pix_account", pix.map(row -> (JsonNode) row.json()).orElseGet(Json::object));
    if (pix.isPresent()) {
      bolepix.put("pix_account_id", pix.get().id());
    }
    json.put("bolepix_enabled_at", mode == 3 ? null : Writes.stamp(call));
  }

  private static Answer update(Call call, Row account) {
    Problems problems = new Problems(call.body());
    if (account.is("status", "active")) {
      for (String field : FIXED_ONCE_ACTIVE) {
        if (!problems.absent(field) && !account.is(field, call.field(field).asText())) {
          problems.add(field, "não pode ser alterado. Pois a carteira já se encontra homologada");
        }
      }
    }
    for (String field : List.of("beneficiary_name", "beneficiary_cnpj_cpf")) {
      if (call.body().has(field)) {
        problems.required(field);
      }
    }
    if (problems.document("beneficiary_cnpj_cpf").any()) {
      return problems.answer(Version.V1);
    }
    if (call.field("default").asBoolean(false)) {
      onlyDefault(call, account);
    }
    Answer answer = Writes.changeAllBut("default").run(call, account);
    settle(call, account.json());
    return answer;
  }

  /** With the financial account the answer says that both will be gone soon. */
  private static Answer delete(Call call, Row account) {
    call.table(Kind.BANK_BILLET_ACCOUNT).remove(account);
    boolean cascade =
        call.query().value("delete_financial_account").filter("true"::equals).isPresent();
    Optional<Row> financial = call.named(Kind.FINANCIAL_ACCOUNT, account.parent());
    if (!cascade || financial.isEmpty()) {
      return Answer.noContent();
    }
    FinancialAccounts.deleteWithBelongings(call, financial.get());
    return Answer.json(
        202,
        Json.object()
            .put("status", 202)
            .put("message", "Carteira e conta enviadas para exclusão; serão removidas em breve."));
  }

  /** A read by its method only: the homologation starts. */
  private static Answer ask(Call call, Row account) {
    if (account.is("status", "active")) {
      return Errors.business("Carteira homologada e pronta para uso.");
    }
    account.json().put("status", "validating");
    call.touch(account);
    return Answer.json(200, account.json());
  }

  private static Answer validate(Call call, Row account) {
    Problems problems = new Problems(call.body()).required("homologation_amount");
    if (problems.any()) {
      return problems.answer(Version.V1);
    }
    if (!account.is("status", "validating")) {
      return Errors.business(
          account.is("status", "active")
              ? "Carteira homologada e pronta para uso."
              : "Carteira aguardando solicitação de homologação pelo cliente.");
    }
    account.json().put("status", "active").put("homologated_at", Writes.stamp(call));
    call.touch(account);
    return Answer.noContent();
  }

  private static Answer setDefault(Call call, Row account) {
    if (!call.field("default").isBoolean()) {
      return Errors.business("default não pode ficar em branco");
    }
    if (call.field("default").asBoolean()) {
      onlyDefault(call, account);
    } else {
      account.json().put("default", false);
    }
    call.touch(account);
    return Answer.noContent();
  }

  private static void onlyDefault(Call call, Row account) {
    call.table(Kind.BANK_BILLET_ACCOUNT).rows().forEach(row -> row.json().put("default", false));
    account.json().put("default", true);
  }
}
