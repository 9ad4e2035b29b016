package br.com.kobana.mcp.redis;

import io.vertx.core.Context;
import io.vertx.core.Vertx;

/** An event loop of Vert.x, and the time of the system. */
record VertxLoop(Vertx vertx, Context context) implements LinkLoop {
  @Override
  public boolean isCurrent() {
    return Vertx.currentContext() == context;
  }

  @Override
  public void run(Runnable task) {
    context.runOnContext(v -> task.run());
  }

  @Override
  public void after(long millis, Runnable task) {
    vertx.setTimer(millis, t -> task.run());
  }

  @Override
  public long nanos() {
    return System.nanoTime();
  }
}
