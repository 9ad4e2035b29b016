package br.com.kobana.mcp.observe;

import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.IntSupplier;
import java.util.function.Supplier;
import org.apache.camel.health.HealthCheckResultBuilder;
import org.apache.camel.impl.health.AbstractHealthCheck;

/**
 * Whether requests should come here: every route runs, the catalogue has tools, and the gateway is
 * not about to stop. That Redis or the API is away does not matter to this: it would be so on every
 * replica at once.
 */
public final class ReadyHealth extends AbstractHealthCheck {
  private final Supplier<List<String>> notRunning;
  private final IntSupplier tools;
  private final BooleanSupplier leaving;

  /**
   * @param notRunning ids of routes that should run and do not
   */
  public ReadyHealth(
      Supplier<List<String>> notRunning, IntSupplier tools, BooleanSupplier leaving) {
    super("kobana", "ready");
    this.notRunning = notRunning;
    this.tools = tools;
    this.leaving = leaving;
  }

  @Override
  public boolean isLiveness() {
    return false;
  }

  @Override
  protected void doCall(HealthCheckResultBuilder builder, Map<String, Object> options) {
    List<String> routes = notRunning.get();
    boolean draining = leaving.getAsBoolean();
    builder
        .detail("routes", routes.isEmpty() ? "started" : String.join(" ", routes))
        .detail("tools", tools.getAsInt())
        .detail("draining", draining);
    if (draining) {
      builder.down().message("Draining: requests should go elsewhere");
    } else if (!routes.isEmpty()) {
      builder.down().message("Not started: " + String.join(" ", routes));
    } else if (tools.getAsInt() == 0) {
      builder.down().message("The catalogue has no tool");
    } else {
      builder.up();
    }
  }
}
