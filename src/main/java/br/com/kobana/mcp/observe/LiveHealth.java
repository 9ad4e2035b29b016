package br.com.kobana.mcp.observe;

import java.util.Map;
import java.util.function.BooleanSupplier;
import org.apache.camel.health.HealthCheckResultBuilder;
import org.apache.camel.impl.health.AbstractHealthCheck;

/**
 * Whether starting the process anew would help: only where an event loop is stuck for good. A
 * gateway that starts, stops or misses Redis is alive.
 */
public final class LiveHealth extends AbstractHealthCheck {
  private final BooleanSupplier stuck;

  public LiveHealth(BooleanSupplier stuck) {
    super("kobana", "live");
    this.stuck = stuck;
  }

  @Override
  public boolean isLiveness() {
    return true;
  }

  @Override
  public boolean isReadiness() {
    return false;
  }

  @Override
  protected void doCall(HealthCheckResultBuilder builder, Map<String, Object> options) {
    if (stuck.getAsBoolean()) {
      builder.down().message("An event loop is stuck in a step; the log names it");
    } else {
      builder.up();
    }
  }
}
