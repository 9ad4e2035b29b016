package br.com.kobana.mcp.sandbox;

import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** The records of one account, and answers to reads that no write has outdated. */
final class AccountData {
  private static final int MOST_ANSWERS = 500;

  private final int account;
  private final Map<Kind, Table> tables = new EnumMap<>(Kind.class);
  private final Map<String, Answer> answers = new HashMap<>();
  private Optional<Consumer<AccountData>> seeds;

  /**
   * @param seeds fills the tables, once the first of them is asked for: a start plants nothing
   */
  AccountData(int account, Consumer<AccountData> seeds) {
    this.account = account;
    this.seeds = Optional.of(seeds);
  }

  Table table(Kind kind) {
    Optional<Consumer<AccountData>> unplanted = seeds;
    seeds = Optional.empty();
    unplanted.ifPresent(plant -> plant.accept(this));
    return tables.computeIfAbsent(kind, k -> new Table(k, account));
  }

  Optional<Answer> remembered(String uri) {
    return Optional.ofNullable(answers.get(uri));
  }

  void remember(String uri, Answer answer) {
    if (answers.size() >= MOST_ANSWERS) {
      answers.clear();
    }
    answers.put(uri, answer);
  }

  /** A write happened: remembered answers may no longer be true. */
  void changed() {
    answers.clear();
  }
}
