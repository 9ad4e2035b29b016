package br.com.kobana.mcp.observe;

import java.util.Map;
import java.util.function.LongSupplier;
import org.apache.camel.health.HealthCheckResultBuilder;
import org.apache.camel.impl.health.AbstractHealthCheck;

/**
 * How the latest calls to the Kobana API went. Never down: callers get an honest error, and lists
 * of tools and cached identities are served without it.
 */
public final class UpstreamHealth extends AbstractHealthCheck {
  /** One lost answer says nothing; so many in a row do. */
  private static final int TELLING = 5;

  private final LongSupplier failedInARow;

  public UpstreamHealth(LongSupplier failedInARow) {
    super("kobana", "upstream");
    this.failedInARow = failedInARow;
  }

  @Override
  public boolean isLiveness() {
    return false;
  }

  @Override
  protected void doCall(HealthCheckResultBuilder builder, Map<String, Object> options) {
    long failed = failedInARow.getAsLong();
    builder.up().detail("degraded", failed >= TELLING).detail("failed.in.a.row", failed);
    if (failed >= TELLING) {
      builder.message("The Kobana API does not answer");
    }
  }
}
