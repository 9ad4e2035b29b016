package br.com.kobana.mcp.sandbox;

import br.com.kobana.mcp.jsonrpc.Json;
import br.com.kobana.mcp.jsonrpc.MalformedJson;
import com.fasterxml.jackson.databind.JsonNode;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

/** A sandbox of its own on a free port, called over real HTTP, with a clock that tests move. */
final class SandboxClient implements AutoCloseable {
  static final Instant START = Instant.parse("2026-11-30T15:00:00Z");
  static final String A1 = "01900000-0000-7000-8000-0000000000a1";

  /** An answer; the body is JSON where there is one. */
  record Reply(HttpResponse<String> response) {
    int status() {
      return response.statusCode();
    }

    String text() {
      return response.body();
    }

    JsonNode json() {
      try {
        return Json.parse(text());
      } catch (MalformedJson e) {
        throw new AssertionError("not JSON: " + text(), e);
      }
    }

    JsonNode data() {
      return json().path("data");
    }

    String header(String name) {
      return response.headers().firstValue(name).orElse("");
    }
  }

  private final Vertx vertx = Vertx.vertx();
  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final AtomicReference<Instant> now = new AtomicReference<>(START);
  private final Sandbox sandbox;

  SandboxClient() {
    InstantSource clock = now::get;
    try {
      sandbox = Sandbox.start(vertx, 0, clock).toCompletableFuture().get(20, TimeUnit.SECONDS);
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  void moveClock(java.time.Duration by) {
    now.updateAndGet(time -> time.plus(by));
  }

  Sandbox sandbox() {
    return sandbox;
  }

  /** Puts the seed data and the clock back. */
  void reset() {
    now.set(START);
    send("POST", "/sandbox/reset", "", "");
  }

  Reply get(String uri) {
    return get("sandbox-full", uri);
  }

  Reply get(String token, String uri, String... headers) {
    return send("GET", uri, token, "", headers);
  }

  Reply post(String uri, String body, String... headers) {
    return send("POST", uri, "sandbox-full", body, headers);
  }

  Reply put(String uri, String body, String... headers) {
    return send("PUT", uri, "sandbox-full", body, headers);
  }

  Reply delete(String uri) {
    return send("DELETE", uri, "sandbox-full", "");
  }

  Reply faults(String json) {
    return send("PUT", "/sandbox/faults", "", json.replace('\'', '"'));
  }

  /** Single quotes in the body stand for double ones. */
  Reply send(String method, String uri, String token, String body, String... headers) {
    try {
      return exchange(method, uri, token, body, headers);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  /** As {@link #send}, for exchanges that may break. */
  Reply exchange(String method, String uri, String token, String body, String... headers)
      throws IOException {
    List<String> all = new ArrayList<>(List.of(headers));
    if (!token.isEmpty()) {
      all.addAll(List.of("Authorization", "Bearer " + token));
    }
    if (!body.isEmpty()) {
      all.addAll(List.of("Content-Type", "application/json"));
    }
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + sandbox.port() + uri))
            .timeout(java.time.Duration.ofSeconds(20))
            .method(
                method,
                body.isEmpty()
                    ? BodyPublishers.noBody()
                    : BodyPublishers.ofString(body.replace('\'', '"')));
    if (!all.isEmpty()) {
      request.headers(all.toArray(String[]::new));
    }
    try {
      return new Reply(http.send(request.build(), BodyHandlers.ofString()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    }
  }

  @Override
  public void close() {
    sandbox.close().toCompletableFuture().join();
    vertx.close().toCompletionStage().toCompletableFuture().join();
  }
}
