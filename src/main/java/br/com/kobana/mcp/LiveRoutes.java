package br.com.kobana.mcp;

import br.com.kobana.mcp.http.EventLoopEngine;
import br.com.kobana.mcp.http.HttpServers;
import br.com.kobana.mcp.pipeline.BlockingSteps;
import br.com.kobana.mcp.pipeline.DanglingSteps;
import br.com.kobana.mcp.pipeline.Pipeline;
import br.com.kobana.mcp.settings.Settings;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.apache.camel.CamelContext;
import org.apache.camel.Route;
import org.apache.camel.main.Main;
import org.apache.camel.model.ModelCamelContext;
import org.apache.camel.model.RouteDefinition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The routes in force. Changed ones start in a Camel context of their own, beside those in force;
 * only when all of them run does the door lead to them, and the former end what they have in hand.
 * So nothing is ever without a consumer, a request passes one set of routes from start to end, and
 * routes that do not start change nothing.
 */
final class LiveRoutes implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(LiveRoutes.class);
  private static final String ENDPOINT = "/mcp";
  private final Settings settings;
  private final HttpServers servers;
  private final CamelContext first;
  private final Consumer<Main> beans;

  /** The context of the routes in force, where they are not those of the start. */
  private volatile Optional<Main> later = Optional.empty();

  private int number = 1;

  /**
   * @param first the context that the service started with; it stays, for all that is no route
   * @param beans gives a context the beans that routes name
   */
  LiveRoutes(Settings settings, HttpServers servers, CamelContext first, Consumer<Main> beans) {
    this.settings = settings;
    this.servers = servers;
    this.first = first;
    this.beans = beans;
  }

  /** The context whose routes answer. */
  CamelContext context() {
    return later.<CamelContext>map(Main::getCamelContext).orElse(first);
  }

  /** Ids of the routes that should run and do not; the context's name where it runs none at all. */
  List<String> notRunning() {
    CamelContext camel = context();
    if (!camel.isStarted() || camel.getRoutes().isEmpty()) {
      return List.of(camel.getName());
    }
    return camel.getRoutes().stream()
        .filter(Route::isAutoStartup)
        .map(Route::getId)
        .filter(id -> !camel.getRouteController().getRouteStatus(id).isStarted())
        .toList();
  }

  /**
   * Puts what the directory of routes holds now in force.
   *
   * @throws Exception where it is not sound; then the former go on
   */
  void reload() throws Exception {
    number++;
    EventLoopEngine engine = EventLoopEngine.aside(servers);
    Main next = CamelMain.aside(settings, CamelMain.NAME + "-" + number);
    try {
      beans.accept(next);
      next.bind(EventLoopEngine.NAME, engine);
      MeterRegistry meters = first.getRegistry().findSingleByType(MeterRegistry.class);
      if (meters != null) {
        next.bind("metricsRegistry", meters);
      }
      next.init();
      Pipeline.ownInstances(next.getCamelContext().getRegistry());
      next.start();
      NoExchangeEvents.in(next.getCamelContext());
      check(engine, ((ModelCamelContext) next.getCamelContext()).getRouteDefinitions());
      engine.takeOver();
    } catch (Exception e) {
      stop(next);
      throw e;
    }
    Optional<Main> former = later;
    later = Optional.of(next);
    if (former.isPresent()) {
      stop(former.get());
    } else {
      end(first, settings.load().drain());
    }
  }

  /** What the meters of a set that has gone counted would stay for ever, and keep it in memory. */
  private void stop(Main set) {
    CamelContext camel = set.getCamelContext();
    set.stop();
    if (camel == null) {
      return;
    }
    String name = camel.getName();
    MeterRegistry meters = first.getRegistry().findSingleByType(MeterRegistry.class);
    if (meters != null) {
      meters.getMeters().stream()
          .filter(meter -> name.equals(meter.getId().getTag("camelContext")))
          .forEach(meters::remove);
    }
  }

  private void check(EventLoopEngine engine, List<RouteDefinition> routes) {
    if (!engine.serves(ENDPOINT)) {
      throw new IllegalArgumentException("no route serves " + ENDPOINT);
    }
    List<String> dangling = DanglingSteps.in(routes);
    if (!dangling.isEmpty()) {
      throw new IllegalArgumentException(String.join("; ", dangling));
    }
    if (settings.load().threading() == Settings.Threading.LOOP) {
      BlockingSteps.in(routes).forEach(step -> LOG.warn("reload: {}", step));
    }
  }

  /** Ends routes from the door inwards, each after what it has in hand; the context stays. */
  private static void end(CamelContext camel, Duration most) throws Exception {
    List<String> ids =
        camel.getRoutes().stream()
            .sorted(
                Comparator.comparing(
                    route -> !route.getEndpoint().getEndpointUri().startsWith("platform-http:")))
            .map(Route::getId)
            .toList();
    for (String id : ids) {
      camel.getRouteController().stopRoute(id, most.toSeconds(), TimeUnit.SECONDS);
    }
    for (String id : ids) {
      camel.removeRoute(id);
    }
  }

  /** Ends the routes that came by a reload; those of the start end with their context. */
  @Override
  public void close() {
    later.ifPresent(Main::stop);
  }
}
