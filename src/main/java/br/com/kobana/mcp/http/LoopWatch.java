package br.com.kobana.mcp.http;

import java.util.Optional;
import org.apache.camel.Exchange;
import org.jspecify.annotations.Nullable;

/**
 * What one event loop is doing, seen from outside. A route step that blocks the loop stops every
 * connection of it, and no timer of the loop can fire; so a thread of its own looks from time to
 * time, names the step, and interrupts it when it has blocked for too long.
 */
final class LoopWatch {
  private final Thread loop;
  private volatile long busySinceNanos;
  private volatile @Nullable Exchange exchange;
  private volatile boolean interrupted;

  /** Of the watching thread: the stretch it has already spoken of. */
  private long reportedSinceNanos;

  LoopWatch(Thread loop) {
    this.loop = loop;
  }

  /** A step that has the loop for itself. */
  record Blocked(String loop, String route, String step, long millis) {}

  /** Called on the loop before the routes run there. */
  void enter(Exchange running) {
    clearInterrupt();
    exchange = running;
    long now = System.nanoTime();
    busySinceNanos = now == 0 ? 1 : now;
  }

  /** Called on the loop when the routes leave it. */
  void exit() {
    busySinceNanos = 0;
    exchange = null;
    clearInterrupt();
  }

  private void clearInterrupt() {
    if (interrupted) {
      synchronized (this) {
        interrupted = false;
        Thread.interrupted();
      }
    }
  }

  /** The step that has had the loop for longer than this, if any. Called from outside. */
  Optional<Blocked> blockedFor(long millis) {
    long since = busySinceNanos;
    Exchange running = exchange;
    if (since == 0 || running == null) {
      return Optional.empty();
    }
    long busy = (System.nanoTime() - since) / 1_000_000;
    if (busy < millis) {
      return Optional.empty();
    }
    String step = running.getExchangeExtension().getHistoryNodeId();
    return Optional.of(
        new Blocked(
            loop.getName(),
            String.valueOf(running.getFromRouteId()),
            step == null ? "unknown" : step,
            busy));
  }

  /** As {@link #blockedFor}, once for each stretch. Called by the watching thread only. */
  Optional<Blocked> newlyBlockedFor(long millis) {
    long since = busySinceNanos;
    Optional<Blocked> blocked = blockedFor(millis);
    if (blocked.isEmpty() || since == reportedSinceNanos) {
      return Optional.empty();
    }
    reportedSinceNanos = since;
    return blocked;
  }

  /** Interrupts the step that has the loop, if it still has it. */
  void interruptIfStillIn(long observedMillis) {
    synchronized (this) {
      if (blockedFor(observedMillis).isPresent()) {
        interrupted = true;
        loop.interrupt();
      }
    }
  }
}
