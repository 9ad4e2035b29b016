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
 * Bounded: of more keys than {@code maxKeys} in one window, the least used are forgotten.
 */
public final class MemoryWindowCounter implements WindowCounter {
  private final InstantSource clock;
  private final Cache<String, Window> windows;

  private record Window(long start, AtomicLong count) {}

  public MemoryWindowCounter(InstantSource clock, int maxKeys) {
    this.clock = clock;
    this.windows =
        Caffeine.newBuilder()
            .maximumSize(maxKeys)
            .expireAfterAccess(Duration.ofHours(1))
            .executor(Runnable::run)
            .build();
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
    windows.invalidateAll();
  }

  private CompletionStage<Count> count(String key, int windowSeconds, long step) {
    long now = clock.instant().getEpochSecond();
    long start = Math.floorDiv(now, windowSeconds) * windowSeconds;
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
