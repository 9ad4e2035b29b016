package br.com.kobana.mcp;

import br.com.kobana.mcp.http.HttpServers;
import br.com.kobana.mcp.observe.LiveHealth;
import br.com.kobana.mcp.observe.ReadyHealth;
import br.com.kobana.mcp.observe.ReloadHealth;
import br.com.kobana.mcp.observe.ReloadMeters;
import br.com.kobana.mcp.observe.UpstreamHealth;
import br.com.kobana.mcp.pipeline.LiveContents;
import br.com.kobana.mcp.reload.Reload;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import org.apache.camel.CamelContext;
import org.apache.camel.health.HealthCheckRegistry;

/** The health of the whole, at the management port; rate limits show their own. */
final class Health {
  private Health() {}

  /**
   * @param stuck how long a step may hold an event loop before starting anew is the only help
   */
  static void show(
      CamelContext camel,
      Duration stuck,
      HttpServers servers,
      LiveRoutes routes,
      LiveContents contents,
      ApiWatch api,
      Reload reload) {
    HealthCheckRegistry health = HealthCheckRegistry.get(camel);
    if (health != null) {
      health.register(new LiveHealth(() -> servers.isStuckFor(stuck)));
      health.register(
          new ReadyHealth(
              routes::notRunning,
              () -> contents.current().catalog().tools().size(),
              servers::isLeaving));
      health.register(new UpstreamHealth(api::failedInARow));
      if (!reload.parts().isEmpty()) {
        health.register(new ReloadHealth(reload.parts()));
      }
    }
  }

  static void measure(CamelContext camel, Reload reload) {
    MeterRegistry meters = camel.getRegistry().findSingleByType(MeterRegistry.class);
    if (meters != null) {
      new ReloadMeters(reload.parts()).bindTo(meters);
    }
  }
}
