package br.com.kobana.mcp.throttle;

import br.com.kobana.mcp.auth.Caller;
import br.com.kobana.mcp.settings.Settings;
import java.util.concurrent.CompletionStage;

/** Counts a request in its bucket. Thread-safe. */
public final class Throttle {
  private final WindowCounter counter;
  private final Settings.Limits limits;

  public Throttle(WindowCounter counter, Settings.Limits limits) {
    this.counter = counter;
    this.limits = limits;
  }

  /** Counts one in the caller's bucket; the account acted on has the budget. */
  public CompletionStage<Reading> count(Bucket bucket, Caller caller) {
    long limit = limit(bucket, caller);
    return counter
        .add(key(bucket, caller), bucket.windowSeconds())
        .thenApply(count -> Reading.of(bucket, limit, count));
  }

  /** How the caller's bucket stands, without counting. */
  public CompletionStage<Reading> peek(Bucket bucket, Caller caller) {
    long limit = limit(bucket, caller);
    return counter
        .peek(key(bucket, caller), bucket.windowSeconds())
        .thenApply(count -> Reading.of(bucket, limit, count));
  }

  /** Counts one request without an account. */
  public CompletionStage<Reading> countAddress(String address) {
    return counter
        .add("address:" + address, Bucket.ADDRESS.windowSeconds())
        .thenApply(count -> Reading.of(Bucket.ADDRESS, limits.addressPerMinute(), count));
  }

  /** How an address stands, without counting. */
  public CompletionStage<Reading> peekAddress(String address) {
    return counter
        .peek("address:" + address, Bucket.ADDRESS.windowSeconds())
        .thenApply(count -> Reading.of(Bucket.ADDRESS, limits.addressPerMinute(), count));
  }

  /** Counts one token that has to be verified for this address. */
  public CompletionStage<Reading> countVerification(String address) {
    return counter
        .add("verify:" + address, Bucket.VERIFICATION.windowSeconds())
        .thenApply(
            count -> Reading.of(Bucket.VERIFICATION, limits.verificationsPerSecond(), count));
  }

  private static String key(Bucket bucket, Caller caller) {
    return (bucket == Bucket.READ ? "read:" : "write:") + caller.accountUid();
  }

  private long limit(Bucket bucket, Caller caller) {
    return bucket == Bucket.READ
        ? caller.readsPerHour().orElse(limits.readsPerHour())
        : caller.writesPerHour().orElse(limits.writesPerHour());
  }
}
