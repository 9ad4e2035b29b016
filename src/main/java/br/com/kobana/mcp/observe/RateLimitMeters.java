package br.com.kobana.mcp.observe;

import br.com.kobana.mcp.throttle.Bucket;
import br.com.kobana.mcp.throttle.Reading;
import br.com.kobana.mcp.throttle.Tally;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BooleanSupplier;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Meters of the rate limits; none has an account in its labels.
 *
 * <ul>
 *   <li>{@code mcp.ratelimit.requests} by {@code bucket} and {@code outcome} (allowed, refused)
 *   <li>{@code mcp.ratelimit.remaining} by {@code bucket}: percent of the limit left after each
 *       counted request
 *   <li>{@code mcp.ratelimit.fallback}: 1 while anything is counted per replica although Redis is
 *       configured
 *   <li>{@code mcp.ratelimit.fallback.switches}: how often Redis went away
 * </ul>
 */
public final class RateLimitMeters implements Tally, MeterBinder {
  private final Map<Bucket, Counts> counts = new EnumMap<>(Bucket.class);
  private final BooleanSupplier degraded;
  private final IntSupplier switches;

  private static final class Counts {
    private final LongAdder allowed = new LongAdder();
    private final LongAdder refused = new LongAdder();
    private volatile @Nullable DistributionSummary remaining;
  }

  public RateLimitMeters(BooleanSupplier degraded, IntSupplier switches) {
    this.degraded = degraded;
    this.switches = switches;
    for (Bucket bucket : Bucket.values()) {
      counts.put(bucket, new Counts());
    }
  }

  @Override
  public void counted(Reading reading) {
    Counts of = of(reading.bucket());
    (reading.isExceeded() ? of.refused : of.allowed).increment();
    DistributionSummary remaining = of.remaining;
    if (remaining != null && reading.limit() > 0) {
      remaining.record((int) Math.floorDiv(reading.remaining() * 100, reading.limit()));
    }
  }

  /** Requests let through since the start. */
  public long allowed(Bucket bucket) {
    return of(bucket).allowed.sum();
  }

  /** Requests refused with 429 since the start. */
  public long refused(Bucket bucket) {
    return of(bucket).refused.sum();
  }

  private Counts of(Bucket bucket) {
    return java.util.Objects.requireNonNull(counts.get(bucket));
  }

  @Override
  public void bindTo(MeterRegistry registry) {
    counts.forEach(
        (bucket, of) -> {
          String name = bucket.name().toLowerCase(Locale.ROOT);
          requests(registry, name, "allowed", of.allowed);
          requests(registry, name, "refused", of.refused);
          of.remaining =
              DistributionSummary.builder("mcp.ratelimit.remaining")
                  .description("Percent of the limit that is left after a counted request")
                  .tag("bucket", name)
                  .serviceLevelObjectives(1, 10, 25, 50, 75, 90)
                  .register(registry);
        });
    Gauge.builder("mcp.ratelimit.fallback", degraded, d -> d.getAsBoolean() ? 1 : 0)
        .description("1 while anything is counted per replica although Redis is configured")
        .strongReference(true)
        .register(registry);
    FunctionCounter.builder("mcp.ratelimit.fallback.switches", switches, IntSupplier::getAsInt)
        .description("How often Redis went away")
        .register(registry);
  }

  private static void requests(
      MeterRegistry registry, String bucket, String outcome, LongAdder sum) {
    FunctionCounter.builder("mcp.ratelimit.requests", sum, LongAdder::sum)
        .description("Requests that a rate limit counted")
        .tag("bucket", bucket)
        .tag("outcome", outcome)
        .register(registry);
  }
}
