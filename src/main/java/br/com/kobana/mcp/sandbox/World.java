package br.com.kobana.mcp.sandbox;

import java.time.LocalDate;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The records of every account, starting with the seed data. */
final class World {
  private final Map<String, AccountData> accounts = new HashMap<>();

  World(LocalDate today) {
    Seeds seeds = new Seeds(today);
    for (Account account : List.of(Account.A, Account.A1, Account.B, Account.C)) {
      accounts.put(
          account.uid(), new AccountData(account.code(), data -> seeds.plant(account, data)));
    }
  }

  AccountData of(Account account) {
    return accounts.computeIfAbsent(
        account.uid(), uid -> new AccountData(account.code(), data -> {}));
  }
}
