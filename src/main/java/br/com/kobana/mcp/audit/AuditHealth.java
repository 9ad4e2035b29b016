package br.com.kobana.mcp.audit;

import java.util.Map;
import org.apache.camel.health.HealthCheckResultBuilder;
import org.apache.camel.impl.health.AbstractHealthCheck;

/**
 * How the audit trail stands. Never down: that would take every replica out of service when the
 * sink that they share is away; with {@code block} calls are refused one by one instead.
 */
public final class AuditHealth extends AbstractHealthCheck {
  private final AuditTrail trail;

  public AuditHealth(AuditTrail trail) {
    super("kobana", "audit");
    this.trail = trail;
  }

  @Override
  protected void doCall(HealthCheckResultBuilder builder, Map<String, Object> options) {
    boolean degraded = trail.isFailing() || trail.backlog() >= trail.capacity();
    builder
        .up()
        .detail("degraded", degraded)
        .detail("backlog", trail.backlog())
        .detail("capacity", trail.capacity())
        .detail("dropped", trail.dropped())
        .detail("refused", trail.refused());
    if (degraded) {
      builder.message(
          trail.blocks()
              ? "The audit sink takes no lines: calls are refused once its buffer is full"
              : "The audit sink takes no lines: records are dropped and counted");
    }
  }
}
