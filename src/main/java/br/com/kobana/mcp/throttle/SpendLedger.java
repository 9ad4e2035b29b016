package br.com.kobana.mcp.throttle;

import java.time.Duration;
import java.util.OptionalLong;
import java.util.concurrent.CompletionStage;

/**
 * What each token has spent in the present hour and in the present day of Brasília. An amount is
 * taken before the money is sent and given back only where it never was. Where the ledger cannot
 * tell, the stage fails, and nothing may be sent: it never lets pass what it has not counted.
 *
 * <p>A call that is repeated is one amount: as long as the API remembers an idempotency key, it
 * answers the same to whatever repeats it. Thread-safe.
 */
public interface SpendLedger {
  /** Seconds that Brasília is behind UTC: a day begins at 03:00 UTC. */
  long DAY_BEGINS = 3 * 3600L;

  long HOUR = 3600;
  long DAY = 24 * HOUR;

  /** Shorter than the API remembers a key, which is 24 hours at least. */
  Duration REMEMBERED = Duration.ofHours(23);

  /** Whether the amount fits, without taking it. */
  CompletionStage<Standing> look(Spending spending);

  /** Takes the amount, if it fits, in one step for all replicas. */
  CompletionStage<Standing> take(Spending spending);

  /** Gives back what was taken: nothing was sent. Only whoever took it may. */
  CompletionStage<?> giveBack(Spending spending);

  /**
   * An amount to be spent.
   *
   * @param owner whose sums
   * @param id the same for a call that is repeated, and for no other
   * @param centavos more than zero
   * @param hourLimit the most of an hour, in centavos
   * @param dayLimit the most of a day, in centavos
   */
  record Spending(
      String owner, String id, long centavos, OptionalLong hourLimit, OptionalLong dayLimit) {}

  /** Whether an amount fits. */
  enum Fit {
    FITS,
    HOUR_FULL,
    DAY_FULL
  }

  /**
   * How the sums stand after the step, in centavos.
   *
   * @param fit whether the amount fits, or was counted before
   */
  record Standing(Fit fit, long hour, long day) {}
}
