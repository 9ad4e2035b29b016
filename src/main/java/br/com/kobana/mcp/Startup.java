package br.com.kobana.mcp;

import br.com.kobana.mcp.catalog.Catalog;
import br.com.kobana.mcp.http.BlockedLoops;
import br.com.kobana.mcp.http.EventLoopEngine;
import br.com.kobana.mcp.http.HttpServerFactory;
import br.com.kobana.mcp.http.HttpServers;
import br.com.kobana.mcp.http.Port;
import br.com.kobana.mcp.observe.Observer;
import br.com.kobana.mcp.observe.UpstreamTracer;
import br.com.kobana.mcp.pipeline.LiveContents;
import br.com.kobana.mcp.pipeline.Pipeline;
import br.com.kobana.mcp.reload.Reload;
import br.com.kobana.mcp.settings.FileWatch;
import br.com.kobana.mcp.settings.Settings;
import br.com.kobana.mcp.settings.TokenSettings;
import br.com.kobana.mcp.upstream.VertxSideCalls;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.apache.camel.CamelContext;
import org.apache.camel.main.Main;

/**
 * Starts the gateway, one part on the other; what was started is stopped again when something
 * fails.
 */
final class Startup {
  private static final Duration BLOCKED_WARN = Duration.ofMillis(500);
  private final Settings settings;
  private final InstantSource clock;
  private final List<Observer> observers;

  Startup(Settings settings, InstantSource clock, List<Observer> observers) {
    this.settings = settings;
    this.clock = clock;
    this.observers = observers;
  }

  /** The rooms, and what the routes reach them by. */
  private record Furnished(
      Assembly assembly,
      LiveContents contents,
      Pipeline.Rooms rooms,
      LateApi api,
      Consumer<Main> beans) {}

