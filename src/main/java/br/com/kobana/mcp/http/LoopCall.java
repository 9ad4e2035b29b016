package br.com.kobana.mcp.http;

import br.com.kobana.mcp.protocol.RequestHead;
import io.vertx.core.Context;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.camel.Exchange;
import org.jspecify.annotations.Nullable;

/**
 * A request of the Vert.x server. Written to on its own event loop only; the flag that it is
 * finished is the one thing other threads touch.
 */
final class LoopCall implements HttpCall {
  private final HttpServerRequest request;
  private final Loop loop;
  private final RequestHead head;
  private final RequestBody body;
  private final boolean onWorkers;
  private final AtomicBoolean finished = new AtomicBoolean();
  private volatile @Nullable HttpAnswer answer;
  private volatile boolean overdue;
  private @Nullable Exchange exchange;

  /** Links of the loop's list of calls in flight, oldest first; used on the loop only. */
  @Nullable LoopCall older;

  @Nullable LoopCall newer;
  long deadlineNanos;

  LoopCall(HttpServerRequest request, Loop loop, int bodyLimit, boolean onWorkers) {
    this.request = request;
    this.loop = loop;
    this.onWorkers = onWorkers;
    this.body = new RequestBody(request, bodyLimit);
    this.head =
        new RequestHead(
            request.method().name(),
            request.path() == null ? "" : request.path(),
            request.remoteAddress().hostAddress() == null
                ? ""
                : request.remoteAddress().hostAddress(),
            request.headers()::getAll);
  }

  @Override
  public RequestHead head() {
    return head;
  }

  RequestBody rawBody() {
    return body;
  }

  void exchange(Exchange exchange) {
    this.exchange = exchange;
  }

  @Override
  public CompletionStage<Optional<byte[]>> body() {
    if (isOn(loop.context())) {
      return readBody();
    }
    java.util.concurrent.CompletableFuture<Optional<byte[]>> result =
        new java.util.concurrent.CompletableFuture<>();
    loop.context()
        .runOnContext(
            v ->
                readBody()
                    .whenComplete(
                        (bytes, failure) -> {
                          if (failure != null) {
                            result.completeExceptionally(failure);
                          } else {
                            result.complete(bytes);
                          }
                        }));
    return result;
  }

  private CompletionStage<Optional<byte[]>> readBody() {
    return body.read()
        .thenApply(
            content ->
                content instanceof RequestBody.Content.Bytes bytes
                    ? Optional.of(bytes.bytes())
                    : Optional.empty());
  }

  @Override
  public void answer(HttpAnswer answer) {
    this.answer = answer;
  }

  @Override
  public Optional<HttpAnswer> answer() {
    return Optional.ofNullable(answer);
  }

  @Override
  public boolean isAbandoned() {
    return finished.get();
  }

  @Override
  public boolean isOverdue() {
    return overdue;
  }

  /** Marks that time ran out. */
  void markOverdue() {
    overdue = true;
  }

  @Override
  public void resume(Runnable continuation) {
    if (onWorkers) {
      loop.workers().execute(continuation);
    } else {
      loop.context().runOnContext(v -> onLoop(continuation));
    }
  }

  @Override
  public boolean isHome() {
    return onWorkers || isOn(loop.context());
  }

  /** Runs part of the exchange on the loop, under the eye of the watch. */
  void onLoop(Runnable part) {
    Exchange running = exchange;
    if (running == null) {
      part.run();
      return;
    }
    loop.watch().enter(running);
    try {
      part.run();
    } finally {
      loop.watch().exit();
    }
  }

  /** Whether this caller of the method is the one who may answer. */
  boolean finish() {
    return finished.compareAndSet(false, true);
  }

  /** Writes an answer; on the loop. */
  void write(HttpAnswer out) {
    HttpServerResponse response = request.response();
    if (response.ended() || response.closed()) {
      return;
    }
    response.setStatusCode(out.status());
    for (var header : out.headers()) {
      response.headers().add(header.getKey(), header.getValue());
    }
    if (!body.isConsumed()) {
      // What the client still sends is not read: the connection cannot be used again.
      response.putHeader(HttpHeaders.CONNECTION, HttpHeaders.CLOSE);
      response.endHandler(v -> request.connection().close());
    }
    if (io.vertx.core.http.HttpMethod.HEAD.equals(request.method()) || out.body().length == 0) {
      if (out.status() != 204 && out.status() != 304) {
        response.putHeader(HttpHeaders.CONTENT_LENGTH, "0");
      }
      response.end();
    } else {
      response.end(Buffer.buffer(out.body()));
    }
  }

  private static boolean isOn(Context context) {
    return io.vertx.core.Vertx.currentContext() == context;
  }
}
