package br.com.kobana.mcp.throttle;

import java.util.concurrent.CompletionStage;

/**
 * Counts in fixed windows that start at multiples of their length since the epoch (design decision
 * 12). Thread-safe.
 */
public interface WindowCounter {
  /**
   * Adds one to the count of a key in the present window.
   *
   * @param key whose count
   * @param windowSeconds the length of the window; always the same for one key
   * @return the count after adding and the end of the window; never fails: an implementation that
   *     cannot reach its store counts in another way
   */
  CompletionStage<Count> add(String key, int windowSeconds);

  /** The count of a key in the present window, without adding. */
  CompletionStage<Count> peek(String key, int windowSeconds);

  /**
   * A count.
   *
   * @param value how many in the window, this one included
   * @param resetEpochSecond when the window ends, a multiple of its length
   * @param nowEpochSecond what the counter's clock says
   */
  record Count(long value, long resetEpochSecond, long nowEpochSecond) {}
}
