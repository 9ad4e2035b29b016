package br.com.kobana.mcp.audit;

import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Refusals of callers that nobody knows. Whoever sends requests without a good token at will must
 * not fill the trail, nor take the places of calls: so many a second are told one by one, the
 * others by their number. Thread-safe.
 */
final class Crowd {
  private static final int TOLD = 50;
  private final InstantSource clock;

  /** The second in the upper bits, how many were seen in it in the lower. */
  private final AtomicLong seen = new AtomicLong();

  private final AtomicLong untold = new AtomicLong();

  Crowd(InstantSource clock) {
    this.clock = clock;
  }

  /** Whether this one is told by itself; else it is counted. */
  boolean tells() {
    long second = clock.instant().getEpochSecond() << 32;
    long now = seen.updateAndGet(s -> (s >> 32) << 32 == second ? s + 1 : second + 1);
    if ((int) now <= TOLD) {
      return true;
    }
    untold.incrementAndGet();
    return false;
  }

  /** How many were only counted since this was last asked. */
  long take() {
    return untold.getAndSet(0);
  }

  void giveBack(long count) {
    untold.addAndGet(count);
  }
}
