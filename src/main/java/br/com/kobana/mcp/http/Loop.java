package br.com.kobana.mcp.http;

import io.vertx.core.Context;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One event loop with its server instance and its calls in flight, oldest first. All calls have the
 * same time-out, so the oldest is always the first to run out. Used on the loop itself, apart from
 * {@link #watch}.
 */
final class Loop {
  private static final long LOOK_EVERY_MILLIS = 100;
  private final Context context;
  private final Executor workers;
  private final LoopWatch watch;
  private final long timeoutNanos;
  private @Nullable LoopCall oldest;
  private @Nullable LoopCall newest;

  /** To be made on the loop of the context. */
  Loop(
      Vertx vertx,
      Context context,
      Executor workers,
      Duration timeout,
      Consumer<LoopCall> whenOverdue) {
    this.context = context;
    this.workers = workers;
    this.watch = new LoopWatch(Thread.currentThread());
    this.timeoutNanos = timeout.toNanos();
    vertx.setPeriodic(
        Math.min(LOOK_EVERY_MILLIS, Math.max(1, timeout.toMillis() / 4)),
        timer -> {
          long now = System.nanoTime();
          for (LoopCall call = oldest; call != null && now - call.deadlineNanos >= 0; ) {
            LoopCall next = call.newer;
            remove(call);
            whenOverdue.accept(call);
            call = next;
          }
        });
  }

  Context context() {
    return context;
  }

  Executor workers() {
    return workers;
  }

  LoopWatch watch() {
    return watch;
  }

  void add(LoopCall call) {
    call.deadlineNanos = System.nanoTime() + timeoutNanos;
    call.older = newest;
    if (newest == null) {
      oldest = call;
    } else {
      newest.newer = call;
    }
    newest = call;
  }

  void remove(LoopCall call) {
    LoopCall before = call.older;
    LoopCall after = call.newer;
    if (before == null && after == null && oldest != call) {
      return;
    }
    if (before == null) {
      oldest = after;
    } else {
      before.newer = after;
    }
    if (after == null) {
      newest = before;
    } else {
      after.older = before;
    }
    call.older = null;
    call.newer = null;
  }
}
