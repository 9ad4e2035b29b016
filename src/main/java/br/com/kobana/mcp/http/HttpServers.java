package br.com.kobana.mcp.http;

import br.com.kobana.mcp.jsonrpc.JsonRpcError;
import br.com.kobana.mcp.observe.Observation;
import br.com.kobana.mcp.observe.Observer;
import br.com.kobana.mcp.protocol.Refusal;
import br.com.kobana.mcp.protocol.Rung;
import br.com.kobana.mcp.settings.Settings;
import br.com.kobana.mcp.sockets.Turns;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.impl.VertxInternal;
import java.net.BindException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BooleanSupplier;
import org.apache.camel.CamelContext;
import org.apache.camel.StaticService;
import org.apache.camel.support.service.ServiceSupport;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The public HTTP server: one instance per core on one port, each with its event loop. It bounds
 * what is in flight, how long a request takes and how much of a body is read; every request is
 * answered exactly once.
 */
public final class HttpServers extends ServiceSupport implements StaticService {
  private static final Logger LOG = LoggerFactory.getLogger(HttpServers.class);

  /** The largest body, in bytes (transport seed: 4 MiB). */
  public static final int MAX_BODY = 4 * 1024 * 1024;

  private static final int MAX_REQUEST_LINE = 4096;
  private final Vertx vertx;
  private final Settings settings;
  private final Executor workers;
  private final Observer observer;
  private volatile Door door = new Door();
  private final List<HttpServer> servers = new CopyOnWriteArrayList<>();
  private final List<Loop> loops = new CopyOnWriteArrayList<>();
  private final Turns turns = new Turns();
  private final BodyBudget bodies = BodyBudget.ofHeap();
  private final AtomicInteger inFlight = new AtomicInteger();
  private final LongAdder refusedBusy = new LongAdder();
  private volatile BooleanSupplier routesAreUp = () -> false;
  private volatile boolean leaving;
  private volatile int port;

  /**
   * @param workers where exchanges run in the mode of threading that uses a pool
   * @param observer is told of every request that had a head
   */
  public HttpServers(Vertx vertx, Settings settings, Executor workers, Observer observer) {
    this.observer = observer;
    this.vertx = vertx;
    this.settings = settings;
    this.workers = workers;
    this.port = settings.door().port();
  }

  /** Listens as long as a context runs that starts no server by itself. */
  public void serve(CamelContext camel) throws Exception {
    routesAreUp(camel::isStarted);
    camel.addService(this);
  }

