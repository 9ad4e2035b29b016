package br.com.kobana.mcp.audit;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.function.ToDoubleFunction;

/**
 * Meters of the trail: {@code mcp.audit.records}, {@code mcp.audit.dropped}, {@code
 * mcp.audit.refused}, {@code mcp.audit.sink.failures} and {@code mcp.audit.backlog}.
 */
public final class AuditMeters implements MeterBinder {
  private final AuditTrail trail;

  public AuditMeters(AuditTrail trail) {
    this.trail = trail;
  }

  @Override
  public void bindTo(MeterRegistry registry) {
    counter(registry, "mcp.audit.records", "Records that the sink has taken", AuditTrail::written);
    counter(registry, "mcp.audit.dropped", "Records missing in the trail", AuditTrail::dropped);
    counter(
        registry,
        "mcp.audit.refused",
        "Calls refused for want of room for their record",
        AuditTrail::refused);
    counter(
        registry,
        "mcp.audit.sink.failures",
        "Times the sink did not take a line",
        AuditTrail::failures);
    Gauge.builder("mcp.audit.backlog", trail, AuditTrail::backlog)
        .description("Records that wait for the sink")
        .register(registry);
  }

  private void counter(
      MeterRegistry registry, String name, String what, ToDoubleFunction<AuditTrail> value) {
    FunctionCounter.builder(name, trail, value).description(what).register(registry);
  }
}
