package br.com.kobana.mcp;

import br.com.kobana.mcp.catalog.Catalog;
import br.com.kobana.mcp.http.BlockedLoops;
import br.com.kobana.mcp.http.EventLoopEngine;
import br.com.kobana.mcp.http.HttpServerFactory;
import br.com.kobana.mcp.http.HttpServers;
import br.com.kobana.mcp.http.Port;
import br.com.kobana.mcp.observe.Observer;
import br.com.kobana.mcp.observe.RequestLog;
import br.com.kobana.mcp.observe.UpstreamTracer;
import br.com.kobana.mcp.pipeline.Pipeline;
import br.com.kobana.mcp.sandbox.Sandbox;
import br.com.kobana.mcp.settings.FileWatch;
import br.com.kobana.mcp.settings.Settings;
import br.com.kobana.mcp.settings.TokenSettings;
import br.com.kobana.mcp.trace.Traces;
import br.com.kobana.mcp.upstream.CamelHttpKobanaApi;
import br.com.kobana.mcp.upstream.KobanaApi;
import br.com.kobana.mcp.upstream.VertxKobanaApi;
import br.com.kobana.mcp.upstream.VertxSideCalls;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import java.net.URI;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.camel.CamelContext;
import org.apache.camel.main.Main;
import org.apache.camel.support.FileWatcherResourceReloadStrategy;
import org.apache.camel.support.service.ServiceHelper;

/**
 * The gateway in one process: Camel with the routes, the HTTP server, and, where it is asked for,
 * the sandbox. Tests start it as {@code main} does.
 */
public final class RunningParts implements AutoCloseable {
  private static final Duration BLOCKED_WARN = Duration.ofMillis(500);
  private final Vertx vertx;
  private final Main main;
  private final HttpServers servers;
  private final RateLimits limits;
  private final Auditing auditing;
  private final Optional<Traces> traces;
  private final Optional<Sandbox> sandbox;
  private final ExecutorService workers;
  private final List<FileWatch> watches;

  private RunningParts(
      Vertx vertx,
      Main main,
      HttpServers servers,
      RateLimits limits,
      Auditing auditing,
      Optional<Traces> traces,
      Optional<Sandbox> sandbox,
      ExecutorService workers,
      List<FileWatch> watches) {
    this.watches = watches;
    this.vertx = vertx;
    this.main = main;
    this.servers = servers;
    this.limits = limits;
    this.auditing = auditing;
    this.traces = traces;
    this.sandbox = sandbox;
    this.workers = workers;
  }

  /**
   * Starts everything; what was started is stopped again when something fails.
   *
   * @throws br.com.kobana.mcp.settings.WrongSetting for a setting that only shows while starting
   */
  public static RunningParts start(Settings settings, InstantSource clock) throws Exception {
    return start(settings, clock, List.of());
  }

  /**
   * As {@link #start(Settings, InstantSource)}.
   *
   * @param observers are told of each request beside those of the product
   */
  public static RunningParts start(Settings settings, InstantSource clock, List<Observer> observers)
      throws Exception {
    checkPorts(settings);
    Catalog catalog = Assembly.catalog(settings);
    int cores = Runtime.getRuntime().availableProcessors();
    Vertx vertx = Vertx.vertx(new VertxOptions().setEventLoopPoolSize(cores));
    ExecutorService workers = workers(settings);
    try {
      Optional<Sandbox> sandbox = sandbox(settings, vertx, clock);
      URI base =
          settings
              .api()
              .url()
              .orElseGet(() -> URI.create("http://127.0.0.1:" + sandbox.orElseThrow().port()));
      RateLimits limits = RateLimits.start(settings, vertx, cores, clock);
      Auditing auditing = Auditing.of(settings, clock);
      List<Observer> all = new ArrayList<>(observers);
      Optional<Traces> traces = settings.traces().map(Traces::to);
      // Before those that tell the trace.
      traces.ifPresent(all::add);
      all.addAll(auditing.observers());
      all.add(new RequestLog());
      HttpServers servers = new HttpServers(vertx, settings, workers, Observer.all(all));
      Main main = CamelMain.configured(settings);
      LateApi api = new LateApi();
      Pipeline.Rooms rooms =
          Assembly.rooms(
              settings,
              catalog,
              api,
              new VertxSideCalls(vertx, settings.auth().tokens().timeout()),
              limits.counter(),
              limits.meters(),
              Assembly.singleUse(limits.flags()),
              auditing.admission(),
              traces.<UpstreamTracer>map(t -> t).orElse(UpstreamTracer.NONE),
              limits.ledger(),
              clock);
      Pipeline.bind(rooms, (name, bean) -> main.bind(name, bean));
      main.bind(Auditing.FILE, auditing.fileStep());
      main.bind("vertx", vertx);
      main.bind("mainHttpServerFactory", new HttpServerFactory(servers));
      main.bind(EventLoopEngine.NAME, new EventLoopEngine(servers));
      main.init();
      api.set(api(settings, vertx, base, main.getCamelContext()));
      main.getCamelContext()
          .addService(
              new BlockedLoops(
                  servers, BLOCKED_WARN, settings.load().requestTimeout().dividedBy(3)));
      main.start();
      try {
        auditing.start(main.getCamelContext());
      } catch (Exception e) {
        main.stop();
        throw e;
      }
      limits.show(main.getCamelContext(), rooms.throttle(), auditing.actions());
      return new RunningParts(
          vertx,
          main,
          servers,
          limits,
          auditing,
          traces,
          sandbox,
          workers,
          watches(settings, servers, rooms));
    } catch (Exception e) {
      workers.shutdownNow();
      try {
        vertx.close().toCompletionStage().toCompletableFuture().get(10, TimeUnit.SECONDS);
      } catch (Exception closing) {
        // Why it did not start is what the reader needs.
        e.addSuppressed(closing);
      }
      throw e;
    }
  }

