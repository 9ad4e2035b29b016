package br.com.kobana.mcp;

import br.com.kobana.mcp.reload.Mounted;
import br.com.kobana.mcp.settings.Settings;
import java.util.ArrayList;
import java.util.List;
import org.apache.camel.CamelContext;
import org.apache.camel.main.Main;
import org.apache.camel.main.SimpleMainShutdownStrategy;
import org.apache.camel.spi.Resource;
import org.apache.camel.spi.ResourceLoader;
import org.apache.camel.support.PluginHelper;

/** camel-main with the settings that matter here. */
final class CamelMain {
  /** Listed one by one: a wildcard would walk every jar at each start. */
  private static final List<String> ROUTES =
      List.of("mcp.camel.yaml", "methods.camel.yaml", "errors.camel.yaml", "audit.camel.yaml");

  /** Name of the Camel context, in JMX and in labels of metrics. */
  static final String NAME = "kobana-mcp-gateway";

  private CamelMain() {}

  /** A set of routes by itself, without the servers: beside those in force, or to look at it. */
  static Main aside(Settings settings, String name) {
    Main main = configured(settings);
    main.addOverrideProperty("camel.main.name", name);
    main.addOverrideProperty("camel.server.enabled", "false");
    main.addOverrideProperty("camel.management.enabled", "false");
    return main;
  }

  static Main configured(Settings settings) {
    Main main = new Main();
    // Whoever starts it stops it: a hook of Camel's own would wait for an end that nobody tells it.
    main.setShutdownStrategy(new SimpleMainShutdownStrategy());
    set(main, "camel.main.name", NAME);
    set(main, "camel.main.routesIncludePattern", String.join(",", routes(settings)));
    set(main, "camel.main.streamCachingEnabled", "false");
    set(main, "camel.main.messageHistory", "false");
    set(main, "camel.main.autoConfigurationLogSummary", "false");
    set(main, "camel.main.modeline", "false");
    set(main, "camel.main.shutdownTimeout", Long.toString(settings.load().drain().toSeconds()));
    set(main, "camel.main.startupSummaryLevel", "Oneline");
    // A direct: without its route would hold the event loop for half a minute.
    set(main, "camel.component.direct.block", "false");
    set(main, "camel.server.enabled", "true");
    set(main, "camel.server.host", settings.door().host());
    set(main, "camel.server.port", Integer.toString(settings.door().port()));
    set(main, "camel.management.enabled", "true");
    set(main, "camel.management.host", settings.management().host());
    set(main, "camel.management.port", Integer.toString(settings.management().port()));
    set(main, "camel.management.healthCheckEnabled", "true");
    // Each check with its details: that rate limits are counted per replica stands there.
    set(main, "camel.health.exposureLevel", "full");
    set(main, "camel.metrics.enabled", "true");
    set(main, "camel.metrics.enableExchangeEventNotifier", "false");
    set(main, "camel.metrics.enableMessageHistory", "false");
    // Formats a name for every exchange of every route; the stages are timed by the gateway itself.
    set(main, "camel.metrics.enableRoutePolicy", "false");
    set(main, "camel.management.metricsEnabled", "true");
    // Ours say what matters, and that a gateway which is about to stop is alive.
    set(main, "camel.health.excludePattern", "context");
    // These would call a set of routes down that ends while another has taken its place.
    set(main, "camel.health.routesEnabled", "false");
    set(main, "camel.health.consumersEnabled", "false");
    return main;
  }

  /** Gives the routes to a context that is not ours. */
  static void load(Settings settings, CamelContext camel) throws Exception {
    ResourceLoader resources = PluginHelper.getResourceLoader(camel);
    List<Resource> files = new ArrayList<>();
    for (String pattern : routes(settings)) {
      if (pattern.contains("*")) {
        files.addAll(PluginHelper.getPackageScanResourceResolver(camel).findResources(pattern));
      } else {
        files.add(resources.resolveResource(pattern));
      }
    }
    PluginHelper.getRoutesLoader(camel).loadRoutes(files);
  }

  /** Where the routes are, as patterns of Camel. */
  private static List<String> routes(Settings settings) {
    return settings
        .files()
        .routes()
        .map(directory -> List.of("file:" + Mounted.files(directory) + "/*.camel.yaml"))
        .orElseGet(() -> ROUTES.stream().map(file -> "classpath:routes/" + file).toList());
  }

  private static void set(Main main, String key, String value) {
    main.addInitialProperty(key, value);
  }
}
