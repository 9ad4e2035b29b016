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
 * Bounded: of more keys than {@code maxKeys} in one window, the least used are forgotten. Windows
 * of a minute or less, which addresses have, are kept in a table of their own: whoever comes from
 * very many addresses pushes out addresses and never the count of an account.
 */
public final class MemoryWindowCounter implements WindowCounter {
  private static final int SHORT = 60;
  private final InstantSource clock;
  private final Cache<String, Window> longWindows;
  private final Cache<String, Window> shortWindows;

  private record Window(long start, AtomicLong count) {}

  public MemoryWindowCounter(InstantSource clock, int maxKeys) {
    this.clock = clock;
    this.longWindows = table(maxKeys, Duration.ofHours(1));
    this.shortWindows = table(maxKeys, Duration.ofSeconds(SHORT));
  }

  private static Cache<String, Window> table(int maxKeys, Duration unused) {
    return Caffeine.newBuilder()
        .maximumSize(maxKeys)
        .expireAfterAccess(unused)
        .executor(Runnable::run)
        .build();
  }

  /** Keys of which a count is kept. */
  public long size() {
    return longWindows.estimatedSize() + shortWindows.estimatedSize();
  }

  @Override
  public CompletionStage<Count> add(String key, int windowSeconds) {
    return count(key, windowSeconds, 1);
  }

  @Override
  public CompletionStage<Count> peek(String key, int windowSeconds) {
    return count(key, windowSeconds, 0);
  }

  /** Forgets every count: for tests and for an operator who starts afresh. */
  public void reset() {
    longWindows.invalidateAll();
    shortWindows.invalidateAll();
  }

  private CompletionStage<Count> count(String key, int windowSeconds, long step) {
    long now = clock.instant().getEpochSecond();
    long start = Math.floorDiv(now, windowSeconds) * windowSeconds;
    Cache<String, Window> windows = windowSeconds <= SHORT ? shortWindows : longWindows;
    Window window = windows.getIfPresent(key);
    if (window == null || window.start() != start) {
      window =
          windows
              .asMap()
              .compute(
                  key,
                  (k, old) ->
                      old == null || old.start() < start
                          ? new Window(start, new AtomicLong())
                          : old);
    }
    long value = window.count().addAndGet(step);
    return CompletableFuture.completedFuture(new Count(value, window.start() + windowSeconds, now));
  }
}
