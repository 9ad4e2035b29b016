package br.com.kobana.mcp.upstream;

import io.github.resilience4j.bulkhead.Bulkhead;
import io.github.resilience4j.bulkhead.BulkheadConfig;
import java.time.Duration;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/**
 * How many calls of one area may be under way. Who finds no room waits for it a moment, in order
 * and without a thread; as many may wait as may be under way. Thread-safe.
 */
final class Room {
  private final Bulkhead bulkhead;
  private final Timer timer;
  private final ConcurrentLinkedQueue<Waiter> waiting = new ConcurrentLinkedQueue<>();
  private final AtomicInteger waiters = new AtomicInteger();

  private static final class Waiter {
    private final Consumer<Boolean> then;
    private final AtomicBoolean settled = new AtomicBoolean();

    Waiter(Consumer<Boolean> then) {
      this.then = then;
    }
  }

  Room(String name, int most, Timer timer) {
    this.timer = timer;
    this.bulkhead =
        Bulkhead.of(
            name,
            BulkheadConfig.custom()
                .maxConcurrentCalls(most)
                .maxWaitDuration(Duration.ZERO)
                .build());
  }

  /**
   * @param then told once whether there is room, now or on another thread; who got it must {@link
   *     #leave}
   */
  void enter(Duration patience, Consumer<Boolean> then) {
    if (waiting.isEmpty() && bulkhead.tryAcquirePermission()) {
      then.accept(true);
      return;
    }
    if (waiters.get() >= most()) {
      then.accept(false);
      return;
    }
    Waiter waiter = new Waiter(then);
    waiters.incrementAndGet();
    waiting.add(waiter);
    timer.after(
        patience,
        () -> {
          if (settle(waiter)) {
            waiting.remove(waiter);
            then.accept(false);
          }
        });
    // Room may have come free before the waiter stood in line.
    admit();
  }

  void leave() {
    bulkhead.onComplete();
    admit();
  }

  private void admit() {
    while (!waiting.isEmpty() && bulkhead.tryAcquirePermission()) {
      Waiter next = waiting.poll();
      if (next != null && settle(next)) {
        next.then.accept(true);
      } else {
        bulkhead.releasePermission();
      }
    }
  }

  private boolean settle(Waiter waiter) {
    boolean first = waiter.settled.compareAndSet(false, true);
    if (first) {
      waiters.decrementAndGet();
    }
    return first;
  }

  int most() {
    return bulkhead.getMetrics().getMaxAllowedConcurrentCalls();
  }

  int left() {
    return bulkhead.getMetrics().getAvailableConcurrentCalls();
  }

  int waiting() {
    return waiters.get();
  }
}
