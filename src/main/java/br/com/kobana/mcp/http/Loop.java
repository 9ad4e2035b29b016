package br.com.kobana.mcp.http;

import io.vertx.core.Context;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * One event loop with its server instance and its calls in flight, oldest first. All calls have the
 * same time-out, so the oldest is always the first to run out. Used on the loop itself, apart from
 * {@link #watch}.
 */
final class Loop {
  private static final long LOOK_EVERY_MILLIS = 100;

  /** A body that is not there after so long is not waited for before the caller is known. */
  private static final long LATE_NANOS = 200_000_000;

  private final Vertx vertx;
  private final Context context;
  private final Thread thread = Thread.currentThread();
  private final Executor workers;
  private final LoopWatch watch;
  private final long timeoutNanos;
  private final Connections connections;
  private @Nullable LoopCall oldest;
  private @Nullable LoopCall newest;

  /** What is done about calls that take long; on the loop. */
  interface Overseer {
    /** The time of a call is up. It is not of the loop any more. */
    void overdue(LoopCall call);

    /** A body that should have come with its head has not. */
    void lateBody(LoopCall call);
  }

  /** To be made on the loop of the context. */
  Loop(
      Vertx vertx,
      Context context,
      Executor workers,
      Duration timeout,
      Connections connections,
      Overseer overseer) {
    this.vertx = vertx;
    this.context = context;
    this.workers = workers;
    this.watch = new LoopWatch(Thread.currentThread());
    this.timeoutNanos = timeout.toNanos();
    this.connections = connections;
    vertx.setPeriodic(
        Math.min(LOOK_EVERY_MILLIS, Math.max(1, timeout.toMillis() / 4)),
        timer -> look(System.nanoTime(), overseer));
  }

  private void look(long now, Overseer overseer) {
    for (LoopCall call = oldest; call != null; ) {
      LoopCall next = call.newer;
      if (now - call.deadlineNanos >= 0) {
        remove(call);
        overseer.overdue(call);
      } else if (now - call.arrivedNanos >= LATE_NANOS && call.awaitsSmallBody()) {
        overseer.lateBody(call);
      }
      call = next;
    }
    connections.closeOverdue(now);
  }

  /** Does something on the loop after a time, in milliseconds. */
  long after(long millis, Runnable what) {
    return vertx.setTimer(millis, timer -> what.run());
  }

  void cancel(long timer) {
    vertx.cancelTimer(timer);
  }

  Connections connections() {
    return connections;
  }

  /** What is left until a deadline, less what an answer needs to be made and sent. */
  long millisToAnswer(long deadlineNanos) {
    long answering = Math.min(1_000_000_000, timeoutNanos / 10);
    return (deadlineNanos - answering - System.nanoTime()) / 1_000_000;
  }

  /** Whether the calling thread is that of the loop. */
  boolean isHere() {
    return Thread.currentThread() == thread;
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
    call.arrivedNanos = System.nanoTime();
    call.deadlineNanos = call.arrivedNanos + timeoutNanos;
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
