package br.com.kobana.mcp.throttle;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Counts in this process only: for one replica, for development, and while a shared store is away.
 * Bounded: of more budgets than {@code maxBudgets} in one window, the least used are forgotten.
 * Windows of a minute or less, which addresses have, are kept in a table of their own: whoever
 * comes from very many addresses pushes out addresses and never the count of an account.
 */
public final class MemoryWindowCounter implements WindowCounter {
  /** The generation of a window that no shared store knows. */
  private static final long NONE = -1;

  private final InstantSource clock;
  private static final int SHORT = 60;
  private final Cache<Budget, Window> longWindows;
  private final Cache<Budget, Window> shortWindows;

  /** When closed budgets open again. */
  private final Cache<Budget, Long> closed;

  private static final class Window {
    private final long number;
    private final AtomicLong count = new AtomicLong();
    private volatile long generation = NONE;

    Window(long number) {
      this.number = number;
    }
  }

  public MemoryWindowCounter(InstantSource clock, int maxBudgets) {
    this.clock = clock;
    this.longWindows = table(maxBudgets, Duration.ofHours(1));
    this.shortWindows = table(maxBudgets, Duration.ofSeconds(SHORT));
    this.closed =
        Caffeine.newBuilder()
            .maximumSize(maxBudgets)
            .expireAfterWrite(Budget.LONGEST_CLOSED)
            .executor(Runnable::run)
            .build();
  }

  private static Cache<Budget, Window> table(int maxBudgets, Duration unused) {
    return Caffeine.newBuilder()
        .maximumSize(maxBudgets)
        .expireAfterAccess(unused)
        .executor(Runnable::run)
        .build();
  }

  private Cache<Budget, Window> table(Budget budget) {
    return budget.bucket().windowSeconds() <= SHORT ? shortWindows : longWindows;
  }

  /** Budgets of which a count is kept. */
  public long size() {
    return longWindows.estimatedSize() + shortWindows.estimatedSize();
  }

  @Override
  public CompletionStage<Count> apply(Step step) {
    return CompletableFuture.completedFuture(count(step));
  }

  Count count(Step step) {
    long now = clock.instant().getEpochSecond();
    Budget budget = step.budget();
    Window window = window(budget, budget.windowAt(now));
    long end = budget.endOf(window.number);
    long until = closed(step, now);
    if (until > now && step instanceof Step.Add) {
      return new Count(window.count.get(), end, now, until);
    }
    long before = window.count.get();
    long value = after(step, before, end);
    while (value != before && !window.count.compareAndSet(before, value)) {
      before = window.count.get();
      value = after(step, before, end);
    }
    if (value != before) {
      window.generation = NONE;
    }
    boolean refused = step instanceof Step.Add && value == before;
    return new Count(refused ? value + 1 : value, end, now, until);
  }

  /** Until when the step's budget is closed, once the step has closed or opened it; or 0. */
  private long closed(Step step, long now) {
    Budget budget = step.budget();
    if (step instanceof Step.Close close) {
      closed
          .asMap()
          .merge(budget, Math.min(close.untilEpochSecond(), budget.lastClosed(now)), Math::max);
    } else if (step instanceof Step.Clear) {
      closed.invalidate(budget);
    }
    Long until = budget.closes() ? closed.getIfPresent(budget) : null;
    return until == null || until <= now ? 0 : until;
  }

  /** The count after a step; an unchanged one after {@code Add} means that the limit is reached. */
  private static long after(Step step, long before, long end) {
    if (step instanceof Step.Add add) {
      return before < add.limit() ? before + 1 : before;
    } else if (step instanceof Step.Raise raise) {
      return raise.resetEpochSecond() == end ? Math.max(before, raise.atLeast()) : before;
    } else if (step instanceof Step.GiveBack back) {
      return back.resetEpochSecond() == end ? Math.max(0, before - 1) : before;
    }
    return step instanceof Step.Clear ? 0 : before;
  }

  private Window window(Budget budget, long number) {
    Window window = table(budget).getIfPresent(budget);
    if (window != null && window.number == number) {
      return window;
    }
    // A window that is ahead of this clock stays: a shared store may have opened it.
    return table(budget)
        .asMap()
        .compute(budget, (b, old) -> old == null || old.number < number ? new Window(number) : old);
  }

  /**
   * Remembers what a shared store said, so that counting goes on from there when it is away.
   *
   * @param generation of the store's connection that said so
   */
  void learn(Budget budget, Count count, long generation) {
    long number = budget.windowAt(count.resetEpochSecond() - 1);
    Window window = window(budget, number);
    if (window.number == number) {
      window.count.set(count.value());
      window.generation = generation;
    }
    if (count.isClosed()) {
      closed.put(budget, count.closedUntilEpochSecond());
    } else if (budget.closes() && closed.getIfPresent(budget) != null) {
      closed.invalidate(budget);
    }
  }

  /**
   * What a shared store that may have lost counts has to be told: the count of the present window,
   * where the store has not confirmed it over its present connection.
   */
  SharedCounter.Known unconfirmed(Budget budget, long generation) {
    Window window = table(budget).getIfPresent(budget);
    return window == null || window.generation == generation
        ? SharedCounter.Known.NOTHING
        : new SharedCounter.Known(window.count.get(), budget.endOf(window.number));
  }

  /** Forgets every count: for tests and for an operator who starts afresh. */
  public void reset() {
    longWindows.invalidateAll();
    shortWindows.invalidateAll();
    closed.invalidateAll();
  }
}
