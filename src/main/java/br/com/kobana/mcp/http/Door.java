package br.com.kobana.mcp.http;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Which route answers which path. A path is compared exactly, apart from one trailing slash; prefix
 * routes come after exact ones. Thread-safe: looked up on every loop, changed when routes start and
 * stop.
 */
final class Door {
  private volatile Map<String, EventLoopConsumer> exact = Map.of();
  private volatile Map<String, EventLoopConsumer> prefixes = Map.of();

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
