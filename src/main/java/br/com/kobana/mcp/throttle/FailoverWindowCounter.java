package br.com.kobana.mcp.throttle;

import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Counts in the shared store, and in this process while the store is away (design decision 14):
 * never unlimited, at worst once per replica.
 *
 * <p>Every answer of the store is remembered, so that counting goes on from the last known count
 * when it goes away, and so that a store that comes back empty is told what was counted before.
 *
 * <p>A failure that leaves no doubt (no connection, a store that refuses writes) switches over at
 * once. An answer that is missing is looked into by probes first, because a pause of this process
 * makes answers look late too; requests are counted here meanwhile, so that none waits twice. Once
 * switched over, no request asks the store; probes do, in the background. A budget whose key holds
 * something else than a count is counted here by itself. Thread-safe.
 */
public final class FailoverWindowCounter implements WindowCounter {
  private static final Logger LOG = LoggerFactory.getLogger(FailoverWindowCounter.class);

  /** Between two probes of a store that is away. */
  private static final Duration PROBE = Duration.ofMillis(500);

  /** So many good probes in a row bring the store back. */
  private static final int GOOD_IN_A_ROW = 2;

  /**
   * So many missing probes in a row, one after the other, are a store that is away: with the
   * store's time-out of 40 ms, 160 ms after the answer that was missed.
   */
  private static final int MISSING_IN_A_ROW = 4;

  /** Between two looks at a key that holds no count. */
  private static final Duration WRONG_KEY_PROBE = Duration.ofSeconds(1);

  private static final int MOST_WRONG_KEYS = 1000;

  private final SharedCounter shared;
  private final MemoryWindowCounter memory;
  private final BiConsumer<Duration, Runnable> timer;
  private final AtomicBoolean away = new AtomicBoolean();
  private final AtomicBoolean doubted = new AtomicBoolean();
  private final AtomicInteger switches = new AtomicInteger();
  private final Set<Budget> wrongKeys = ConcurrentHashMap.newKeySet();

  /** Where counting happens. */
  public enum State {
    /** In the shared store. */
    SHARED,
    /** In this process, because the store is away. */
    MEMORY
  }

  /**
   * @param timer runs something once after a while, on a thread that may not be held up
   */
  public FailoverWindowCounter(
      SharedCounter shared, MemoryWindowCounter memory, BiConsumer<Duration, Runnable> timer) {
    this.shared = shared;
    this.memory = memory;
    this.timer = timer;
  }

  @Override
  public CompletionStage<Count> apply(Step step) {
    if (away.get()
        || doubted.get()
        || (!wrongKeys.isEmpty() && wrongKeys.contains(step.budget()))) {
      return memory.apply(step);
    }
    long generation = shared.generation();
    return shared
        .apply(step, memory.unconfirmed(step.budget(), generation))
        .handle(
            (count, failure) -> {
              if (failure == null) {
                learn(step, count, generation);
                return count;
              }
              failed(step.budget(), StoreFailure.of(failure));
              return memory.count(step);
            });
  }

  private void learn(Step step, Count count, long generation) {
    if ((step instanceof Step.Raise raise && raise.resetEpochSecond() != count.resetEpochSecond())
        || (step instanceof Step.GiveBack back
            && back.resetEpochSecond() != count.resetEpochSecond())) {
      // Its window is over: the answer says nothing of the present one.
      return;
    }
    // What a refused request was told is one more than what the store keeps.
    boolean refused = step instanceof Step.Add add && count.value() > add.limit();
    memory.learn(
        step.budget(),
        refused
            ? new Count(
                count.value() - 1,
                count.resetEpochSecond(),
                count.nowEpochSecond(),
                count.closedUntilEpochSecond())
            : count,
        generation);
  }

  private void failed(Budget budget, StoreFailure.Reason reason) {
    switch (reason) {
      case AWAY, REFUSES -> switchOver(budget, reason);
      case SLOW -> {
        if (doubted.compareAndSet(false, true)) {
          doubt(budget, 0);
        }
      }
      case WRONG_TYPE -> {
        if (wrongKeys.size() < MOST_WRONG_KEYS && wrongKeys.add(budget)) {
          LOG.warn(
              "a rate limit is counted per replica: bucket={} cause=WRONG_TYPE; its key in Redis"
                  + " holds no count",
              budget.bucket());
          timer.accept(WRONG_KEY_PROBE, () -> look(budget));
        }
      }
    }
  }

  /** Asks at once, until one answer comes or enough are missing. */
  private void doubt(Budget budget, int missing) {
    probe(
        budget,
        failure -> {
          if (failure.isEmpty() || failure.get() == StoreFailure.Reason.WRONG_TYPE) {
            doubted.set(false);
          } else if (missing + 1 >= MISSING_IN_A_ROW) {
            switchOver(budget, failure.get());
            doubted.set(false);
          } else {
            doubt(budget, missing + 1);
          }
        });
  }

  private void switchOver(Budget budget, StoreFailure.Reason reason) {
    if (away.compareAndSet(false, true)) {
      switches.incrementAndGet();
      LOG.warn("rate limits are counted per replica: cause={}", reason);
      timer.accept(PROBE, () -> waitForReturn(budget, 0));
    }
  }

  private void waitForReturn(Budget budget, int good) {
    probe(
        budget,
        failure -> {
          // A wrong key is this budget's trouble, not the store's.
          boolean answered = failure.isEmpty() || failure.get() == StoreFailure.Reason.WRONG_TYPE;
          if (answered && good + 1 >= GOOD_IN_A_ROW) {
            away.set(false);
            LOG.warn("rate limits are counted in Redis again");
          } else {
            timer.accept(PROBE, () -> waitForReturn(budget, answered ? good + 1 : 0));
          }
        });
  }

  private void look(Budget budget) {
    probe(
        budget,
        failure -> {
          if (failure.isEmpty()) {
            wrongKeys.remove(budget);
            LOG.warn("a rate limit is counted in Redis again: bucket={}", budget.bucket());
          } else {
            timer.accept(WRONG_KEY_PROBE, () -> look(budget));
          }
        });
  }

  private void probe(Budget budget, Consumer<Optional<StoreFailure.Reason>> then) {
    CompletionStage<Count> answer;
    try {
      answer = shared.probe(budget);
    } catch (RuntimeException e) {
      answer = CompletableFuture.failedFuture(e);
    }
    var unused =
        answer.whenComplete(
            (count, failure) ->
                then.accept(
                    failure == null ? Optional.empty() : Optional.of(StoreFailure.of(failure))));
  }

  /**
   * Asks the store once, for a start: where it does not answer, counting begins here.
   *
   * @return never fails
   */
  public CompletionStage<State> begin() {
    Budget budget = Budget.of(Bucket.ADDRESS, "start");
    CompletableFuture<State> begun = new CompletableFuture<>();
    probe(
        budget,
        failure -> {
          failure.ifPresent(reason -> switchOver(budget, reason));
          begun.complete(state());
        });
    return begun;
  }

  public State state() {
    return away.get() ? State.MEMORY : State.SHARED;
  }

  /** Whether anything is counted per replica now: everything, or single budgets. */
  public boolean isDegraded() {
    return away.get() || !wrongKeys.isEmpty();
  }

  /** How often the store went away since the start. */
  public int switches() {
    return switches.get();
  }
}
