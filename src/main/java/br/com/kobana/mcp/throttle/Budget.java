package br.com.kobana.mcp.throttle;

import java.time.Duration;

/**
 * One bucket of one owner.
 *
 * @param bucket which of the three
 * @param owner the account's uid, or the address of a caller without an account
 * @param windowSeconds length of its windows; the bucket's own but in tests
 */
public record Budget(Bucket bucket, String owner, int windowSeconds) {
  /** The longest that a budget is closed. */
  public static final Duration LONGEST_CLOSED = Duration.ofHours(24);

  public Budget {
    if (windowSeconds <= 0) {
      throw new IllegalArgumentException("a window has at least one second");
    }
  }

  public static Budget of(Bucket bucket, String owner) {
    return new Budget(bucket, owner, bucket.windowSeconds());
  }

  /** Whether it can be closed: writes, because the API may refuse them before our count is full. */
  public boolean closes() {
    return bucket == Bucket.WRITE;
  }

  /** The latest moment until which it may be closed now. */
  public long lastClosed(long nowEpochSecond) {
    return nowEpochSecond + LONGEST_CLOSED.toSeconds();
  }

  /** The window that a moment lies in: how many windows ended since the epoch. */
  public long windowAt(long epochSecond) {
    return Math.floorDiv(epochSecond, (long) windowSeconds);
  }

  /** When a window ends, in seconds since the epoch. */
  public long endOf(long window) {
    return (window + 1) * windowSeconds;
  }
}
