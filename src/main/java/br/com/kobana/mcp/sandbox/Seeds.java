package br.com.kobana.mcp.sandbox;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** The data every start begins with, dated relative to the start's day in Brasília. */
final class Seeds {
  /** Thirteen states make ten rounds: 40 overdue, 50 opened, 30 paid and 10 canceled boletos. */
  private static final List<String> BILLET_STATES =
      List.of(
          "opened",
          "overdue",
          "paid",
          "opened",
          "overdue",
          "opened",
          "paid",
          "overdue",
          "opened",
          "canceled",
          "opened",
          "overdue",
          "paid");

  private static final int BILLETS_OF_A = 130;
  private static final int BIG_BILLET = 7;

  private final LocalDate today;
  private final Days days;

  Seeds(LocalDate today) {
    this.today = today;
    this.days = new Days(today);
  }

  void plant(Account account, AccountData data) {
    if (account.equals(Account.A)) {
      customers(data);
      billets(data, BILLETS_OF_A);
      billetBatches(data);
      new FinancialSeeds(days, data).plant();
      new MoneyOutSeeds(days, data).plant();
      new IntegrationSeeds(days, data).plant();
      ChargeSeeds charges = new ChargeSeeds(days, data);
      data.table(Kind.FINANCIAL_ACCOUNT).rows().forEach(row -> charges.carteira(row.uid()));
      charges.plant();
    } else {
      billets(data, account.equals(Account.A1) ? 3 : 10);
      new ChargeSeeds(days, data).carteira("");
    }
  }

  private void customers(AccountData data) {
    for (int i = 1; i <= People.count(); i++) {
      data.table(Kind.CUSTOMER).add(this::customer);
    }
  }

  private ObjectNode customer(long id, String uid) {
    int number = (int) id;
    ObjectNode json = Customers.fields(id, uid, days.stamp(100 - number));
    json.put("person_name", People.name(number));
    json.put("cnpj_cpf", Documents.cpf(number));
    json.put("email", People.email(number));
    json.put("phone_number", "114004" + String.format(Locale.ROOT, "%04d", number));
    json.put("address", "Rua das Flores");
    json.put("address_number", Integer.toString(100 + number));
    json.put("neighborhood", "Centro");
    json.put("zipcode", "01001000");
    json.put("city_name", "São Paulo");
    json.put("state", "SP");
    json.put("created_via_api", false);
    Customers.shortenAddress(json);
    return json;
  }

  private void billetBatches(AccountData data) {
    for (Set<Long> billets :
        List.of(new TreeSet<>(Set.of(1L, 2L, 3L)), new TreeSet<>(Set.of(4L, 5L)))) {
      data.table(Kind.BANK_BILLET_BATCH)
          .add(
              (id, uid) ->
                  BankBilletBatches.fields(
                      id, uid, "Lote " + id, billets, days.stamp(10 - (int) id)));
    }
  }

  private void billets(AccountData data, int count) {
    for (int i = 0; i < count; i++) {
      int age = (count - i) / 2;
      String state = BILLET_STATES.get(i % BILLET_STATES.size());
      data.table(Kind.BANK_BILLET).add((id, uid) -> billet(data, id, uid, state, age));
    }
  }

  private ObjectNode billet(AccountData data, long id, String uid, String state, int age) {
    LocalDate due =
        switch (state) {
          case "overdue" -> today.minusDays(Math.max(1, age / 2));
          case "paid" -> today.minusDays(age / 2).plusDays(2);
          default -> today.plusDays(1 + id % 30);
        };
    BigDecimal amount =
        id == BIG_BILLET ? new BigDecimal("1234567890123.45") : Fields.cents(5_000 + id * 735);
    ObjectNode json = BankBillets.fields(id, uid, amount, due, days.stamp(age));
    payer(data, json, id);
    json.put("description", "Mensalidade " + id);
    json.put("status", state);
    json.put("created_via_api", id % 2 == 0);
    json.put("registration_status", "confirmed");
    json.put("registered_at", days.stamp(age));
    if (state.equals("paid")) {
      json.put("paid_at", today.minusDays(age / 2).toString());
      json.put("paid_amount", json.get("amount").decimalValue());
    }
    if (id == BIG_BILLET) {
      json.putObject("custom_data").put("big", 9_007_199_254_740_993L);
    }
    return json;
  }

  /** One of the account's customers, where it has any. */
  private void payer(AccountData data, ObjectNode billet, long id) {
    String number = Integer.toString(People.of(id));
    Optional<Row> customer = data.table(Kind.CUSTOMER).find(number);
    customer.ifPresent(row -> BankBillets.customer(billet, row));
    if (customer.isEmpty()) {
      Row stranger = new Row(0, "", "", customer(People.of(id), ""));
      BankBillets.customer(billet, stranger);
      billet.putNull("customer_id");
    }
  }
}