  /**
   * @param application whose Main and routes they are beside, where it is embedded
   * @param given a catalogue in place of the one that the settings name
   */
  RunningParts start(Optional<Main> application, Optional<Catalog> given) throws Exception {
    checkPorts();
    Reloading reloading = new Reloading(settings);
    // It is read while the ground is made: the larger part of a start is reading.
    CompletableFuture<Catalog> reading = CompletableFuture.supplyAsync(() -> catalog(given));
    int cores = Runtime.getRuntime().availableProcessors();
    Vertx vertx = Vertx.vertx(new VertxOptions().setEventLoopPoolSize(cores));
    ExecutorService workers = workers();
    try {
      Ground ground = Ground.of(settings, clock, observers, application, vertx, workers);
      // And furnished while Camel reads the routes, which looks for its beans only as it starts.
      CompletableFuture<Furnished> furnishing =
          reading.thenApplyAsync(catalog -> furnish(ground, catalog));
      load(ground, application.isPresent());
      return start(ground, reloading, result(furnishing), application.isPresent());
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

  private Catalog catalog(Optional<Catalog> given) {
    Catalog catalog = given.orElseGet(() -> Assembly.catalog(settings));
    Upstream.check(settings, catalog);
    return catalog;
  }

  /** As it would have failed here. */
  private static Furnished result(CompletableFuture<Furnished> furnishing) throws Exception {
    try {
      return furnishing.get();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof Exception cause) {
        throw cause;
      }
      throw e;
    }
  }

  private RunningParts start(
      Ground ground, Reloading reloading, Furnished furnished, boolean embedded) throws Exception {
    Pipeline.bind(furnished.rooms(), ground.main()::bind);
    CamelContext camel = ground.main().getCamelContext();
    Pipeline.ownInstances(camel.getRegistry());
    Upstream upstream =
        Upstream.start(
            settings,
            ground.vertx(),
            ground.api(settings),
            camel,
            furnished.contents().current().catalog(),
            ground.operations().upstreamEvents(),
            clock);
    ground.operations().show(upstream.areas());
    ApiWatch watched = new ApiWatch(upstream.api());
    furnished.api().set(watched);
    camel.addService(
        new BlockedLoops(
            ground.servers(), BLOCKED_WARN, settings.load().requestTimeout().dividedBy(3)));
    LiveRoutes routes = new LiveRoutes(settings, ground.servers(), camel, furnished.beans());
    Reload reload =
        new Reload(
            reloading.parts(
                embedded ? Optional.empty() : Optional.of(routes),
                furnished.contents(),
                furnished.assembly()));
    // Before the management port opens: without a check it would say that all is up.
    Health.show(
        camel,
        settings.load().requestTimeout().multipliedBy(2),
        ground.servers(),
        routes,
        furnished.contents(),
        watched,
        reload);
    run(ground, routes);
    show(ground, furnished, upstream, reload, embedded);
    return new RunningParts(
        ground, watches(ground.servers(), furnished), routes, reload, settings.load());
  }

  private Furnished furnish(Ground ground, Catalog catalog) {
    LateApi api = new LateApi();
    Assembly assembly =
        new Assembly(
            settings,
            api,
            new VertxSideCalls(ground.vertx(), settings.auth().tokens().timeout()),
            ground.limits().counter(),
            ground.limits().meters(),
            Assembly.singleUse(ground.limits().flags()),
            ground.auditing().admission(),
            ground.traces().<UpstreamTracer>map(t -> t).orElse(UpstreamTracer.NONE),
            ground.limits().ledger(),
            clock);
    LiveContents contents =
        new LiveContents(assembly.contents(catalog, Assembly.prompts(settings)));
    Pipeline.Rooms rooms = assembly.rooms(contents);
    Consumer<Main> beans =
        main -> {
          ground.bind(main);
          Pipeline.bind(rooms, main::bind);
        };
    return new Furnished(assembly, contents, rooms, api, beans);
  }

  /** Gives Camel its routes; nothing runs yet. */
  private void load(Ground ground, boolean embedded) throws Exception {
    Main main = ground.main();
    ground.bind(main);
    main.bind(EventLoopEngine.NAME, new EventLoopEngine(ground.servers()));
    if (embedded) {
      main.init();
      CamelMain.load(settings, main.getCamelContext());
      ground.servers().serve(main.getCamelContext());
    } else {
      main.bind(
          "mainHttpServerFactory",
          new HttpServerFactory(ground.servers(), ground.console().gate()));
      main.init();
    }
    MBeanShapes.use(main.getCamelContext());
  }

  private static void run(Ground ground, LiveRoutes routes) throws Exception {
    ground.main().start();
    NoExchangeEvents.in(ground.main().getCamelContext());
    try {
      ground.auditing().start(ground.main().getCamelContext(), routes::context);
    } catch (Exception e) {
      ground.main().stop();
      throw e;
    }
  }

  /** What operators see. */
  private void show(
      Ground ground, Furnished furnished, Upstream upstream, Reload reload, boolean embedded)
      throws Exception {
    CamelContext camel = ground.main().getCamelContext();
    ground.limits().show(camel, furnished.rooms().throttle(), ground.auditing().actions());
    upstream.show(camel);
    Health.measure(camel, reload);
    reload.start(settings.files().lookEvery());
    ground.operations().show(camel, ground.servers(), furnished.rooms(), ground.console());
    if (!embedded) {
      ground.console().mount(camel);
    }
  }

  /** Files that are read again when they change. */
  private List<FileWatch> watches(HttpServers servers, Furnished furnished) {
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
            file ->
                watches.add(
                    FileWatch.start(List.of(file), every, furnished.rooms().identity()::reload)));
    return List.copyOf(watches);
  }

  private void checkPorts() {
    Port.check("mcp", settings.door().host(), settings.door().port());
    if (settings.api().url().isEmpty()) {
      Port.check("mcp.sandbox", "127.0.0.1", settings.api().sandboxPort());
    }
  }

  private ExecutorService workers() {
    AtomicInteger number = new AtomicInteger();
    return Executors.newFixedThreadPool(
        settings.load().workers(),
        task -> {
          Thread thread = new Thread(task, "gateway-worker-" + number.incrementAndGet());
          thread.setDaemon(true);
          return thread;
        });
  }
}
