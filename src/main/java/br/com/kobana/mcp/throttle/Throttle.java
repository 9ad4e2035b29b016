package br.com.kobana.mcp.throttle;

import br.com.kobana.mcp.auth.Caller;
import br.com.kobana.mcp.protocol.Refusal;
import br.com.kobana.mcp.settings.Settings;
import java.time.InstantSource;
import java.util.concurrent.CompletionStage;

/** Counts a request in its bucket. Thread-safe. */
public final class Throttle {
  private final WindowCounter counter;
  private final Settings.Limits limits;
  private final RestBudget writes;
  private final Tally tally;

  public Throttle(WindowCounter counter, Settings.Limits limits, InstantSource clock, Tally tally) {
    this.counter = counter;
    this.limits = limits;
    this.writes = new RestBudget(counter, clock);
    this.tally = tally;
  }

  /** Counts one in the caller's bucket; the account acted on has the budget. */
  public CompletionStage<Reading> count(Bucket bucket, Caller caller) {
    return add(Budget.of(bucket, caller.accountUid()), limit(bucket, caller));
  }

  /** How the caller's bucket stands, without counting. */
  public CompletionStage<Reading> peek(Bucket bucket, Caller caller) {
    return peek(Budget.of(bucket, caller.accountUid()), limit(bucket, caller));
  }

  /** Counts one request without an account. */
  public CompletionStage<Reading> countAddress(String address) {
    return add(Budget.of(Bucket.ADDRESS, address), limits.addressPerMinute());
  }

  /** How an address stands, without counting. */
  public CompletionStage<Reading> peekAddress(String address) {
    return peek(Budget.of(Bucket.ADDRESS, address), limits.addressPerMinute());
  }

  /**
   * Refuses whoever was seen to have nothing left. Nothing is counted: by now the next window may
   * have begun, and what is refused spends nothing of it.
   */
  public Refusal refuse(Reading peeked) {
    Reading refused = peeked.withCount(peeked.limit() + 1);
    tally.counted(refused);
    return refused.refusal();
  }

  /** Counts one token that has to be verified for this address. */
  public CompletionStage<Reading> countVerification(String address) {
    return add(Budget.of(Bucket.VERIFICATION, address), limits.verificationsPerSecond());
  }

  /** What becomes of counted writes is told here. */
  public WriteBudget writes() {
    return writes;
  }

  /** The count of an account in the present window, for operators; whatever its limit is. */
  public CompletionStage<WindowCounter.Count> standing(Bucket bucket, String account) {
    return counter.apply(new Step.Peek(Budget.of(bucket, account)));
  }

  /**
   * Forgets what an account has spent in the present windows and that the API closed its writes,
   * for operators.
   */
  public CompletionStage<?> reset(String account) {
    return counter
        .apply(new Step.Clear(Budget.of(Bucket.READ, account)))
        .thenCompose(reads -> counter.apply(new Step.Clear(Budget.of(Bucket.WRITE, account))));
  }

  private CompletionStage<Reading> add(Budget budget, long limit) {
    return counter
        .apply(new Step.Add(budget, limit))
        .thenApply(
            count -> {
              Reading reading = Reading.of(budget.bucket(), limit, count);
              tally.counted(reading);
              return reading;
            });
  }

  private CompletionStage<Reading> peek(Budget budget, long limit) {
    return counter
        .apply(new Step.Peek(budget))
        .thenApply(count -> Reading.of(budget.bucket(), limit, count));
  }

  private long limit(Bucket bucket, Caller caller) {
    return bucket == Bucket.READ
        ? caller.readsPerHour().orElse(limits.readsPerHour())
        : caller.writesPerHour().orElse(limits.writesPerHour());
  }
}
