package br.com.kobana.mcp.throttle;

import java.util.concurrent.CompletionStage;

/**
 * Counts in fixed windows that start at multiples of their length since the epoch (design decision
 * 12). Thread-safe.
 */
@FunctionalInterface
public interface WindowCounter {
  /**
   * Does a step in the present window.
   *
   * @return the count after it; never fails: an implementation that cannot reach its store counts
   *     in another way
   */
  CompletionStage<Count> apply(Step step);

  /**
   * A count.
   *
   * @param value how many in the window, this one included
   * @param resetEpochSecond when the window ends, a multiple of its length
   * @param nowEpochSecond what the counter's clock says
   * @param closedUntilEpochSecond when a closed budget opens again; 0 where it is open
   */
  record Count(
      long value, long resetEpochSecond, long nowEpochSecond, long closedUntilEpochSecond) {
    public Count(long value, long resetEpochSecond, long nowEpochSecond) {
      this(value, resetEpochSecond, nowEpochSecond, 0);
    }

    public boolean isClosed() {
      return closedUntilEpochSecond > nowEpochSecond;
    }
  }
}
