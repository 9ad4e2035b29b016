package br.com.kobana.mcp.throttle;

import br.com.kobana.mcp.auth.Caller;
import br.com.kobana.mcp.upstream.UpstreamResponse;
import java.time.InstantSource;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Lowers what is left of an account's writes to what the API says is left, and closes the bucket
 * when the API says 429. Nothing raises what is left within a window but a unit that was never
 * sent. Thread-safe.
 */
final class RestBudget implements WriteBudget {
  /** How far the API's clock may be from ours, in seconds. */
  private static final long SKEW = 5;

  /** A reset below this is a number of seconds, above it a time: the API's pages show both. */
  private static final long LEAST_TIME = 1_000_000_000L;

  private final WindowCounter counter;
  private final InstantSource clock;

  RestBudget(WindowCounter counter, InstantSource clock) {
    this.counter = counter;
    this.clock = clock;
  }

  @Override
  public CompletionStage<Reading> answered(
      Reading counted, Caller caller, String method, UpstreamResponse answer) {
    if (method.equals("GET")) {
      return CompletableFuture.completedFuture(counted);
    }
    return answer.status() == 429
        ? refused(counted, caller, answer)
        : reported(counted, caller, answer);
  }

  @Override
  public CompletionStage<Reading> notSent(Reading counted, Caller caller) {
    return apply(counted, new Step.GiveBack(budget(caller), counted.resetEpochSecond()));
  }

  /**
   * Around the turn of a window the API may still speak of the one before: a report is believed
   * once the window is older than clocks differ.
   */
  private CompletionStage<Reading> reported(
      Reading counted, Caller caller, UpstreamResponse answer) {
    OptionalLong remaining = number(answer, "ratelimit-remaining");
    Budget budget = budget(caller);
    long age = counted.nowEpochSecond() - (counted.resetEpochSecond() - budget.windowSeconds());
    if (remaining.isEmpty() || age < SKEW) {
      return CompletableFuture.completedFuture(counted);
    }
    long atLeast = counted.limit() - remaining.getAsLong();
    return atLeast <= counted.count()
        ? CompletableFuture.completedFuture(counted)
        : apply(counted, new Step.Raise(budget, counted.resetEpochSecond(), atLeast));
  }

  private CompletionStage<Reading> refused(
      Reading counted, Caller caller, UpstreamResponse answer) {
    Budget budget = budget(caller);
    long until = until(counted, answer);
    long window = Math.floorDiv(until + SKEW, (long) budget.windowSeconds());
    long end = window * budget.windowSeconds();
    if (Math.abs(until - end) <= SKEW) {
      return apply(counted, new Step.Raise(budget, end, counted.limit()));
    }
    return counter
        .apply(new Step.Close(budget, until))
        .thenApply(
            count ->
                new Reading(
                    counted.bucket(),
                    counted.limit(),
                    counted.limit(),
                    until,
                    counted.nowEpochSecond()));
  }

  /** When the API takes writes again, in seconds since the epoch. */
  private long until(Reading counted, UpstreamResponse answer) {
    long now = clock.instant().getEpochSecond();
    OptionalLong after = number(answer, "retry-after");
    if (after.isPresent()) {
      return now + after.getAsLong();
    }
    OptionalLong reset = number(answer, "ratelimit-reset");
    if (reset.isPresent()) {
      return reset.getAsLong() < LEAST_TIME ? now + reset.getAsLong() : reset.getAsLong();
    }
    return counted.resetEpochSecond();
  }

  private CompletionStage<Reading> apply(Reading counted, Step step) {
    return counter
        .apply(step)
        .thenApply(
            count ->
                count.resetEpochSecond() == counted.resetEpochSecond()
                    ? counted.withCount(count.value())
                    : counted);
  }

  private static Budget budget(Caller caller) {
    return Budget.of(Bucket.WRITE, caller.accountUid());
  }

  /** A whole number of at most 15 digits; what else the header may hold is not believed. */
  private static OptionalLong number(UpstreamResponse answer, String header) {
    return answer
        .header(header)
        .map(String::trim)
        .filter(v -> v.matches("\\d{1,15}"))
        .map(v -> OptionalLong.of(Long.parseLong(v)))
        .orElse(OptionalLong.empty());
  }
}
