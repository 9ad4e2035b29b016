package br.com.kobana.mcp.routes;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Predicate;

/** Stands before the sandbox and holds back the calls that a test tells it to. */
final class HeldApi implements AutoCloseable {
  private final HttpServer server;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final HttpClient http = HttpClient.newHttpClient();
  private final int sandboxPort;
  private final Predicate<String> hold;
  private final List<String> arrived = new CopyOnWriteArrayList<>();

  /**
   * @param hold told of the path of each call once it is counted; waits as long as it likes, and
   *     says whether the call is answered at all
   */
  HeldApi(int sandboxPort, Predicate<String> hold) throws IOException {
    this.sandboxPort = sandboxPort;
    this.hold = hold;
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(threads);
    server.createContext("/", this::pass);
    server.start();
  }

  String url() {
    return "http://localhost:" + server.getAddress().getPort();
  }

  /** The paths of the calls so far, but for those that ask whose token it is. */
  List<String> arrived() {
    return List.copyOf(arrived);
  }

  private void pass(HttpExchange exchange) throws IOException {
    String path = exchange.getRequestURI().getPath();
    if (!path.equals("/v2/me")) {
      arrived.add(path);
      if (!hold.test(path)) {
        return;
      }
    }
    try {
      HttpResponse<byte[]> answer =
          http.send(
              HttpRequest.newBuilder(
                      URI.create("http://localhost:" + sandboxPort + exchange.getRequestURI()))
                  .header("Authorization", exchange.getRequestHeaders().getFirst("Authorization"))
                  .build(),
              HttpResponse.BodyHandlers.ofByteArray());
      exchange.getResponseHeaders().set("Content-Type", "application/json");
      exchange.sendResponseHeaders(answer.statusCode(), answer.body().length);
      exchange.getResponseBody().write(answer.body());
      exchange.close();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
