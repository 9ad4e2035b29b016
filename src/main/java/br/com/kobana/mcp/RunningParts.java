package br.com.kobana.mcp;

import br.com.kobana.mcp.catalog.Catalog;
import br.com.kobana.mcp.console.Console;
import br.com.kobana.mcp.http.BlockedLoops;
import br.com.kobana.mcp.http.EventLoopEngine;
import br.com.kobana.mcp.http.HttpServerFactory;
import br.com.kobana.mcp.http.HttpServers;
import br.com.kobana.mcp.http.Port;
import br.com.kobana.mcp.observe.Observer;
import br.com.kobana.mcp.observe.RequestLog;
import br.com.kobana.mcp.observe.UpstreamTracer;
import br.com.kobana.mcp.pipeline.LiveContents;
import br.com.kobana.mcp.pipeline.Pipeline;
import br.com.kobana.mcp.reload.Reload;
import br.com.kobana.mcp.sandbox.Sandbox;
import br.com.kobana.mcp.settings.FileWatch;
import br.com.kobana.mcp.settings.Settings;
import br.com.kobana.mcp.settings.TokenSettings;
import br.com.kobana.mcp.trace.Traces;
import br.com.kobana.mcp.upstream.VertxSideCalls;
import com.github.benmanes.caffeine.cache.Ticker;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import java.net.URI;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.apache.camel.CamelContext;
import org.apache.camel.main.Main;

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
  private final LiveRoutes routes;
  private final Reload reload;
  private final Duration stopDelay;
  private final Console console;
  private final Operations operations;

  private RunningParts(
      Vertx vertx,
      Main main,
      HttpServers servers,
      RateLimits limits,
      Auditing auditing,
      Optional<Traces> traces,
      Optional<Sandbox> sandbox,
      ExecutorService workers,
      List<FileWatch> watches,
      LiveRoutes routes,
      Reload reload,
      Duration stopDelay,
      Console console,
      Operations operations) {
    this.watches = watches;
    this.routes = routes;
    this.reload = reload;
    this.stopDelay = stopDelay;
    this.console = console;
    this.operations = operations;
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
    Port.check("mcp.management", settings.management().host(), settings.management().port());
    return start(settings, clock, observers, Optional.empty(), Optional.empty());
  }

  /**
   * As {@link #start(Settings, InstantSource, List)}.
   *
   * @param catalog in place of the one that the settings name
   */
  public static RunningParts start(
      Settings settings, InstantSource clock, List<Observer> observers, Catalog catalog)
      throws Exception {
    Port.check("mcp.management", settings.management().host(), settings.management().port());
    return start(settings, clock, observers, Optional.empty(), Optional.of(catalog));
  }

  /**
   * Starts an application's own Main with the gateway in it: its routes and beans beside those of
   * the application, in one Camel context. What the application needs it binds and adds before.
   * Routes of the application at {@code platform-http:} answer at the gateway's port. Changed
   * routes are not reloaded; health and metrics stand where the application has them.
   *
   * @throws br.com.kobana.mcp.settings.WrongSetting for a setting that only shows while starting
   */
  public static RunningParts within(Main application, Settings settings, InstantSource clock)
      throws Exception {
    return start(settings, clock, List.of(), Optional.of(application), Optional.empty());
  }

  private static RunningParts start(
      Settings settings,
      InstantSource clock,
      List<Observer> observers,
      Optional<Main> application,
      Optional<Catalog> given)
      throws Exception {
    checkPorts(settings);
    Reloading reloading = new Reloading(settings);
    Catalog catalog = given.orElseGet(() -> Assembly.catalog(settings));
    Upstream.check(settings, catalog);
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
      Optional<Traces> traces = settings.traces().map(Traces::to);
      Operations operations = new Operations(application);
      Console console =
          new Console(
              settings.management(),
              auditing.operatorLog(),
              new SecureRandom(),
              Ticker.systemTicker());
      HttpServers servers =
          new HttpServers(
              vertx, settings, workers, observer(operations, traces, auditing, observers));
      Main main = application.orElseGet(() -> CamelMain.configured(settings));
      operations.bind(main);
      LateApi api = new LateApi();
      Assembly assembly =
          new Assembly(
              settings,
              api,
              new VertxSideCalls(vertx, settings.auth().tokens().timeout()),
              limits.counter(),
              limits.meters(),
              Assembly.singleUse(limits.flags()),
              auditing.admission(),
              traces.<UpstreamTracer>map(t -> t).orElse(UpstreamTracer.NONE),
              limits.ledger(),
              clock);
      LiveContents contents =
          new LiveContents(assembly.contents(catalog, Assembly.prompts(settings)));
      Pipeline.Rooms rooms = assembly.rooms(contents);
      Consumer<Main> beans =
          context -> {
            Pipeline.bind(rooms, context::bind);
            context.bind("vertx", vertx);
            context.bind(Auditing.FILE, auditing.fileStep());
          };
      beans.accept(main);
      main.bind(EventLoopEngine.NAME, new EventLoopEngine(servers));
      if (application.isPresent()) {
        main.init();
        CamelMain.load(settings, main.getCamelContext());
        servers.serve(main.getCamelContext());
      } else {
        main.bind("mainHttpServerFactory", new HttpServerFactory(servers, console.gate()));
        main.init();
      }
      Pipeline.ownInstances(main.getCamelContext().getRegistry());
      Upstream upstream =
          Upstream.start(
              settings,
              vertx,
              base,
              main.getCamelContext(),
              catalog,
              operations.upstreamEvents(),
              clock);
      operations.show(upstream.areas());
      ApiWatch watched = new ApiWatch(upstream.api());
      api.set(watched);
      main.getCamelContext()
          .addService(
              new BlockedLoops(
                  servers, BLOCKED_WARN, settings.load().requestTimeout().dividedBy(3)));
      CamelContext camel = main.getCamelContext();
      LiveRoutes routes = new LiveRoutes(settings, servers, camel, beans);
      Reload reload =
          new Reload(
              reloading.parts(
                  application.isPresent() ? Optional.empty() : Optional.of(routes),
                  contents,
                  assembly));
      // Before the management port opens: without a check it would say that all is up.
      Health.show(
          camel,
          settings.load().requestTimeout().multipliedBy(2),
          servers,
          routes,
          contents,
          watched,
          reload);
      main.start();
      try {
        auditing.start(camel, routes::context);
      } catch (Exception e) {
        main.stop();
        throw e;
      }
      limits.show(camel, rooms.throttle(), auditing.actions());
      upstream.show(camel);
      Health.measure(camel, reload);
      reload.start(settings.files().lookEvery());
      operations.show(camel, servers, rooms, console);
      if (application.isEmpty()) {
        console.mount(camel);
      }
      return new RunningParts(
          vertx,
          main,
          servers,
          limits,
          auditing,
          traces,
          sandbox,
          workers,
          watches(settings, servers, rooms),
          routes,
          reload,
          settings.load().stopDelay(),
          console,
          operations);
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

  private static Observer observer(
      Operations operations, Optional<Traces> traces, Auditing auditing, List<Observer> others) {
    List<Observer> all = new ArrayList<>(operations.observers());
    all.addAll(others);
    // Before those that tell the trace.
    traces.ifPresent(all::add);
    all.addAll(auditing.observers());
    all.add(new RequestLog());
    return Observer.all(all);
  }

  /** Files that are read again when they change. */
  private static List<FileWatch> watches(
      Settings settings, HttpServers servers, Pipeline.Rooms rooms) {
    Duration every = settings.files().lookEvery();
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
    if (settings.api().url().isEmpty()) {
      Port.check("mcp.sandbox", "127.0.0.1", settings.api().sandboxPort());
    }
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

  /** The context whose routes answer now. */
  public CamelContext camel() {
    return routes.context();
  }

  /** What is taken again when it changes. */
  public Reload reload() {
    return reload;
  }

  /** Says that it is not ready any more, and serves on. */
  public void leave() {
    servers.leave();
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

  /**
   * Says that it is not ready, serves on for a while, ends what is in flight, then stops; an
   * application's Main as well.
   */
  @Override
  public void close() {
    leave();
    serveOn();
    watches.forEach(FileWatch::close);
    reload.close();
    // What is in flight ends first, so that the trail is whole before it is sealed through Camel.
    auditing.close(routes.context());
    routes.close();
    console.close();
    operations.close();
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

  private void serveOn() {
    try {
      TimeUnit.MILLISECONDS.sleep(stopDelay.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
