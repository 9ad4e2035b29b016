package br.com.kobana.mcp.observe;

import br.com.kobana.mcp.reload.Part;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.List;

/**
 * Meters of reloading, by {@code part} (routes, catalogue).
 *
 * <ul>
 *   <li>{@code mcp.reload} by {@code outcome} (taken, refused): changes since the start
 *   <li>{@code mcp.reload.degraded}: 1 while the files in a directory are not the ones in force
 * </ul>
 */
public final class ReloadMeters implements MeterBinder {
  private final List<Part> parts;

  public ReloadMeters(List<Part> parts) {
    this.parts = List.copyOf(parts);
  }

  @Override
  public void bindTo(MeterRegistry registry) {
    for (Part part : parts) {
      FunctionCounter.builder("mcp.reload", part, Part::taken)
          .tags("part", part.name(), "outcome", "taken")
          .register(registry);
      FunctionCounter.builder("mcp.reload", part, Part::refused)
          .tags("part", part.name(), "outcome", "refused")
          .register(registry);
      Gauge.builder("mcp.reload.degraded", part, p -> p.refusal().isPresent() ? 1 : 0)
          .tags("part", part.name())
          .register(registry);
    }
  }
}
