package br.com.kobana.mcp.redis;

import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.impl.VertxInternal;
import io.vertx.redis.client.Redis;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/** A link for each event loop: a call goes over the one of the loop it is made on. */
final class RedisLinks implements AutoCloseable {
  private final List<RedisLink> links = new ArrayList<>();
  private final Map<Thread, RedisLink> ofLoop = new ConcurrentHashMap<>();
  private final AtomicLong connections = new AtomicLong();

  RedisLinks(Vertx vertx, int loops, Supplier<Redis> clients, Duration timeout) {
    for (int i = 0; i < loops; i++) {
      // Vertx.getOrCreateContext would give this thread the same loop each time.
      Context context = ((VertxInternal) vertx).createEventLoopContext();
      RedisLink link =
          new RedisLink(
              new VertxLoop(vertx, context), clients, timeout, connections::incrementAndGet);
      links.add(link);
      context.runOnContext(v -> ofLoop.putIfAbsent(Thread.currentThread(), link));
      link.open();
    }
  }

  /** One link, on a loop of the caller's. */
  RedisLinks(LinkLoop loop, Supplier<Redis> clients, Duration timeout) {
    RedisLink link = new RedisLink(loop, clients, timeout, connections::incrementAndGet);
    links.add(link);
    link.open();
  }

  /** For one step: over the link of this loop; from elsewhere, over any. */
  Way way() {
    RedisLink link = ofLoop.get(Thread.currentThread());
    return (link == null ? links.get(0) : link).way();
  }

  List<RedisLink> all() {
    return links;
  }

  /** How many connections were made so far: rises when counts may have been lost. */
  long connections() {
    return connections.get();
  }

  @Override
  public void close() {
    links.forEach(RedisLink::close);
  }
}
