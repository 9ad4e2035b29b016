package br.com.kobana.mcp.http;

import br.com.kobana.mcp.settings.Settings;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.impl.VertxInternal;
import java.net.BindException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import org.apache.camel.StaticService;
import org.apache.camel.support.service.ServiceSupport;

/**
 * The public HTTP server: one instance per core on one port, each with its event loop. It bounds
 * what is in flight, how long a request takes and how much of a body is read; every request is
 * answered exactly once.
 */
public final class HttpServers extends ServiceSupport implements StaticService {
  /** The largest body, in bytes (transport seed: 4 MiB). */
  public static final int MAX_BODY = 4 * 1024 * 1024;

  private static final int MAX_REQUEST_LINE = 4096;
  private final Vertx vertx;
  private final Settings settings;
  private final Executor workers;
  private final Door door = new Door();
  private final List<HttpServer> servers = new CopyOnWriteArrayList<>();
  private final List<Loop> loops = new CopyOnWriteArrayList<>();
  private final AtomicInteger inFlight = new AtomicInteger();
  private final LongAdder refusedBusy = new LongAdder();
  private volatile int port;

  /**
   * @param workers where exchanges run in the mode of threading that uses a pool
   */
  public HttpServers(Vertx vertx, Settings settings, Executor workers) {
    this.vertx = vertx;
    this.settings = settings;
    this.workers = workers;
    this.port = settings.door().port();
  }

  /** The port that is listened on; the configured one until the server has started. */
  public int port() {
    return port;
  }

  /** Requests being answered right now. */
  public int inFlight() {
    return inFlight.get();
  }

  /** Requests refused with 503 since the start because too many were in flight. */
  public long refusedBusy() {
    return refusedBusy.sum();
  }

  Door door() {
    return door;
  }

  List<LoopWatch> watches() {
    return loops.stream().map(Loop::watch).toList();
  }

  static HttpAnswer unavailable(String why) {
    return HttpAnswer.error(503, -32603, why).with(List.of(Map.entry("retry-after", "1")));
  }

  @Override
  protected void doStart() throws Exception {
    int cores = Runtime.getRuntime().availableProcessors();
    for (int i = 0; i < cores; i++) {
      listen();
    }
  }

  /** A failure to listen stops the start: a gateway that hears nothing must not look started. */
  private void listen() throws Exception {
    // Vertx.getOrCreateContext would give the starting thread the same loop each time.
    Context context = ((VertxInternal) vertx).createEventLoopContext();
    CompletableFuture<HttpServer> listening = new CompletableFuture<>();
    context.runOnContext(
        v -> {
          Loop loop =
              new Loop(vertx, context, workers, settings.load().requestTimeout(), this::overdue);
          loops.add(loop);
          vertx
              .createHttpServer(options())
              .requestHandler(request -> arrive(request, loop))
              .invalidRequestHandler(HttpServers::invalid)
              .exceptionHandler(e -> {})
              .listen()
              .onSuccess(listening::complete)
              .onFailure(listening::completeExceptionally);
        });
    try {
      HttpServer server = listening.get(10, TimeUnit.SECONDS);
      servers.add(server);
      port = server.actualPort();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof BindException) {
        throw new PortInUse("mcp.port", settings.door().host(), port);
      }
      throw e;
    }
  }

  private HttpServerOptions options() {
    return new HttpServerOptions()
        .setHost(settings.door().host())
        .setPort(port)
        .setIdleTimeout((int) settings.door().idleTimeout().toSeconds())
        .setIdleTimeoutUnit(TimeUnit.SECONDS)
        .setMaxHeaderSize(settings.door().maxHeaderBytes())
        .setMaxInitialLineLength(MAX_REQUEST_LINE)
        .setHttp2ClearTextEnabled(false)
        .setHandle100ContinueAutomatically(false)
        .setTcpNoDelay(true)
        .setReuseAddress(true)
        .setAcceptBacklog(1024);
  }

  private void arrive(HttpServerRequest request, Loop loop) {
    LoopCall call =
        new LoopCall(
            request, loop, MAX_BODY, settings.load().threading() == Settings.Threading.WORKER);
    if (inFlight.incrementAndGet() > settings.load().maxInFlight()) {
      refusedBusy.increment();
      inFlight.decrementAndGet();
      call.write(unavailable("Too many requests in flight"));
      return;
    }
    loop.add(call);
    request.response().closeHandler(v -> hangUp(call, loop));
    EventLoopConsumer consumer = door.find(call.head().path()).orElse(null);
    if (consumer == null) {
      end(call, loop, HttpAnswer.error(404, -32600, "Not found"));
      return;
    }
    if (!call.rawBody().isSmall()) {
      request.pause();
      consumer.accept(call, loop);
      return;
    }
    call.rawBody()
        .read()
        .whenComplete(
            (content, failure) -> {
              if (failure == null && !call.isAbandoned()) {
                consumer.accept(call, loop);
              }
            });
  }

  /** Runs a part of the exchange where the threading mode wants it. */
  void run(LoopCall call, Runnable part) {
    if (settings.load().threading() == Settings.Threading.WORKER) {
      workers.execute(part);
    } else {
      call.onLoop(part);
    }
  }

  /** Answers, unless that happened already; may be called on any thread. */
  void end(LoopCall call, Loop loop, HttpAnswer answer) {
    if (!call.finish()) {
      return;
    }
    if (Vertx.currentContext() == loop.context()) {
      leave(call, loop);
      call.write(answer);
    } else {
      loop.context()
          .runOnContext(
              v -> {
                leave(call, loop);
                call.write(answer);
              });
    }
  }

  private void leave(LoopCall call, Loop loop) {
    loop.remove(call);
    inFlight.decrementAndGet();
  }

  private void hangUp(LoopCall call, Loop loop) {
    if (call.finish()) {
      leave(call, loop);
    }
  }

  private void overdue(LoopCall call) {
    if (call.finish()) {
      call.markOverdue();
      inFlight.decrementAndGet();
      boolean slowClient = !call.rawBody().isConsumed();
      call.write(
          slowClient
              ? HttpAnswer.error(408, -32600, "The request body did not arrive in time")
              : HttpAnswer.error(
                  504,
                  -32603,
                  "The request took too long. If it writes, it may have happened: read the record before"
                      + " trying again"));
    }
  }

  private static void invalid(HttpServerRequest request) {
    Throwable cause = request.decoderResult().cause();
    int status = 400;
    String message = "Malformed HTTP request";
    if (cause instanceof io.netty.handler.codec.http.TooLongHttpHeaderException) {
      status = 431;
      message = "Header fields too large";
    } else if (cause instanceof io.netty.handler.codec.http.TooLongHttpLineException) {
      status = 414;
      message = "Request line too long";
    }
    HttpAnswer answer = HttpAnswer.error(status, -32600, message);
    request
        .response()
        .setStatusCode(status)
        .putHeader("content-type", HttpAnswer.JSON)
        .putHeader("connection", "close")
        .end(io.vertx.core.buffer.Buffer.buffer(answer.body()))
        .onComplete(done -> request.connection().close());
  }

  @Override
  protected void doStop() throws Exception {
    for (HttpServer server : servers) {
      server.close().toCompletionStage().toCompletableFuture().get(10, TimeUnit.SECONDS);
    }
    servers.clear();
    loops.clear();
  }
}
