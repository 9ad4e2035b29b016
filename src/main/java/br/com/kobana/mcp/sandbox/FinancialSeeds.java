package br.com.kobana.mcp.sandbox;

import br.com.kobana.mcp.jsonrpc.Json;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.List;

/** Bank accounts with their statements, and the Pix charged on them. */
final class FinancialSeeds {
  private static final int ACCOUNTS = 3;
  private static final int TRANSACTIONS = 200;
  private static final int PIX = 60;

  /** Sixty charges: 24 opened, 18 paid, 12 overdue and 6 canceled. */
  private static final List<String> PIX_STATES =
      List.of(
          "opened",
          "paid",
          "overdue",
          "opened",
          "paid",
          "opened",
          "overdue",
          "paid",
          "opened",
          "canceled");

  private final Days days;
  private final AccountData data;

  FinancialSeeds(Days days, AccountData data) {
    this.days = days;
    this.data = data;
  }

  void plant() {
    for (int i = 1; i <= ACCOUNTS; i++) {
      Row account = account();
      balances(account);
      statement(account);
      sync(account);
      imports(account);
    }
    pixAccounts();
    for (int i = 0; i < PIX; i++) {
      pix(PIX_STATES.get(i % PIX_STATES.size()), PIX - i);
    }
  }

  private Row account() {
    return data.table(Kind.FINANCIAL_ACCOUNT)
        .add(
            (id, uid) -> {
              ObjectNode json = FinancialAccounts.fields(data, uid, days.stamp(500 - id));
              json.put("account_number", "5678" + id);
              json.put("account_digit", Long.toString(id));
              json.put("agency_number", "1234");
              json.put("agency_digit", "0");
              json.put("custom_name", "Sicoob CC: 5678" + id + "-" + id);
              json.put("external_id", "conta-" + id);
              ObjectNode holder =
                  Json.object()
                      .put("name", Account.A.name())
                      .put("kind", "legal")
                      .put("document_type", "CNPJ")
                      .put("document_number", "11.222.333/0001-81");
              json.set("person_info", FinancialAccounts.person(id, holder));
              return json;
            });
  }

  private void balances(Row account) {
    for (int daysAgo = 2; daysAgo >= 0; daysAgo--) {
      String stamp = days.stamp(daysAgo);
      BigDecimal amount = Fields.cents(1_000_000 * account.id() + 12_345L * (3 - daysAgo));
      data.table(Kind.BALANCE)
          .add(
              account.uid(),
              (id, uid) ->
                  FinancialAccounts.balanceFields(uid, stamp)
                      .put("amount", amount)
                      .put("external_id", "saldo-" + id));
    }
  }

  /** One transaction every second day, so that a strict window leaves some out. */
  private void statement(Row account) {
    StatementCategories[] categories = StatementCategories.values();
    for (int i = 0; i < TRANSACTIONS; i++) {
      StatementCategories category = categories[i % categories.length];
      long daysAgo = 2L * (TRANSACTIONS - 1 - i);
      long cents = 1_000 + 137L * (i + 1) * account.id() % 90_000;
      BigDecimal amount = Fields.cents(category.debit() ? -cents : cents);
      int person = i % People.count() + 1;
      data.table(Kind.STATEMENT_TRANSACTION)
          .add(
              account.uid(),
              (id, uid) -> {
                ObjectNode json =
                    Statements.fields(
                        id, uid, account.uid(), amount, days.ago(daysAgo), days.stamp(daysAgo));
                json.put("description", category.text() + " " + id);
                json.put("document_number", Long.toString(100_000 + id));
                json.putObject("person").put("document_number", Documents.cpf(person));
                json.put("category", category.code());
                json.put("category_description", category.description());
                return json;
              });
    }
  }

  private void sync(Row account) {
    LocalDate from = days.today().minusDays(10);
    Row command =
        data.table(Kind.COMMAND)
            .add(
                account.uid(),
                (id, uid) ->
                    Commands.fields(
                            id,
                            uid,
                            "statement_sync",
                            FinancialAccounts.SUBJECT.resourceType(),
                            account,
                            days.stamp(1))
                        .put("status", "confirmed")
                        .put("confirmation_via", "api"));
    Row sync =
        data.table(Kind.STATEMENT_SYNC)
            .add(
                account.uid(),
                (id, uid) ->
                    StatementSyncs.fields(uid, from, days.today(), 1, "done", days.stamp(1)));
    sync.json().putArray("command_uids").add(command.uid());
  }

  private void imports(Row account) {
    data.table(Kind.STATEMENT_IMPORT)
        .add(
            account.uid(),
            (id, uid) ->
                StatementSyncs.importFields(uid, "extrato-" + id + ".ret", days.stamp(20))
                    .put("status", "processed")
                    .put("processed_at", days.stamp(20)));
  }

  private void pixAccounts() {
    for (Row account : data.table(Kind.FINANCIAL_ACCOUNT).rows().subList(0, 2)) {
      data.table(Kind.PIX_ACCOUNT)
          .add(
              (id, uid) ->
                  PixAccounts.fields(id, uid, days.stamp(400 - id))
                      .put("custom_name", "Pix " + id)
                      .put("key", "pix" + id + "@example.com")
                      .put("status", "active")
                      .put("default", id == 1)
                      .put("validated_at", days.stamp(400 - id))
                      .put("financial_account_uid", account.uid()));
    }
  }

  private void pix(String state, int age) {
    Row charge = data.table(Kind.PIX).add((id, uid) -> pixFields(id, uid, state, age));
    PixCharges.register(charge);
    if (state.equals("canceled")) {
      long command = data.table(Kind.COMMAND).nextId();
      charge.json().withArrayProperty("command_ids").add(command);
      data.table(Kind.COMMAND)
          .add(
              charge.uid(),
              (id, uid) ->
                  Commands.fields(
                          id,
                          uid,
                          "cancel",
                          PixCharges.SUBJECT.resourceType(),
                          charge,
                          days.stamp(age))
                      .put("status", "confirmed")
                      .put("confirmation_via", "api"));
    }
  }

  private ObjectNode pixFields(long id, String uid, String state, int age) {
    List<Row> accounts = data.table(Kind.PIX_ACCOUNT).rows();
    Row account = accounts.get((int) (id % accounts.size()));
    ObjectNode json = PixCharges.fields(id, uid, account, days.stamp(age));
    BigDecimal amount = Fields.cents(2_500 + 199 * id);
    int person = People.of(id);
    json.put("status", state);
    json.put("amount", amount);
    json.put("expire_at", days.stamp(state.equals("overdue") ? Math.max(1, age / 2) : -id));
    json.put("message", "Pedido " + id);
    json.put("external_id", "pedido-" + id);
    json.putArray("tags").add(id % 2 == 0 ? "loja" : "site");
    json.put("tag_list", id % 2 == 0 ? "loja" : "site");
    json.putObject("payer")
        .put("document_number", Documents.cpf(person))
        .put("name", People.name(person));
    if (state.equals("paid")) {
      json.put("paid_amount", amount);
      json.put("paid_at", days.stamp(age / 2));
      json.put("end_to_end_id", "E0000000020261130000000000" + (100 + id));
    } else if (state.equals("canceled")) {
      json.put("canceled_at", days.stamp(age));
    }
    return json;
  }
}
