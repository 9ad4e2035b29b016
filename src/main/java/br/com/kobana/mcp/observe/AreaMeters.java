package br.com.kobana.mcp.observe;

import br.com.kobana.mcp.upstream.ApiArea;
import br.com.kobana.mcp.upstream.UpstreamEvents;
import br.com.kobana.mcp.upstream.UpstreamFailure;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.ToDoubleFunction;

/**
 * Meters of the areas of the API, by {@code area}, which is a domain of the catalogue or {@code
 * identity}:
 *
 * <ul>
 *   <li>{@code mcp.upstream.attempt.duration}: histogram in seconds; a repeated call has several
 *   <li>{@code mcp.upstream.breaker.open}: 1 while the area is not called, 0 else
 *   <li>{@code mcp.upstream.breaker.failures}: percent of the latest calls, -1 while they are few
 *   <li>{@code mcp.upstream.in.flight} and {@code mcp.upstream.waiting}
 *   <li>{@code mcp.upstream.retries}, and {@code mcp.upstream.held.back} by {@code reason}
 *       (unavailable, busy): calls that were not made
 * </ul>
 *
 * <p>Thread-safe.
 */
public final class AreaMeters implements UpstreamEvents {
  private static final Duration[] BUCKETS =
      List.of(5, 10, 25, 50, 100, 250, 500, 1000, 2500, 5000, 10_000, 25_000).stream()
          .map(Duration::ofMillis)
          .toArray(Duration[]::new);

  private final MeterRegistry registry;
  private final UpstreamEvents next;
  private final Map<String, Timer> attempts = new ConcurrentHashMap<>();

  /**
   * @param next is told of everything too
   */
  public AreaMeters(MeterRegistry registry, UpstreamEvents next) {
    this.registry = registry;
    this.next = next;
  }

  /** Shows how these areas stand. */
  public void show(List<ApiArea> areas) {
    for (ApiArea area : areas) {
      gauge(area, "breaker.open", a -> a.state().equals("OPEN") ? 1 : 0);
      gauge(area, "breaker.failures", ApiArea::failurePercent);
      gauge(area, "in.flight", ApiArea::inFlight);
      gauge(area, "waiting", ApiArea::waiting);
      counter(area, "retries", ApiArea::retries).register(registry);
      counter(area, "held.back", ApiArea::refusedUnavailable)
          .tag("reason", "unavailable")
          .register(registry);
      counter(area, "held.back", ApiArea::refusedBusy).tag("reason", "busy").register(registry);
      attempts.computeIfAbsent(area.name(), this::timer);
    }
  }

  private void gauge(ApiArea area, String name, ToDoubleFunction<ApiArea> value) {
    Gauge.builder("mcp.upstream." + name, area, value)
        .description("How an area of the Kobana API stands")
        .tag("area", area.name())
        .strongReference(true)
        .register(registry);
  }

  private static FunctionCounter.Builder<ApiArea> counter(
      ApiArea area, String name, ToDoubleFunction<ApiArea> value) {
    return FunctionCounter.builder("mcp.upstream." + name, area, value)
        .description("Calls to an area of the Kobana API, since the start")
        .tag("area", area.name());
  }

  private Timer timer(String area) {
    return Timer.builder("mcp.upstream.attempt.duration")
        .description("From the beginning of an attempt to its answer or its failure")
        .tag("area", area)
        .serviceLevelObjectives(BUCKETS)
        .register(registry);
  }

  @Override
  public void attempted(Attempt attempt) {
    attempts
        .computeIfAbsent(attempt.area(), this::timer)
        .record(attempt.nanos(), TimeUnit.NANOSECONDS);
    next.attempted(attempt);
  }

  @Override
  public void refused(String area, UpstreamFailure.Reason reason) {
    next.refused(area, reason);
  }

  @Override
  public void breakerChanged(String area, String from, String to) {
    next.breakerChanged(area, from, to);
  }
}
