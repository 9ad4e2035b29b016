package br.com.kobana.mcp.http;

import br.com.kobana.mcp.observe.Observation;
import br.com.kobana.mcp.protocol.RequestHead;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.net.impl.ConnectionBase;
import java.util.List;
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
  private static final long DRAIN_MILLIS = 1000;
  private final HttpServerRequest request;
  private final Loop loop;
  private final RequestHead head;
  private final RequestBody body;
  private final boolean onWorkers;
  private final Observation observation = new Observation();
  private final AtomicBoolean finished = new AtomicBoolean();
  private volatile @Nullable HttpAnswer answer;
  private volatile boolean overdue;
  private @Nullable Exchange exchange;
  private boolean entered;

  /** Links of the loop's list of calls in flight, oldest first; used on the loop only. */
  @Nullable LoopCall older;

  @Nullable LoopCall newer;
  long arrivedNanos;
  long deadlineNanos;

  LoopCall(HttpServerRequest request, Loop loop, RequestBody body, boolean onWorkers) {
    this.request = request;
    this.loop = loop;
    this.onWorkers = onWorkers;
    this.body = body;
    this.head =
        new RequestHead(
            request.method().name(),
            request.path() == null ? "" : request.path(),
            request.remoteAddress().hostAddress() == null
                ? ""
                : request.remoteAddress().hostAddress(),
            lines(request));
    observation.head(head);
  }

  /** The authority of an absolute target stands for the Host header (RFC 9112 §3.2.2). */
  private static RequestHead.Lines lines(HttpServerRequest request) {
    String target = request.uri();
    if (target.startsWith("/") || !target.contains("://")) {
      return request.headers()::getAll;
    }
    int start = target.indexOf("://") + 3;
    int end = start;
    while (end < target.length() && "/?#".indexOf(target.charAt(end)) < 0) {
      end++;
    }
    List<String> host = List.of(target.substring(start, end));
    return name -> name.equalsIgnoreCase("host") ? host : request.headers().getAll(name);
  }

  @Override
  public RequestHead head() {
    return head;
  }

  Loop loop() {
    return loop;
  }

  RequestBody rawBody() {
    return body;
  }

  void exchange(Exchange exchange) {
    this.exchange = exchange;
  }

  @Override
  public Observation observation() {
    return observation;
  }

  /** Whether the routes have not begun with it. */
  boolean isOutsideRoutes() {
    return exchange == null;
  }

  @Override
  public CompletionStage<Optional<byte[]>> body() {
    if (loop.isHere()) {
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
    if (isAbandoned()) {
      body.lose();
    }
    return body.read()
        .thenApply(
            content -> {
              if (content instanceof RequestBody.Content.NoRoom) {
                throw HttpServers.noRoom();
              }
              return content instanceof RequestBody.Content.Bytes bytes
                  ? Optional.of(bytes.bytes())
                  : Optional.empty();
            });
  }

  /** Marks that the routes have it from now on. Whether that is new. */
  boolean enter() {
    boolean first = !entered;
    entered = true;
    return first;
  }

  boolean hasEntered() {
    return entered;
  }

  /** Whether the routes have not been asked yet because the body is expected at any moment. */
  boolean awaitsSmallBody() {
    return !entered && body.isAwaited();
  }

  void pause() {
    request.pause();
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

  @Override
  public long millisLeft() {
    return loop.millisToAnswer(deadlineNanos);
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
      // In a turn of its own even where this is the loop: whoever calls has something to end first.
      loop.context().runOnContext(v -> onLoop(continuation));
    }
  }

  @Override
  public boolean isHome() {
    return onWorkers || loop.isHere();
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

  /**
   * Writes an answer; on the loop.
   *
   * @param last whether the connection ends with it
   */
  void write(HttpAnswer out, boolean last) {
    HttpServerResponse response = request.response();
    if (response.ended() || response.closed()) {
      return;
    }
    response.setStatusCode(out.status());
    for (var header : out.headers()) {
      response.headers().add(header.getKey(), header.getValue());
    }
    if (body.isConsumed() && !last) {
      loop.connections().awaits(request.connection());
    } else if (body.isConsumed()) {
      loop.connections().closing(request.connection());
      response.putHeader(HttpHeaders.CONNECTION, HttpHeaders.CLOSE);
      response.endHandler(v -> request.connection().close());
    } else {
      // What the client still sends is no request: the connection cannot be used again.
      loop.connections().closing(request.connection());
      response.putHeader(HttpHeaders.CONNECTION, HttpHeaders.CLOSE);
      response.endHandler(v -> drain());
    }
    if (io.vertx.core.http.HttpMethod.HEAD.equals(request.method())) {
      response.putHeader(HttpHeaders.CONTENT_LENGTH, Integer.toString(out.length()));
      response.end();
    } else if (out.length() == 0) {
      if (out.status() != 204 && out.status() != 304) {
        response.putHeader(HttpHeaders.CONTENT_LENGTH, "0");
      }
      response.end();
    } else {
      response.end(out.buffer());
    }
  }

  /** Sends what was written at once: Vert.x is about to close the connection. */
  void flush() {
    ((ConnectionBase) request.connection()).channelHandlerContext().flush();
  }

  /**
   * Throws away what a client is still sending, for a moment: closing at once would reset the
   * connection, and many clients would then not see the answer.
   */
  private void drain() {
    if (body.expectsContinue() && !body.isAwaited()) {
      request.connection().close();
      return;
    }
    long timer = loop.after(DRAIN_MILLIS, () -> request.connection().close());
    request.handler(chunk -> {});
    request.endHandler(
        end -> {
          loop.cancel(timer);
          request.connection().close();
        });
    request.resume();
  }
}
