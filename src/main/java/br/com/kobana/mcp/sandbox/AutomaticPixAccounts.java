package br.com.kobana.mcp.sandbox;

import br.com.kobana.mcp.jsonrpc.Json;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.stream.Stream;

/** The accounts that receive automatic Pix, and the locations of its QR codes. */
final class AutomaticPixAccounts {
  private static final String ACCOUNT = AutomaticPix.ACCOUNT;

  private static final Template ACCOUNTS =
      Template.of(
          """
          financial_account_uid connection_uid custom_name external_id validated_at enabled_at
          """,
          """
          {"financial_provider_slug":"sicoob","status":"pending","custom_data":{},"tags":[]}
          """);

  private static final Template LOCATION =
      Template.of(
          """
          charge_automatic_pix_account_uid location financial_provider_created_at
          financial_provider_external_id external_id tag_list custom_data
          """,
          "{\"tags\":[]}");

  private AutomaticPixAccounts() {}

  static List<Operation> operations() {
    Resource accounts =
        Resource.at(
                AutomaticPix.PATH + "/accounts",
                Kind.AUTOMATIC_PIX_ACCOUNT,
                AutomaticPix.SCOPE + "accounts")
            .filters(
                Filter.equal("external_id", "/external_id"),
                Filter.equal(FinancialAccounts.PARAM, "/" + FinancialAccounts.PARAM))
            .list()
            .get()
            .create(
                call ->
                    AutomaticPix.external(
                        call,
                        new Problems(call.body()).requiredAccount(call),
                        Kind.AUTOMATIC_PIX_ACCOUNT,
                        ""),
                AutomaticPixAccounts::makeAccount)
            .patch(AutomaticPixAccounts::changeAccount)
            .delete(AutomaticPixAccounts::deleteAccount);
    Resource locations =
        Resource.at(
                AutomaticPix.PATH + "/locations",
                Kind.AUTOMATIC_PIX_LOCATION,
                AutomaticPix.SCOPE + "locations")
            .filters(
                Filter.equal("external_id", "/external_id"),
                Filter.equal(ACCOUNT, "/" + ACCOUNT),
                Filter.equal("financial_provider_external_id", "/financial_provider_external_id"))
            .list()
            .get()
            .create(
                call -> AutomaticPix.ofAccount(call, Kind.AUTOMATIC_PIX_LOCATION),
                Writes.make(Kind.AUTOMATIC_PIX_LOCATION, LOCATION),
                AutomaticPixAccounts::locate);
    return Stream.of(accounts, locations)
        .flatMap(resource -> resource.operations().stream())
        .toList();
  }

  static ObjectNode accountFields(String uid, Row financial, String stamp) {
    return ACCOUNTS
        .record(0, uid, stamp)
        .put(FinancialAccounts.PARAM, financial.uid())
        .put("custom_name", "Pix Automático " + financial.id());
  }

  static ObjectNode locationFields(long id, String uid, Row account, String stamp) {
    return LOCATION
        .record(0, uid, stamp)
        .put(ACCOUNT, account.uid())
        .put("location", "pix.example.com/qr/v2/rec/" + id)
        .put("financial_provider_created_at", stamp)
        .put("financial_provider_external_id", "LOC" + id)
        .put("external_id", "location-" + id);
  }

  private static Row makeAccount(Call call) {
    Row account = Writes.make(Kind.AUTOMATIC_PIX_ACCOUNT, ACCOUNTS).apply(call);
    enable(call, account);
    return account;
  }

  private static void enable(Call call, Row account) {
    if (call.field("enabled").isBoolean()) {
      boolean on = call.field("enabled").asBoolean();
      account.json().put("enabled_at", on ? Writes.stamp(call) : null);
    }
  }

  private static Answer changeAccount(Call call, Row account) {
    Problems problems =
        AutomaticPix.external(
            call, new Problems(call.body()), Kind.AUTOMATIC_PIX_ACCOUNT, account.uid());
    if (problems.any()) {
      return problems.answer(Version.V2);
    }
    enable(call, account);
    return Writes.changeAllBut(FinancialAccounts.PARAM, "connection_uid").run(call, account);
  }

  private static Answer deleteAccount(Call call, Row account) {
    boolean used =
        !call.table(Kind.AUTOMATIC_PIX_RECURRENCE)
            .newestFirst(row -> row.is(ACCOUNT, account.uid()))
            .isEmpty();
    if (used) {
      return new Problems(call.body())
          .add("base", "Não é possível excluir o registro pois existem recorrências dependentes")
          .answer(Version.V2);
    }
    call.table(Kind.AUTOMATIC_PIX_ACCOUNT).remove(account);
    call.table(Kind.AUTOMATIC_PIX_LOCATION).removeAll(row -> row.is(ACCOUNT, account.uid()));
    return Answer.json(200, Json.object().put("status", 200));
  }

  /** The bank made the location. */
  private static void locate(Row row) {
    row.json()
        .put("location", "pix.example.com/qr/v2/rec/" + row.id())
        .put("financial_provider_created_at", row.text("created_at"))
        .put("financial_provider_external_id", "LOC" + row.id());
  }
}
