package br.com.kobana.mcp.sandbox;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.List;

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

  Seeds(LocalDate today) {
    this.today = today;
  }

  void plant(Account account, AccountData data) {
    if (account.equals(Account.A)) {
      billets(data, BILLETS_OF_A);
    } else {
      billets(data, account.equals(Account.A1) ? 3 : 10);
    }
  }

  private void billets(AccountData data, int count) {
    for (int i = 0; i < count; i++) {
      int age = (count - i) / 2;
      String state = BILLET_STATES.get(i % BILLET_STATES.size());
      data.table(Kind.BANK_BILLET).add((id, uid) -> billet(id, uid, state, age));
    }
  }

  private ObjectNode billet(long id, String uid, String state, int age) {
    LocalDate due =
        switch (state) {
          case "overdue" -> today.minusDays(Math.max(1, age / 2));
          case "paid" -> today.minusDays(age / 2).plusDays(2);
          default -> today.plusDays(1 + id % 30);
        };
    BigDecimal amount =
        id == BIG_BILLET ? new BigDecimal("1234567890123.45") : Fields.cents(5_000 + id * 735);
    ObjectNode json = BankBillets.fields(id, uid, amount, due, stamp(age));
    BankBillets.customer(json, People.of(id));
    json.put("description", "Mensalidade " + id);
    json.put("status", state);
    json.put("created_via_api", id % 2 == 0);
    json.put("registration_status", "confirmed");
    json.put("registered_at", stamp(age));
    if (state.equals("paid")) {
      json.put("paid_at", today.minusDays(age / 2).toString());
      json.put("paid_amount", json.get("amount").decimalValue());
    }
    if (id == BIG_BILLET) {
      json.putObject("custom_data").put("big", 9_007_199_254_740_993L);
    }
    return json;
  }

  /** Nine in the morning, so many days before the start. */
  private String stamp(int daysAgo) {
    return Times.stamp(Times.startOf(today.minusDays(daysAgo)).plusHours(9));
  }
}
