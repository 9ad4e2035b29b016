package br.com.kobana.mcp.http;

import io.vertx.core.http.HttpConnection;
import java.time.Duration;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * The connections of one loop on which no request is in hand. Each has so long to bring the next
 * whole request head: a client that sends a header byte now and then does not keep its connection.
 * Used on the loop only.
 */
final class Connections {
  private final long timeoutNanos;

  /** When each runs out; the first to run out comes first, since all have the same time. */
  private final Map<HttpConnection, Long> waiting = new LinkedHashMap<>();

  /** Those that were told that they are closed: what still comes on them is no request. */
  private final Set<HttpConnection> closing = new HashSet<>();

  Connections(Duration timeout) {
    this.timeoutNanos = timeout.toNanos();
  }

  void opened(HttpConnection connection) {
    awaits(connection);
    connection.closeHandler(
        v -> {
          waiting.remove(connection);
          closing.remove(connection);
        });
  }

  /** A request head has come. */
  void busy(HttpConnection connection) {
    waiting.remove(connection);
  }

  /** The request in hand is being answered. */
  void awaits(HttpConnection connection) {
    waiting.remove(connection);
    waiting.put(connection, System.nanoTime() + timeoutNanos);
  }

  void closing(HttpConnection connection) {
    waiting.remove(connection);
    closing.add(connection);
  }

  boolean isClosing(HttpConnection connection) {
    return closing.contains(connection);
  }

  /** Closes those whose time is up. */
  void closeOverdue(long now) {
    Iterator<Map.Entry<HttpConnection, Long>> oldest = waiting.entrySet().iterator();
    Set<HttpConnection> overdue = new HashSet<>();
    while (oldest.hasNext()) {
      Map.Entry<HttpConnection, Long> entry = oldest.next();
      if (now - entry.getValue() < 0) {
        break;
      }
      overdue.add(entry.getKey());
      oldest.remove();
    }
    overdue.forEach(HttpConnection::close);
  }

  int size() {
    return waiting.size();
  }
}
