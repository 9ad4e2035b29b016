package br.com.kobana.mcp;

import br.com.kobana.mcp.audit.AuditFiles;
import br.com.kobana.mcp.audit.AuditHealth;
import br.com.kobana.mcp.audit.AuditLine;
import br.com.kobana.mcp.audit.AuditMeters;
import br.com.kobana.mcp.audit.AuditSink;
import br.com.kobana.mcp.audit.AuditTrail;
import br.com.kobana.mcp.observe.Admission;
import br.com.kobana.mcp.observe.Observer;
import br.com.kobana.mcp.observe.OperatorActions;
import br.com.kobana.mcp.observe.OperatorLog;
import br.com.kobana.mcp.settings.Settings;
import br.com.kobana.mcp.settings.WrongSetting;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;
import org.apache.camel.Processor;
import org.apache.camel.ProducerTemplate;
import org.apache.camel.Route;
import org.apache.camel.health.HealthCheckRegistry;
import org.apache.camel.spi.RouteStartupOrder;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The audit trail as it is configured, and the route through which its lines go. */
final class Auditing {
  /** The bean that appends a line to a file. */
  static final String FILE = "auditFile";

  private static final String ROUTE = "direct:audit";
  private static final String LAST = "auditLast";
  private static final Logger LOG = LoggerFactory.getLogger(Auditing.class);
  private final Optional<AuditTrail> trail;
  private final AuditFiles files;

  private Auditing(Optional<AuditTrail> trail, AuditFiles files) {
    this.trail = trail;
    this.files = files;
  }

  static Auditing of(Settings settings, InstantSource clock) {
    Settings.Audit audit = settings.audit();
    return new Auditing(
        audit.isOn()
            ? Optional.of(new AuditTrail(audit, clock, new SecureRandom()::nextInt))
            : Optional.empty(),
        new AuditFiles(audit.directory()));
  }

  List<Observer> observers() {
    return trail.<Observer>map(t -> t).stream().toList();
  }

  Admission admission() {
    return trail.<Admission>map(t -> t).orElse(observation -> true);
  }

  OperatorActions actions() {
    return trail.<OperatorActions>map(t -> t).orElse((operator, action, facts) -> {});
  }

  /** The log of operators' actions, and the trail. */
  OperatorLog operatorLog() {
    OperatorLog log = OperatorLog.toAuditLog();
    return action -> {
      log.acted(action);
      actions()
          .took(
              action.user(),
              action.what(),
              Map.of(
                  "target",
                  action.target(),
                  "outcome",
                  action.outcome().name().toLowerCase(Locale.ROOT)));
    };
  }

  Processor fileStep() {
    return exchange ->
        files.take(
            new AuditLine(
                exchange.getProperty(FILE, String.class),
                exchange.getMessage().getBody(String.class).getBytes(StandardCharsets.UTF_8),
                exchange.getProperty(LAST, true, Boolean.class)));
  }

  /**
   * Begins the trail, if there is one, now that the routes run.
   *
   * @param routes the context whose routes are in force; another after a reload
   * @throws Exception where the first line is not taken
   */
  void start(CamelContext camel, Supplier<CamelContext> routes) throws Exception {
    if (trail.isEmpty()) {
      return;
    }
    if (routes.get().getRoutes().stream().noneMatch(Auditing::isSink)) {
      throw new WrongSetting(
          "mcp.audit.key", "(hidden)", "set only where a route begins with " + ROUTE);
    }
    trail.get().start(new Sink(routes));
    HealthCheckRegistry health = HealthCheckRegistry.get(camel);
    if (health != null) {
      health.register(new AuditHealth(trail.get()));
    }
    MeterRegistry registry = camel.getRegistry().findSingleByType(MeterRegistry.class);
    if (registry != null) {
      new AuditMeters(trail.get()).bindTo(registry);
    }
  }

  private static boolean isSink(Route route) {
    return route.getEndpoint().getEndpointUri().equals("direct://audit");
  }

  /** The route of the context that is in force. Used by one thread at a time. */
  private static final class Sink implements AuditSink {
    private final Supplier<CamelContext> routes;
    private String name = "";
    private @Nullable ProducerTemplate template;

    Sink(Supplier<CamelContext> routes) {
      this.routes = routes;
    }

    @Override
    public void take(AuditLine line) throws Exception {
      CamelContext now = routes.get();
      ProducerTemplate to = template;
      if (to == null || !now.getName().equals(name)) {
        to = now.createProducerTemplate();
        template = to;
        name = now.getName();
      }
      send(to, line);
    }
  }

  private static void send(ProducerTemplate template, AuditLine line) throws Exception {
    Exchange taken =
        template.send(
            ROUTE,
            exchange -> {
              exchange.setProperty(FILE, line.file());
              exchange.setProperty(LAST, line.last());
              exchange.getMessage().setBody(new String(line.bytes(), StandardCharsets.UTF_8));
            });
    if (taken.getException() != null) {
      throw taken.getException();
    }
  }

  /**
   * Ends the routes that requests come in by, and then the trail; the sink's route still runs.
   *
   * @param drain how long what is in flight may take
   */
  void close(CamelContext camel, Duration drain) {
    if (trail.isEmpty()) {
      return;
    }
    try {
      camel
          .getShutdownStrategy()
          .shutdown(camel, entrances(camel), drain.toSeconds(), TimeUnit.SECONDS);
    } catch (Exception e) {
      LOG.error("requests in flight did not end: {}", e.getClass().getName());
    }
    trail.get().close();
    try {
      files.close();
    } catch (IOException e) {
      LOG.error("audit: the last file could not be closed: {}", e.getClass().getName());
    }
  }

  private static List<RouteStartupOrder> entrances(CamelContext camel) {
    return camel.getCamelContextExtension().getRouteStartupOrder().stream()
        .filter(o -> o.getRoute().getEndpoint().getEndpointUri().startsWith("platform-http:"))
        .toList();
  }
}
