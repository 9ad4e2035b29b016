package br.com.kobana.mcp.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import br.com.kobana.mcp.jsonrpc.Json;
import br.com.kobana.mcp.jsonrpc.MalformedJson;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.zip.GZIPInputStream;

/**
 * Stands between a client of others and the gateway, lets everything pass as it is, and looks at
 * every answer with the schema of its version.
 */
public final class CheckingProxy implements AutoCloseable {
  /** What each connection says for itself, and what Java's client sets by itself. */
  private static final Set<String> OF_THE_CONNECTION =
      Set.of(
          "connection",
          "content-length",
          "expect",
          "host",
          "http2-settings",
          "transfer-encoding",
          "upgrade");

  private final Optional<McpSchemas> schemas = McpSchemas.atHand();
  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final List<String> violations = new CopyOnWriteArrayList<>();
  private final AtomicInteger checked = new AtomicInteger();
  private final URI gateway;
  private final HttpServer server;
  private final ExecutorService threads = Executors.newCachedThreadPool();

  private CheckingProxy(URI gateway) throws IOException {
    this.gateway = gateway;
    this.server = HttpServer.create(new InetSocketAddress("localhost", 0), 0);
    server.createContext("/", this::pass);
    server.setExecutor(threads);
    server.start();
  }

  public static CheckingProxy before(RunningGateway gateway) {
    try {
      return new CheckingProxy(URI.create(gateway.url()));
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The endpoint by way of this proxy. */
  public String url() {
    return "http://localhost:" + server.getAddress().getPort() + gateway.getPath();
  }

  /** That there were answers and all of them were right; skipped where the schemas are absent. */
  public void everyAnswerIsAsItsSchemaSays() {
    assumeTrue(schemas.isPresent(), "no MCP schemas; set -Dmcp.shared to their directory");
    assertThat(violations).isEmpty();
    assertThat(checked.get()).isPositive();
  }

  private void pass(HttpExchange exchange) throws IOException {
    try (exchange) {
      byte[] message = exchange.getRequestBody().readAllBytes();
      HttpResponse<byte[]> answer = client.send(forwarded(exchange, message), bytes());
      look(exchange, message, answer);
      answer
          .headers()
          .map()
          .forEach(
              (name, values) -> {
                if (passes(name)) {
                  exchange.getResponseHeaders().put(name, values);
                }
              });
      int length = answer.body().length;
      exchange.sendResponseHeaders(answer.statusCode(), length == 0 ? -1 : length);
      if (length > 0) {
        exchange.getResponseBody().write(answer.body());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static HttpResponse.BodyHandler<byte[]> bytes() {
    return HttpResponse.BodyHandlers.ofByteArray();
  }

  private HttpRequest forwarded(HttpExchange exchange, byte[] message) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(gateway.resolve(exchange.getRequestURI().toString()))
            .method(
                exchange.getRequestMethod(),
                message.length == 0
                    ? HttpRequest.BodyPublishers.noBody()
                    : HttpRequest.BodyPublishers.ofByteArray(message));
    exchange
        .getRequestHeaders()
        .forEach(
            (name, values) -> {
              if (passes(name)) {
                values.forEach(value -> request.header(name, value));
              }
            });
    return request.build();
  }

  private void look(HttpExchange exchange, byte[] message, HttpResponse<byte[]> answer) {
    String type = answer.headers().firstValue("Content-Type").orElse("");
    if (schemas.isEmpty() || answer.body().length == 0 || !type.startsWith("application/json")) {
      return;
    }
    String sent = exchange.getRequestHeaders().getFirst("MCP-Protocol-Version");
    try {
      violations.addAll(
          schemas.get().violations(sent == null ? "" : sent, message, Json.parse(plain(answer))));
    } catch (MalformedJson e) {
      violations.add("not JSON, with status " + answer.statusCode());
    }
    checked.incrementAndGet();
  }

  /** As the client reads it, which may have asked for gzip. */
  private static byte[] plain(HttpResponse<byte[]> answer) {
    if (!answer.headers().firstValue("Content-Encoding").equals(Optional.of("gzip"))) {
      return answer.body();
    }
    try (GZIPInputStream gzip = new GZIPInputStream(new ByteArrayInputStream(answer.body()))) {
      return gzip.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static boolean passes(String name) {
    return !name.startsWith(":") && !OF_THE_CONNECTION.contains(name.toLowerCase(Locale.ROOT));
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
