package br.com.kobana.mcp.http;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Which route answers which path, and whether every call that came through has begun there. A path
 * is compared exactly, apart from one trailing slash; prefix routes come after exact ones.
 * Thread-safe: looked up on every loop, changed when routes start and stop.
 */
final class Door {
  private volatile Map<String, EventLoopConsumer> exact = Map.of();
  private volatile Map<String, EventLoopConsumer> prefixes = Map.of();

  /** Calls that wait for a worker, and one for the door itself as long as it is in use. */
  private final AtomicInteger waiting = new AtomicInteger(1);

  private final CompletableFuture<Void> allBegun = new CompletableFuture<>();

  synchronized void open(String path, boolean prefix, EventLoopConsumer consumer) {
    Map<String, EventLoopConsumer> table = new LinkedHashMap<>(prefix ? prefixes : exact);
    table.put(normal(path), consumer);
    if (prefix) {
      prefixes = Map.copyOf(table);
    } else {
      exact = Map.copyOf(table);
    }
  }

  synchronized void close(String path, EventLoopConsumer consumer) {
    exact = without(exact, path, consumer);
    prefixes = without(prefixes, path, consumer);
  }

  Optional<EventLoopConsumer> find(String path) {
    @Nullable EventLoopConsumer consumer = exact.get(path);
    if (consumer != null) {
      return Optional.of(consumer);
    }
    String normal = normal(path);
    consumer = exact.get(normal);
    if (consumer != null) {
      return Optional.of(consumer);
    }
    return prefixes.entrySet().stream()
        .filter(e -> normal.startsWith(e.getKey()))
        .map(Map.Entry::getValue)
        .findFirst();
  }

  /**
   * Begins with a call on a worker. Until then its route does not know of it: Camel counts what has
   * begun.
   */
  void handOver(Executor workers, Runnable part) {
    waiting.incrementAndGet();
    boolean taken = false;
    try {
      workers.execute(
          () -> {
            try {
              part.run();
            } finally {
              begun();
            }
          });
      taken = true;
    } finally {
      if (!taken) {
        begun();
      }
    }
  }

  /** Once, when no call comes through it any more; done when all that came have begun. */
  CompletableFuture<Void> retire() {
    begun();
    return allBegun;
  }

  private void begun() {
    if (waiting.decrementAndGet() == 0) {
      allBegun.complete(null);
    }
  }

  private static Map<String, EventLoopConsumer> without(
      Map<String, EventLoopConsumer> table, String path, EventLoopConsumer consumer) {
    Map<String, EventLoopConsumer> rest = new LinkedHashMap<>(table);
    rest.remove(normal(path), consumer);
    return Map.copyOf(rest);
  }

  private static String normal(String path) {
    return path.length() > 1 && path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
  }
}
