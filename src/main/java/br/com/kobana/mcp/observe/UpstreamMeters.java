package br.com.kobana.mcp.observe;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Meters of the calls to the Kobana API: {@code mcp.upstream.calls} by {@code area} and {@code
 * status}, which is the status of the answer or why there was none. Thread-safe.
 */
public final class UpstreamMeters implements Observer {
  private final MeterRegistry registry;
  private final Map<String, Map<String, Counter>> calls = new ConcurrentHashMap<>();

  public UpstreamMeters(MeterRegistry registry) {
    this.registry = registry;
  }

  @Override
  public void ended(Observation seen) {
    for (Observation.Upstream call : seen.upstream()) {
      calls
          .computeIfAbsent(call.area(), area -> new ConcurrentHashMap<>())
          .computeIfAbsent(call.outcome(), outcome -> counter(call.area(), outcome))
          .increment();
    }
  }

  private Counter counter(String area, String outcome) {
    return Counter.builder("mcp.upstream.calls")
        .description("Calls to the Kobana API")
        .tag("area", area)
        .tag("status", outcome.toLowerCase(Locale.ROOT).replace(' ', '_'))
        .register(registry);
  }
}
