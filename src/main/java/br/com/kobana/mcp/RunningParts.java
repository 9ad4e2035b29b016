package br.com.kobana.mcp;

import br.com.kobana.mcp.catalog.Catalog;
import br.com.kobana.mcp.http.Port;
import br.com.kobana.mcp.observe.Observer;
import br.com.kobana.mcp.reload.Reload;
import br.com.kobana.mcp.sandbox.Sandbox;
import br.com.kobana.mcp.settings.FileWatch;
import br.com.kobana.mcp.settings.Settings;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.apache.camel.CamelContext;
import org.apache.camel.main.Main;

/**
 * The gateway in one process: Camel with the routes, the HTTP server, and, where it is asked for,
 * the sandbox. Tests start it as {@code main} does.
 */
public final class RunningParts implements AutoCloseable {
  private final Ground ground;
  private final List<FileWatch> watches;
  private final LiveRoutes routes;
  private final Reload reload;
  private final Settings.Load load;

  RunningParts(
      Ground ground,
      List<FileWatch> watches,
      LiveRoutes routes,
      Reload reload,
      Settings.Load load) {
    this.ground = ground;
    this.watches = watches;
    this.routes = routes;
    this.reload = reload;
    this.load = load;
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
    return new Startup(settings, clock, observers).start(Optional.empty(), Optional.empty());
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
    return new Startup(settings, clock, observers).start(Optional.empty(), Optional.of(catalog));
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
    return new Startup(settings, clock, List.of())
        .start(Optional.of(application), Optional.empty());
  }

  /** The port that is listened on. */
  public int port() {
    return ground.servers().port();
  }

  /** The port of the sandbox, where it runs. */
  public Optional<Integer> sandboxPort() {
    return ground.sandbox().map(Sandbox::port);
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
    ground.servers().leave();
  }

  /** Requests being answered right now. */
  public int inFlight() {
    return ground.servers().inFlight();
  }

  /** Whether rate limits are counted per replica although Redis is configured. */
  public boolean countsPerReplica() {
    return ground.limits().isDegraded();
  }

  /** Forgets every count of the rate limits that this process keeps. */
  public void resetCounters() {
    ground.limits().reset();
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
    long began = System.nanoTime();
    ground.auditing().close(routes.context(), load.drain());
    // What had its time has had it: Camel waits for the rest of it only.
    Duration left = load.drain().minusNanos(System.nanoTime() - began);
    routes.context().getShutdownStrategy().setTimeout(Math.max(1, left.toSeconds()));
    routes.close();
    ground.close();
  }

  private void serveOn() {
    try {
      TimeUnit.MILLISECONDS.sleep(load.stopDelay().toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
