package br.com.kobana.mcp;

import br.com.kobana.mcp.catalog.Catalog;
import br.com.kobana.mcp.catalog.Tool;
import br.com.kobana.mcp.console.Console;
import br.com.kobana.mcp.http.HttpServers;
import br.com.kobana.mcp.observe.AreaMeters;
import br.com.kobana.mcp.observe.ClientsSeen;
import br.com.kobana.mcp.observe.FigureBoard;
import br.com.kobana.mcp.observe.Figures;
import br.com.kobana.mcp.observe.MeterClock;
import br.com.kobana.mcp.observe.Observer;
import br.com.kobana.mcp.observe.RequestMeters;
import br.com.kobana.mcp.observe.UpstreamLog;
import br.com.kobana.mcp.observe.UpstreamMeters;
import br.com.kobana.mcp.pipeline.Contents;
import br.com.kobana.mcp.pipeline.Pipeline;
import br.com.kobana.mcp.upstream.ApiArea;
import br.com.kobana.mcp.upstream.UpstreamEvents;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import javax.management.ObjectName;
import org.apache.camel.CamelContext;
import org.apache.camel.component.micrometer.MicrometerConstants;
import org.apache.camel.main.Main;
import org.apache.camel.spi.ManagementAgent;

/** What operators see of requests and of the JVM: metrics, and MBeans for the console. */
final class Operations implements AutoCloseable {
  private static final int DIGEST = 12;
  private final MeterRegistry registry;
  private final RequestMeters requests;
  private final UpstreamMeters upstream;
  private final AreaMeters areas;
  private final ClientsSeen clients = new ClientsSeen();
  private final JvmGcMetrics collections = new JvmGcMetrics();

  /**
   * @param application whose metrics they are beside, where it has any
   * @param clock of metrics that stand by themselves
   */
  Operations(Optional<Main> application, MeterClock clock) {
    registry =
        application
            .map(app -> app.lookup(MicrometerConstants.METRICS_REGISTRY_NAME, MeterRegistry.class))
            .orElseGet(
                () ->
                    new PrometheusMeterRegistry(
                        PrometheusConfig.DEFAULT, new PrometheusRegistry(), clock));
    requests = new RequestMeters(registry);
    upstream = new UpstreamMeters(registry);
    areas = new AreaMeters(registry, new UpstreamLog());
    collections.bindTo(registry);
    List.of(
            new JvmMemoryMetrics(),
            new JvmThreadMetrics(),
            new ProcessorMetrics(),
            new UptimeMetrics())
        .forEach(meters -> meters.bindTo(registry));
  }

  /** Who is told of each request. */
  List<Observer> observers() {
    return List.of(requests, upstream, clients);
  }

  /** Who is told of each attempt to call the API. */
  UpstreamEvents upstreamEvents() {
    return areas;
  }

  /** Measures the areas of the API. */
  void show(List<ApiArea> apiAreas) {
    areas.show(apiAreas);
  }

  /** Makes Camel count where the gateway counts. */
  void bind(Main main) {
    main.bind(MicrometerConstants.METRICS_REGISTRY_NAME, registry);
  }

  /** Shows what is there once everything runs. */
  void show(CamelContext camel, HttpServers servers, Pipeline.Rooms rooms, Console console)
      throws Exception {
    requests.inFlight(servers::inFlight, rooms.settings().load().maxInFlight());
    FigureBoard board = new FigureBoard(requests, clients);
    Map<String, Figures> beans =
        Map.of(
            "Requests", board.requests(),
            "Refusals", board.refusals(),
            "Confirmations", board.confirmations(),
            "Eras", board.eras(),
            "Clients", board.clients(),
            "Console", new Figures("Users of this console", console::figures),
            "IdentityCache", board.identities(rooms.identity()::size),
            "Catalogue",
                new Figures("The catalogue in force", catalogue(rooms.contents()::current)));
    ManagementAgent agent = camel.getManagementStrategy().getManagementAgent();
    if (agent != null) {
      for (Map.Entry<String, Figures> bean : beans.entrySet()) {
        agent.register(
            bean.getValue(),
            new ObjectName(
                "br.com.kobana.mcp:type=" + bean.getKey() + ",name=" + camel.getManagementName()));
      }
    }
  }

  @Override
  public void close() {
    collections.close();
  }

  private static Supplier<Map<String, Object>> catalogue(Supplier<Contents> contents) {
    String version = Gateway.class.getPackage().getImplementationVersion();
    return () -> {
      Catalog catalog = contents.get().catalog();
      Map<String, Object> figures = new LinkedHashMap<>();
      figures.put("gateway", version == null ? "unpackaged" : version);
      figures.put("version", new Figures.Late(() -> digest(catalog)));
      figures.put("tools", catalog.tools().size());
      figures.put("writing_tools", catalog.tools().stream().filter(Tool::writes).count());
      figures.put("record_types", catalog.recordTypes().size());
      figures.put("domains", String.join(", ", catalog.domains()));
      return figures;
    };
  }

  /** The same on every replica that has the same tools. */
  private static String digest(Catalog catalog) {
    try {
      MessageDigest sha = MessageDigest.getInstance("SHA-256");
      catalog.tools().forEach(tool -> sha.update(tool.toString().getBytes(StandardCharsets.UTF_8)));
      return HexFormat.of().formatHex(sha.digest()).substring(0, DIGEST);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
