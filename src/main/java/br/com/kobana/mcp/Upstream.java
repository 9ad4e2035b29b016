package br.com.kobana.mcp;

import br.com.kobana.mcp.catalog.Catalog;
import br.com.kobana.mcp.observe.ApiAreaBean;
import br.com.kobana.mcp.settings.Settings;
import br.com.kobana.mcp.settings.WrongSetting;
import br.com.kobana.mcp.upstream.ApiArea;
import br.com.kobana.mcp.upstream.CamelHttpKobanaApi;
import br.com.kobana.mcp.upstream.KobanaApi;
import br.com.kobana.mcp.upstream.ResilientKobanaApi;
import br.com.kobana.mcp.upstream.UpstreamEvents;
import br.com.kobana.mcp.upstream.VertxKobanaApi;
import io.vertx.core.Vertx;
import java.net.URI;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ThreadLocalRandom;
import java.util.random.RandomGenerator;
import javax.management.ObjectName;
import org.apache.camel.CamelContext;
import org.apache.camel.spi.ManagementAgent;

/** The API as it is configured, and what operators see of it. */
final class Upstream {
  /** The area of {@code /v2/me}, which no tool belongs to. */
  private static final String IDENTITY = "identity";

  private final ResilientKobanaApi api;

  private Upstream(ResilientKobanaApi api) {
    this.api = api;
  }

  static Upstream start(
      Settings settings,
      Vertx vertx,
      URI base,
      CamelContext camel,
      Catalog catalog,
      UpstreamEvents events,
      InstantSource clock) {
    KobanaApi transport =
        settings.api().transport() == Settings.Transport.KOBANA
            ? new VertxKobanaApi(vertx, base, settings.api())
            : new CamelHttpKobanaApi(camel, base, settings.api());
    RandomGenerator random = () -> ThreadLocalRandom.current().nextLong();
    return new Upstream(
        new ResilientKobanaApi(
            transport,
            settings.api().resilience(),
            areas(catalog),
            new ResilientKobanaApi.Surroundings(
                clock,
                (after, task) -> vertx.setTimer(Math.max(1, after.toMillis()), t -> task.run()),
                random,
                events)));
  }

  /**
   * @throws WrongSetting for settings of an area that is none
   */
  static void check(Settings settings, Catalog catalog) {
    Set<String> areas = areas(catalog);
    for (String area : settings.api().resilience().own().keySet()) {
      if (!areas.contains(area)) {
        throw new WrongSetting("kobana.resilience." + area, area, "one of " + areas);
      }
    }
  }

  private static Set<String> areas(Catalog catalog) {
    Set<String> areas = new TreeSet<>(catalog.domains());
    areas.add(IDENTITY);
    return areas;
  }

  KobanaApi api() {
    return api;
  }

  List<ApiArea> areas() {
    return List.copyOf(api.areas());
  }

  /** Shows each area in JMX. */
  void show(CamelContext camel) throws Exception {
    ManagementAgent agent = camel.getManagementStrategy().getManagementAgent();
    if (agent == null) {
      return;
    }
    for (ApiArea area : api.areas()) {
      agent.register(
          new ApiAreaBean(area),
          new ObjectName(
              "%s,area=%s,name=%s"
                  .formatted(ApiAreaBean.NAME, area.name(), camel.getManagementName())));
    }
  }
}
