package br.com.kobana.mcp;

import br.com.kobana.mcp.console.Console;
import br.com.kobana.mcp.http.HttpServers;
import br.com.kobana.mcp.observe.MeterClock;
import br.com.kobana.mcp.observe.Observer;
import br.com.kobana.mcp.observe.RequestLog;
import br.com.kobana.mcp.sandbox.Sandbox;
import br.com.kobana.mcp.settings.Settings;
import br.com.kobana.mcp.trace.Traces;
import com.github.benmanes.caffeine.cache.Ticker;
import io.vertx.core.Vertx;
import java.net.URI;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.camel.main.Main;

/** What the rooms stand on: made before them, and stopped after them. */
record Ground(
    Vertx vertx,
    ExecutorService workers,
    Optional<Sandbox> sandbox,
    RateLimits limits,
    Auditing auditing,
    Optional<Traces> traces,
    Operations operations,
    Console console,
    HttpServers servers,
    Main main) {

  static Ground of(
      Settings settings,
      InstantSource clock,
      List<Observer> observers,
      Optional<Main> application,
      Vertx vertx,
      ExecutorService workers)
      throws Exception {
    Optional<Sandbox> sandbox = sandbox(settings, vertx, clock);
    RateLimits limits =
        RateLimits.start(settings, vertx, Runtime.getRuntime().availableProcessors(), clock);
    Auditing auditing = Auditing.of(settings, clock);
    Optional<Traces> traces = settings.traces().map(Traces::to);
    MeterClock meterClock = new MeterClock(clock);
    vertx.setPeriodic(MeterClock.TICK_MILLIS, timer -> meterClock.tick());
    Operations operations = new Operations(application, meterClock);
    Console console =
        new Console(
            settings.management(),
            auditing.operatorLog(),
            new SecureRandom(),
            Ticker.systemTicker());
    Observer observer = observer(operations, traces, auditing, observers);
    HttpServers servers = new HttpServers(vertx, settings, workers, observer);
    Main main = application.orElseGet(() -> CamelMain.configured(settings));
    operations.bind(main);
    return new Ground(
        vertx, workers, sandbox, limits, auditing, traces, operations, console, servers, main);
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

  /** Gives a context what the routes' beans stand on. */
  void bind(Main context) {
    context.bind("vertx", vertx);
    context.bind(Auditing.FILE, auditing.fileStep());
  }

  /** Where the API is. */
  URI api(Settings settings) {
    return settings
        .api()
        .url()
        .orElseGet(() -> URI.create("http://127.0.0.1:" + sandbox.orElseThrow().port()));
  }

  /** Once nothing stands on it any more. */
  void close() {
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
    } catch (ExecutionException | TimeoutException e) {
      throw new IllegalStateException("Vert.x did not stop", e);
    }
  }
}
