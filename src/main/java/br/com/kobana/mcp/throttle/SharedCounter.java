package br.com.kobana.mcp.throttle;

import java.util.concurrent.CompletionStage;

/** Counts in a store that all replicas share. Unlike a {@link WindowCounter} it may fail. */
public interface SharedCounter {
  /**
   * Does a step in the window that the store's own clock says.
   *
   * @param known what is known here to have been counted; a store that has less takes it over
   * @return fails with a {@link StoreFailure} within the time-out of the store
   */
  CompletionStage<WindowCounter.Count> apply(Step step, Known known);

  /** Writes without changing any count: whether the store takes counts again. */
  CompletionStage<WindowCounter.Count> probe(Budget budget);

  /** Which connection to the store is in use: rises whenever counts may have been lost. */
  long generation();

  /** A count of the window that ends then; of no window where nothing is known. */
  record Known(long count, long resetEpochSecond) {
    public static final Known NOTHING = new Known(0, 0);
  }
}
