package br.com.kobana.mcp.security;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Introspects every token as one of account A and exchanges it for the sandbox's own: just enough
 * of a server to see what the gateway sends where.
 */
final class AuthorizationServer implements AutoCloseable {
  private static final String ACCOUNT = "01900000-0000-7000-8000-00000000000a";
  private final HttpServer server;
  private final String audience;
  private final AtomicInteger asked = new AtomicInteger();

  private AuthorizationServer(HttpServer server, String audience) {
    this.server = server;
    this.audience = audience;
  }

  static AuthorizationServer start(String audience) {
    try {
      AuthorizationServer made =
          new AuthorizationServer(
              HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0),
              audience);
      made.server.createContext("/introspect", made::introspect);
      made.server.createContext("/token", made::exchange);
      made.server.start();
      return made;
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  String url(String path) {
    return "http://localhost:" + server.getAddress().getPort() + path;
  }

  /** Requests to either endpoint. */
  int asked() {
    return asked.get();
  }

  private void introspect(HttpExchange exchange) throws IOException {
    answer(
        exchange,
        "{\"active\":true,\"scope\":\"all read write\",\"aud\":\"%s\",\"account_uid\":\"%s\"}"
            .formatted(audience, ACCOUNT));
  }

  private void exchange(HttpExchange exchange) throws IOException {
    answer(
        exchange,
        "{\"access_token\":\"sandbox-full\",\"token_type\":\"Bearer\",\"expires_in\":600}");
  }

  private void answer(HttpExchange exchange, String json) throws IOException {
    asked.incrementAndGet();
    exchange.getRequestBody().readAllBytes();
    byte[] body = json.getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().set("content-type", "application/json");
    exchange.sendResponseHeaders(200, body.length);
    exchange.getResponseBody().write(body);
    exchange.close();
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