  /** Tells when a path that no route serves is one that does not exist. */
  void routesAreUp(BooleanSupplier routesAreUp) {
    this.routesAreUp = routesAreUp;
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

  /**
   * From now on every answer closes its connection, so that clients go elsewhere. Requests are
   * served as before.
   */
  public void leave() {
    leaving = true;
  }

  /** Whether the gateway is about to stop. */
  public boolean isLeaving() {
    return leaving;
  }

  /** Whether a step has held an event loop for so long, against every attempt to interrupt it. */
  public boolean isStuckFor(Duration time) {
    return watches().stream().anyMatch(watch -> watch.blockedFor(time.toMillis()).isPresent());
  }

  Door door() {
    return door;
  }

  /**
   * Sends the requests to come through another door. When this returns no call is between the
   * former door and its route; calls that have begun there may still run. Not for an event loop.
   */
  void change(Door next) throws InterruptedException {
    Door former = door;
    door = next;
    CountDownLatch passed = new CountDownLatch(loops.size());
    loops.forEach(loop -> loop.context().runOnContext(v -> passed.countDown()));
    if (!passed.await(10, TimeUnit.SECONDS)) {
      LOG.warn("a loop did not turn for 10 s while routes changed");
    }
    Duration most = settings.load().requestTimeout();
    try {
      former.retire().get(most.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException | TimeoutException e) {
      LOG.warn("calls waited {} s for a worker while routes changed", most.toSeconds());
    }
  }

  List<LoopWatch> watches() {
    return loops.stream().map(Loop::watch).toList();
  }

  /** Bytes of request bodies held right now. */
  long bodyBytes() {
    return bodies.held();
  }

  /** The refusal of a body for which there is no memory at the moment. */
  static Refusal noRoom() {
    return new Refusal(
        Rung.IN_FLIGHT,
        503,
        Map.of("retry-after", "1"),
        new Refusal.Body.Rpc(
            JsonRpcError.of(JsonRpcError.INTERNAL_ERROR, "Too many large requests in flight")));
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
    HttpServerOptions options = options();
    // Not getOrCreateContext: that gives one thread the same loop each time.
    Context context = ((VertxInternal) vertx).createEventLoopContext();
    CompletableFuture<HttpServer> listening = new CompletableFuture<>();
    context.runOnContext(
        v -> {
          Loop loop = loop(context);
          loops.add(loop);
          vertx
              .createHttpServer(options)
              .connectionHandler(
                  connection -> {
                    PipelineLimit.on(connection);
                    turns.follow(connection);
                    loop.connections().opened(connection);
                  })
              .requestHandler(request -> receive(request, loop))
              .invalidRequestHandler(request -> malformed(request, loop))
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

  private Loop loop(Context context) {
    return new Loop(
        vertx,
        context,
        workers,
        settings.load().requestTimeout(),
        new Connections(settings.door().idleTimeout()),
        new Loop.Overseer() {
          @Override
          public void overdue(LoopCall call) {
            HttpServers.this.overdue(call);
          }

          @Override
          public void lateBody(LoopCall call) {
            call.pause();
            enter(call, call.loop());
          }
        });
  }

  private HttpServerOptions options() {
    HttpServerOptions options = plainOptions();
    settings.door().tls().ifPresent(tls -> Tls.apply(options, tls));
    return options;
  }

  /**
   * Takes the certificate that the files hold now: for connections to come, those that stand go on.
   * Reads files, so not for an event loop. Files that make no certificate leave the old one.
   */
  public void renewCertificate() {
    settings.door().tls().ifPresent(files -> Tls.renew(files, servers));
  }

  private HttpServerOptions plainOptions() {
    return new HttpServerOptions()
        .setHost(settings.door().host())
        .setPort(port)
        .setIdleTimeout(
            (int) settings.door().idleTimeout().plus(settings.load().requestTimeout()).toSeconds())
        .setIdleTimeoutUnit(TimeUnit.SECONDS)
        .setMaxHeaderSize(settings.door().maxHeaderBytes())
        .setMaxInitialLineLength(MAX_REQUEST_LINE)
        .setHttp2ClearTextEnabled(false)
        .setHandle100ContinueAutomatically(false)
        // There are no web sockets here; these would put a handler before every request.
        .setPerFrameWebSocketCompressionSupported(false)
        .setPerMessageWebSocketCompressionSupported(false)
        .setTcpNoDelay(true)
        .setReuseAddress(true)
        .setAcceptBacklog(1024);
  }

  /**
   * A client that sends requests without reading the answers is not served further until it has
   * read: what it does not take would pile up here.
   */
  private void receive(HttpServerRequest request, Loop loop) {
    if (loop.connections().isClosing(request.connection())) {
      return;
    }
    loop.connections().busy(request.connection());
    if (!request.response().writeQueueFull()) {
      arrive(request, loop);
      return;
    }
    request.pause();
    request
        .response()
        .drainHandler(
            v -> {
              request.response().drainHandler(null);
              request.resume();
              arrive(request, loop);
            });
  }

  private void arrive(HttpServerRequest request, Loop loop) {
    if (!MalformedRequest.isFramed(request)) {
      malformed(request, loop);
      return;
    }
    LoopCall call =
        new LoopCall(
            request,
            loop,
            new RequestBody(request, MAX_BODY, bodies),
            settings.load().threading() == Settings.Threading.WORKER);
    loop.add(call);
    request.response().closeHandler(v -> hangUp(call, loop));
    request.exceptionHandler(failure -> broken(call, loop, failure));
    if (!call.rawBody().isSmall()) {
      request.pause();
      enter(call, loop);
      return;
    }
    var unused =
        call.rawBody()
            .read()
            .whenComplete(
                (content, failure) -> {
                  if (failure == null && !call.isAbandoned()) {
                    enter(call, loop);
                  }
                });
  }

  /** From here on a call counts as being in flight. */
  private void enter(LoopCall call, Loop loop) {
    if (!call.enter()) {
      return;
    }
    // Looked up and used in one turn of the loop: see change().
    @Nullable EventLoopConsumer consumer = door.find(call.head().path()).orElse(null);
    if (inFlight.incrementAndGet() > settings.load().maxInFlight()) {
      refusedBusy.increment();
      call.observation().refused(Rung.IN_FLIGHT);
      end(call, loop, unavailable("Too many requests in flight"));
    } else if (consumer == null) {
      end(
          call,
          loop,
          routesAreUp.getAsBoolean() && !leaving
              ? HttpAnswer.error(404, -32600, "Not found")
              : unavailable("The service is starting or stopping"));
    } else {
      consumer.accept(call, loop);
    }
  }

  /** Begins with an exchange where the threading mode wants it. */
  void run(LoopCall call, Door from, Runnable part) {
    if (settings.load().threading() == Settings.Threading.WORKER) {
      from.handOver(workers, part);
    } else {
      call.onLoop(part);
    }
  }

  /** Answers, unless that happened already; may be called on any thread. */
  void end(LoopCall call, Loop loop, HttpAnswer answer) {
    if (!call.finish()) {
      return;
    }
    call.observation().answered(answer.status(), answer.length());
    if (call.isOutsideRoutes()) {
      observed(call);
    }
    if (loop.isHere()) {
      leave(call, loop);
      call.write(answer, leaving);
    } else {
      loop.context()
          .runOnContext(
              v -> {
                leave(call, loop);
                call.write(answer, leaving);
              });
    }
  }

  private void leave(LoopCall call, Loop loop) {
    loop.remove(call);
    call.rawBody().release();
    if (call.hasEntered()) {
      inFlight.decrementAndGet();
    }
  }

  private void hangUp(LoopCall call, Loop loop) {
    if (call.finish()) {
      leave(call, loop);
      call.observation().ended(Observation.Ending.HUNG_UP);
      if (call.isOutsideRoutes()) {
        observed(call);
      }
    }
  }

  /** Nothing is left to happen to this request: the routes are done with it, or never saw it. */
  void observed(LoopCall call) {
    call.observation().close();
    observer.ended(call.observation());
  }

  private static void malformed(HttpServerRequest request, Loop loop) {
    loop.connections().closing(request.connection());
    MalformedRequest.answer(request);
  }

  private void broken(LoopCall call, Loop loop, Throwable failure) {
    call.rawBody().lose();
    if (MalformedRequest.isCause(failure)) {
      end(call, loop, MalformedRequest.BAD_REQUEST);
      call.flush();
    }
  }

  private void overdue(LoopCall call) {
    call.markOverdue();
    if (!call.finish()) {
      return;
    }
    boolean slowClient = call.rawBody().isAwaited();
    leave(call, call.loop());
    HttpAnswer answer =
        slowClient
            ? HttpAnswer.error(408, -32600, "The request body did not arrive in time")
            : HttpAnswer.error(
                504,
                -32603,
                "The request took too long. If it writes, it may have happened: read the record"
                    + " before trying again");
    call.observation().answered(answer.status(), answer.length());
    call.observation().ended(Observation.Ending.OVERDUE);
    if (call.isOutsideRoutes()) {
      observed(call);
    }
    call.write(answer, leaving);
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
