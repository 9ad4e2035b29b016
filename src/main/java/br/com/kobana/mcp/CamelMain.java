package br.com.kobana.mcp;

import br.com.kobana.mcp.settings.Settings;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.camel.main.Main;
import org.apache.camel.main.SimpleMainShutdownStrategy;

/** camel-main with the settings that matter here. */
final class CamelMain {
  /** Listed one by one: a wildcard would walk every jar at each start. */
  private static final List<String> ROUTES =
      List.of("mcp.camel.yaml", "methods.camel.yaml", "errors.camel.yaml", "audit.camel.yaml");

  private CamelMain() {}

  static Main configured(Settings settings) {
    Main main = new Main();
    // Whoever starts it stops it: a hook of Camel's own would wait for an end that nobody tells it.
    main.setShutdownStrategy(new SimpleMainShutdownStrategy());
    set(main, "camel.main.name", "kobana-mcp-gateway");
    set(main, "camel.main.routesIncludePattern", routes(settings));
    set(main, "camel.main.streamCachingEnabled", "false");
    set(main, "camel.main.messageHistory", "false");
    set(main, "camel.main.autoConfigurationLogSummary", "false");
    set(main, "camel.main.modeline", "false");
    set(main, "camel.main.shutdownTimeout", "30");
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
    if (settings.files().reloadRoutes()) {
      set(main, "camel.main.routesReloadEnabled", "true");
      set(
          main,
          "camel.main.routesReloadDirectory",
          settings.files().routes().orElseThrow().toString());
      set(main, "camel.main.routesReloadPattern", "*.camel.yaml");
      set(main, "camel.main.routesReloadRemoveAllRoutes", "false");
    }
    return main;
  }

  private static String routes(Settings settings) {
    return settings
        .files()
        .routes()
        .map(directory -> "file:" + directory.toAbsolutePath() + "/*.camel.yaml")
        .orElseGet(
            () ->
                ROUTES.stream()
                    .map(file -> "classpath:routes/" + file)
                    .collect(Collectors.joining(",")));
  }

  private static void set(Main main, String key, String value) {
    main.addInitialProperty(key, value);
  }
}
