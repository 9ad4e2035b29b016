package br.com.kobana.mcp.security;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Stands before the sandbox and keeps every request whole: line, headers and body. */
final class Recorder implements AutoCloseable {
  private static final Set<String> HOP = Set.of("host", "connection", "content-length", "upgrade");
  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final List<String> requests = new CopyOnWriteArrayList<>();
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final HttpServer server;
  private final int target;

  private Recorder(HttpServer server, int target) {
    this.server = server;
    this.target = target;
  }

  static Recorder before(int sandboxPort) {
    try {
      Recorder recorder =
          new Recorder(
              HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0),
              sandboxPort);
      recorder.server.createContext("/", recorder::pass);
      recorder.server.setExecutor(recorder.threads);
      recorder.server.start();
      return recorder;
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  String url() {
    return "http://localhost:" + server.getAddress().getPort();
  }

  List<String> requests() {
    return List.copyOf(requests);
  }

  private void pass(HttpExchange exchange) throws IOException {
    byte[] body = exchange.getRequestBody().readAllBytes();
    StringBuilder whole =
        new StringBuilder(exchange.getRequestMethod()).append(' ').append(exchange.getRequestURI());
    HttpRequest.Builder onward =
        HttpRequest.newBuilder(URI.create("http://localhost:" + target + exchange.getRequestURI()))
            .method(exchange.getRequestMethod(), HttpRequest.BodyPublishers.ofByteArray(body));
    exchange
        .getRequestHeaders()
        .forEach(
            (name, values) ->
                values.forEach(
                    value -> {
                      whole.append('\n').append(name).append(": ").append(value);
                      if (!HOP.contains(name.toLowerCase(Locale.ROOT))) {
                        onward.header(name, value);
                      }
                    }));
    requests.add(whole.append("\n\n").append(new String(body, StandardCharsets.UTF_8)).toString());
    try {
      HttpResponse<byte[]> answer =
          client.send(onward.build(), HttpResponse.BodyHandlers.ofByteArray());
      answer
          .headers()
          .firstValue("content-type")
          .ifPresent(type -> exchange.getResponseHeaders().set("content-type", type));
      exchange.sendResponseHeaders(
          answer.statusCode(), answer.body().length == 0 ? -1 : answer.body().length);
      exchange.getResponseBody().write(answer.body());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      exchange.close();
    }
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
