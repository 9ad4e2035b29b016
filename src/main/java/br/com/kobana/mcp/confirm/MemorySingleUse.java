package br.com.kobana.mcp.confirm;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Expiry;
import com.github.benmanes.caffeine.cache.Ticker;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * In the memory of this process, for a single replica. Bounded, and full means no: dropping an
 * older claim to make room would let it be made again. Thread-safe.
 */
public final class MemorySingleUse implements SingleUse {
  private final Cache<String, Duration> claimed;
  private final long most;

  /**
   * @param most how many claims are remembered at once
   */
  public MemorySingleUse(Ticker ticker, long most) {
    this.most = most;
    this.claimed =
        Caffeine.newBuilder()
            .ticker(ticker)
            .executor(Runnable::run)
            .expireAfter(new Lifetime())
            .build();
  }

  @Override
  public CompletionStage<Boolean> claim(String nonce, Duration ttl) {
    if (claimed.estimatedSize() >= most) {
      claimed.cleanUp();
      if (claimed.estimatedSize() >= most) {
        return CompletableFuture.failedFuture(
            new IllegalStateException("too many confirmations are remembered"));
      }
    }
    return CompletableFuture.completedFuture(claimed.asMap().putIfAbsent(nonce, ttl) == null);
  }

  private static final class Lifetime implements Expiry<String, Duration> {
    @Override
    public long expireAfterCreate(String nonce, Duration ttl, long now) {
      return ttl.toNanos();
    }

    @Override
    public long expireAfterUpdate(String nonce, Duration ttl, long now, long left) {
      return left;
    }

    @Override
    public long expireAfterRead(String nonce, Duration ttl, long now, long left) {
      return left;
    }
  }
}
