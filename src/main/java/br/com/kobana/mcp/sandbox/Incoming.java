package br.com.kobana.mcp.sandbox;

import io.vertx.core.MultiMap;
import io.vertx.core.buffer.Buffer;
import java.util.Optional;

/**
 * A request as received.
 *
 * @param query as sent, without the question mark; empty for none
 */
record Incoming(String method, String path, String query, MultiMap headers, Buffer body) {
  Optional<String> header(String name) {
    return Optional.ofNullable(headers.get(name));
  }

  String uri() {
    return query.isEmpty() ? path : path + "?" + query;
  }

  boolean read() {
    return method.equals("GET");
  }
}
