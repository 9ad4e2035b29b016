package br.com.kobana.mcp.resources;

import br.com.kobana.mcp.protocol.Result;
import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Expiry;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * Pages of {@code resources/list} as they were answered, each for the one caller it was made for.
 * Bounded in bytes; thread-safe.
 */
final class ListedPages {
  /** How long a page is kept. */
  static final Duration KEPT = Duration.ofSeconds(60);

  /** How long a page is kept in which a type failed that may soon be there again. */
  static final Duration KEPT_WITH_GAPS = Duration.ofSeconds(10);

  private static final long MAX_BYTES = 16L * 1024 * 1024;

  private final Cache<Key, Kept> pages;

  /**
   * @param types the types of the page, in order
   * @param more whether another page follows
   */
  record Key(String principal, List<String> types, boolean more) {}

  private record Kept(Result result, Duration time) {}

  ListedPages(InstantSource clock) {
    this.pages =
        Caffeine.newBuilder()
            .maximumWeight(MAX_BYTES)
            .weigher((Key key, Kept kept) -> 200 + kept.result().members().length)
            .expireAfter(Expiry.writing((Key key, Kept kept) -> kept.time()))
            .ticker(() -> TimeUnit.MILLISECONDS.toNanos(clock.millis()))
            .executor(Runnable::run)
            .build();
  }

  Optional<Result> get(Key key) {
    return Optional.ofNullable(pages.getIfPresent(key)).map(Kept::result);
  }

  void put(Key key, Result result, boolean settled) {
    pages.put(key, new Kept(result, settled ? KEPT : KEPT_WITH_GAPS));
  }
}
