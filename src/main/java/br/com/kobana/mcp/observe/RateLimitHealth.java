package br.com.kobana.mcp.observe;

import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.IntSupplier;
import org.apache.camel.health.HealthCheckResultBuilder;
import org.apache.camel.impl.health.AbstractHealthCheck;

/**
 * Where the rate limits are counted. Without Redis the gateway goes on with counts per replica, so
 * this is never down, which would take every replica out of service at once: it is up and says
 * {@code degraded}.
 */
public final class RateLimitHealth extends AbstractHealthCheck {
  private final boolean shared;
  private final BooleanSupplier degraded;
  private final IntSupplier switches;

  /**
   * @param shared whether Redis is configured
   */
  public RateLimitHealth(boolean shared, BooleanSupplier degraded, IntSupplier switches) {
    super("kobana", "rate-limits");
    this.shared = shared;
    this.degraded = degraded;
    this.switches = switches;
  }

  @Override
  protected void doCall(HealthCheckResultBuilder builder, Map<String, Object> options) {
    boolean away = degraded.getAsBoolean();
    builder
        .up()
        .detail("degraded", away)
        .detail("counted", shared && !away ? "redis" : "per replica")
        .detail("redis.switches", switches.getAsInt());
    if (away) {
      builder.message("Redis is away: rate limits are counted per replica");
    }
  }
}
