package br.com.kobana.mcp.throttle;

import br.com.kobana.mcp.auth.Caller;
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

  /** Counts one token that has to be verified for this address. */
  public CompletionStage<Reading> countVerification(String address) {
    return add(Budget.of(Bucket.VERIFICATION, address), limits.verificationsPerSecond());
  }

  /** What becomes of counted writes is told here. */
  public WriteBudget writes() {
    return writes;
  }

  /**
   * How a bucket of an account stands, for operators: against the limit of accounts that have none
   * of their own.
   */
  public CompletionStage<Reading> standing(Bucket bucket, String account) {
    return peek(
        Budget.of(bucket, account),
        bucket == Bucket.READ ? limits.readsPerHour() : limits.writesPerHour());
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