  /** Files that are read again when they change. */
  private static List<FileWatch> watches(
      Settings settings, HttpServers servers, Pipeline.Rooms rooms) {
    Duration every = settings.files().reload();
    List<FileWatch> watches = new ArrayList<>();
    settings
        .door()
        .tls()
        .ifPresent(
            tls ->
                watches.add(
                    FileWatch.start(
                        List.of(tls.certificate(), tls.key()), every, servers::renewCertificate)));
    settings
        .auth()
        .tokens()
        .mapped()
        .flatMap(TokenSettings.Mapped::file)
        .ifPresent(
            file -> watches.add(FileWatch.start(List.of(file), every, rooms.identity()::reload)));
    return List.copyOf(watches);
  }

  private static Optional<Sandbox> sandbox(Settings settings, Vertx vertx, InstantSource clock)
      throws Exception {
    if (settings.api().url().isPresent()) {
      return Optional.empty();
    }
    return Optional.of(
        Sandbox.start(vertx, settings.api().sandboxPort(), clock)
            .toCompletableFuture()
            .get(30, TimeUnit.SECONDS));
  }

  private static void checkPorts(Settings settings) {
    Port.check("mcp", settings.door().host(), settings.door().port());
    Port.check("mcp.management", settings.management().host(), settings.management().port());
    if (settings.api().url().isEmpty()) {
      Port.check("mcp.sandbox", "127.0.0.1", settings.api().sandboxPort());
    }
  }

  private static KobanaApi api(Settings settings, Vertx vertx, URI base, CamelContext camel) {
    return settings.api().transport() == Settings.Transport.KOBANA
        ? new VertxKobanaApi(vertx, base, settings.api())
        : new CamelHttpKobanaApi(camel, base, settings.api());
  }

  private static ExecutorService workers(Settings settings) {
    AtomicInteger number = new AtomicInteger();
    return Executors.newFixedThreadPool(
        settings.load().workers(),
        task -> {
          Thread thread = new Thread(task, "gateway-worker-" + number.incrementAndGet());
          thread.setDaemon(true);
          return thread;
        });
  }

  /** The port that is listened on. */
  public int port() {
    return servers.port();
  }

  /** The port of the sandbox, where it runs. */
  public Optional<Integer> sandboxPort() {
    return sandbox.map(Sandbox::port);
  }

  public CamelContext camel() {
    return main.getCamelContext();
  }

  /** Requests being answered right now. */
  public int inFlight() {
    return servers.inFlight();
  }

  /** Whether rate limits are counted per replica although Redis is configured. */
  public boolean countsPerReplica() {
    return limits.isDegraded();
  }

  /** Forgets every count of the rate limits that this process keeps. */
  public void resetCounters() {
    limits.reset();
  }

  /** Ends what is in flight, then stops. */
  @Override
  public void close() {
    watches.forEach(FileWatch::close);
    // A reload in the middle of the stop would change what Camel is iterating over.
    ServiceHelper.stopService(
        main.getCamelContext().hasService(FileWatcherResourceReloadStrategy.class));
    // What is in flight ends first, so that the trail is whole before it is sealed through Camel.
    auditing.close(main.getCamelContext());
    main.stop();
    workers.shutdown();
    limits.close();
    traces.ifPresent(Traces::close);
    try {
      vertx.close().toCompletionStage().toCompletableFuture().get(10, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (java.util.concurrent.ExecutionException | java.util.concurrent.TimeoutException e) {
      throw new IllegalStateException("Vert.x did not stop", e);
    }
  }
}
