package br.com.kobana.mcp.sandbox;

import br.com.kobana.mcp.jsonrpc.Json;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Set;

/** The keys that receive Pix: {@code /v2/charge/pix_accounts}. */
final class PixAccounts {
  private static final Template TEMPLATE =
      Template.of(
          "validated_at enabled_at configuration custom_name key financial_account_uid",
          """
          {"financial_provider_slug":"sicoob","status":"pending","default":false,
           "beneficiary":{"document_number":"11.222.333/0001-81","name":"Padaria Aurora Ltda.",
            "address":{"zip_code":"04567000","street":"Rua das Acácias","number":"250",
             "complement":null,"neighborhood":"Jardim Sul","city_name":"São Paulo",
             "state":"SP"}}}
          """);

  private static final Set<String> READ_ONLY =
      Set.of(
          "id",
          "uid",
          "status",
          "beneficiary",
          "financial_provider_slug",
          "validated_at",
          "enabled_at",
          "created_at",
          "updated_at");

  private PixAccounts() {}

  static List<Operation> operations() {
    return Resource.at("/v2/charge/pix_accounts", Kind.PIX_ACCOUNT, "charge.pix_accounts")
        .missing(PixAccounts::missing)
        .list()
        .get()
        .create(PixAccounts::check, PixAccounts::make, row -> row.json().put("status", "active"))
        .update(PixAccounts::update)
        .delete(PixAccounts::delete)
        .operations();
  }

  static ObjectNode fields(long id, String uid, String stamp) {
    ObjectNode json = TEMPLATE.copy();
    json.put("id", id);
    json.put("uid", uid);
    json.put("created_at", stamp);
    json.put("updated_at", stamp);
    json.put("enabled_at", stamp);
    return json;
  }

  private static Answer missing() {
    return Errors.notFoundWithoutCode(
        "Conta Pix não encontrada", "A conta pix não existe ou é de outra conta");
  }

  private static Problems check(Call call) {
    Problems problems = new Problems(call.body()).required("financial_account_uid", "key");
    return FinancialAccounts.checkNamed(call, problems);
  }

  private static Row make(Call call) {
    if (call.field("default").asBoolean(false)) {
      noDefault(call);
    }
    return call.table(Kind.PIX_ACCOUNT)
        .add(
            (id, uid) -> {
              ObjectNode json = fields(id, uid, call.times().stamp());
              Fields.copy(call.body(), json, READ_ONLY);
              return json;
            });
  }

  private static Answer update(Call call, Row account) {
    Problems problems = FinancialAccounts.checkNamed(call, new Problems(call.body()));
    if (call.body().has("key")) {
      problems.required("key");
    }
    if (problems.any()) {
      return problems.answer(Version.V2);
    }
    if (call.field("default").asBoolean(false)) {
      noDefault(call);
    }
    Fields.copy(call.body(), account.json(), READ_ONLY);
    if (call.field("enabled").isBoolean()) {
      account.json().put("status", call.field("enabled").asBoolean() ? "active" : "inactive");
    }
    call.touch(account);
    return Answer.data(200, account.json());
  }

  private static Answer delete(Call call, Row account) {
    call.table(Kind.PIX_ACCOUNT).remove(account);
    ObjectNode body =
        Json.object()
            .put("status", 202)
            .put("message", "Conta Pix enviada para exclusão; ela será removida em breve.");
    body.set("data", account.json());
    return Answer.json(202, body);
  }

  private static void noDefault(Call call) {
    call.table(Kind.PIX_ACCOUNT).rows().forEach(row -> row.json().put("default", false));
  }
}
