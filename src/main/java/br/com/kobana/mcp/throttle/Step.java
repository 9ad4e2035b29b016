package br.com.kobana.mcp.throttle;

/** What can be done to the count of a budget. Each answers with the count after it. */
public sealed interface Step {
  /** Whose count. */
  Budget budget();

  /**
   * Counts one. A count at the limit stays there and the answer is {@code limit + 1}: whoever is
   * refused spends nothing, so that a unit given back or a limit that is raised serves at once.
   */
  record Add(Budget budget, long limit) implements Step {}

  /** Changes nothing. */
  record Peek(Budget budget) implements Step {}

  /** Raises the count to at least this, if the window that ends then is still the present one. */
  record Raise(Budget budget, long resetEpochSecond, long atLeast) implements Step {}

  /** Takes one off, if the window that ends then is still the present one. */
  record GiveBack(Budget budget, long resetEpochSecond) implements Step {}

  /**
   * Lets nothing more be counted until then: {@code Add} changes nothing before. Of several, the
   * latest holds. At most a day ahead; for budgets of writes.
   */
  record Close(Budget budget, long untilEpochSecond) implements Step {}

  /** Forgets the count of the present window, and that the budget is closed. */
  record Clear(Budget budget) implements Step {}
}
