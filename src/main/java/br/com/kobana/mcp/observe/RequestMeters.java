package br.com.kobana.mcp.observe;

import br.com.kobana.mcp.catalog.Tool;
import br.com.kobana.mcp.observe.Observation.Cache;
import br.com.kobana.mcp.observe.Observation.Consent;
import br.com.kobana.mcp.observe.Observation.Outcome;
import br.com.kobana.mcp.protocol.Era;
import br.com.kobana.mcp.protocol.McpMethod;
import br.com.kobana.mcp.protocol.Rung;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.IntSupplier;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Meters of requests. Every label is a constant, the name of a step or from the catalogue; nothing
 * that a client sends is one. The counter of a tool appears with its first call.
 *
 * <ul>
 *   <li>{@code mcp.requests} by {@code method}, {@code tool}, {@code era} and {@code outcome}
 *   <li>{@code mcp.request.duration} by {@code method}, {@code mcp.stage.duration} by {@code
 *       stage}: histograms in seconds, waiting included
 *   <li>{@code mcp.refusals} by {@code rung}
 *   <li>{@code mcp.confirmations} by {@code answer}: asked, accepted, declined, refused (expired,
 *       altered, of somebody else or used before)
 *   <li>{@code mcp.cache.lookups} by {@code cache} and {@code result} (hit, miss)
 *   <li>{@code mcp.received} and {@code mcp.sent}: bytes of bodies
 *   <li>{@code mcp.in.flight}: requests being answered, of {@code mcp.in.flight.limit}
 * </ul>
 *
 * <p>Thread-safe; takes no lock once a meter is there.
 */
public final class RequestMeters implements Observer {
  /** A label where there is nothing to name. */
  private static final String NONE = "none";

  private static final Duration[] WHOLE =
      millis(1, 2, 5, 10, 25, 50, 100, 250, 500, 1000, 2500, 5000, 10_000, 30_000);
  private static final Duration[] PART = millis(1, 5, 25, 100, 500, 2500, 10_000);
  private static final Cache[] CACHES = Cache.values();

  private final MeterRegistry registry;
  private final Map<String, Requests> tools = new ConcurrentHashMap<>();
  private final Map<String, Timer> stages = new ConcurrentHashMap<>();
  private final Each<McpMethod, Requests> methods;
  private final Each<McpMethod, Timer> durations;
  private final Requests methodless;
  private final Timer methodlessDuration;
  private final Each<Rung, Counter> refusals;
  private final Each<Consent, Counter> confirmations;
  private final Each<Cache, Counter> hits;
  private final Each<Cache, Counter> misses;
  private final Counter received;
  private final Counter sent;

  public RequestMeters(MeterRegistry registry) {
    this.registry = registry;
    methods = new Each<>(McpMethod.class, method -> new Requests(method.wire(), NONE));
    durations = new Each<>(McpMethod.class, method -> duration(method.wire()));
    methodless = new Requests(NONE, NONE);
    methodlessDuration = duration(NONE);
    refusals =
        new Each<>(
            Rung.class,
            rung ->
                Counter.builder("mcp.refusals")
                    .description("Messages refused, by the rung of the ladder")
                    .tag("rung", word(rung))
                    .register(registry));
    confirmations =
        new Each<>(
            Consent.class,
            consent ->
                Counter.builder("mcp.confirmations")
                    .description("Questions to a person, and what became of them")
                    .tag("answer", word(consent))
                    .register(registry));
    hits = new Each<>(Cache.class, cache -> lookups(cache, "hit"));
    misses = new Each<>(Cache.class, cache -> lookups(cache, "miss"));
    received = bytes("mcp.received", "Bytes of the bodies of requests");
    sent = bytes("mcp.sent", "Bytes of the bodies of answers");
  }

  /**
   * Shows how many requests are being answered.
   *
   * @param limit more than these are turned away
   */
  public void inFlight(IntSupplier inFlight, int limit) {
    Gauge.builder("mcp.in.flight.limit", () -> limit)
        .description("Requests that are answered at once at most")
        .register(registry);
    Gauge.builder("mcp.in.flight", inFlight, IntSupplier::getAsInt)
        .description("Requests being answered right now")
        .strongReference(true)
        .register(registry);
  }

  /** Counters of one method or tool, by era and outcome; each made when it is first needed. */
  private final class Requests {
    private final Each<Era, Each<Outcome, Lazy>> spoken;
    private final Each<Outcome, Lazy> unspoken;

    Requests(String method, String tool) {
      spoken =
          new Each<>(
              Era.class,
              era ->
                  new Each<>(
                      Outcome.class, outcome -> new Lazy(tags(method, tool, word(era), outcome))));
      unspoken = new Each<>(Outcome.class, outcome -> new Lazy(tags(method, tool, NONE, outcome)));
    }

    private static Tags tags(String method, String tool, String era, Outcome outcome) {
      return Tags.of("method", method, "tool", tool, "era", era, "outcome", outcome.wire());
    }

    void count(Observation seen) {
      seen.version()
          .map(version -> spoken.of(version.era()))
          .orElse(unspoken)
          .of(seen.result())
          .increment();
    }

    long of(Outcome outcome) {
      return unspoken.of(outcome).total()
          + Stream.of(Era.values()).mapToLong(era -> spoken.of(era).of(outcome).total()).sum();
    }
  }

  /** A counter that is made when it first counts. */
  private final class Lazy {
    private final Tags tags;
    private volatile @Nullable Counter counter;

    Lazy(Tags tags) {
      this.tags = tags;
    }

    void increment() {
      Counter known = counter;
      if (known == null) {
        known =
            Counter.builder("mcp.requests")
                .description("Requests that were answered or given up")
                .tags(tags)
                .register(registry);
        counter = known;
      }
      known.increment();
    }

    long total() {
      return RequestMeters.total(counter);
    }
  }

  @Override
  public void ended(Observation seen) {
    requests(seen).count(seen);
    seen.method()
        .map(durations::of)
        .orElse(methodlessDuration)
        .record(seen.nanos(), TimeUnit.NANOSECONDS);
    for (int i = 0; i < seen.steps(); i++) {
      stages
          .computeIfAbsent(seen.stepName(i), this::stage)
          .record(seen.stepNanos(i), TimeUnit.NANOSECONDS);
    }
    seen.rung().ifPresent(rung -> refusals.of(rung).increment());
    seen.consent().ifPresent(consent -> confirmations.of(consent).increment());
    for (Cache cache : CACHES) {
      seen.cached(cache).ifPresent(hit -> (hit ? hits : misses).of(cache).increment());
    }
    received.increment((double) seen.bytesIn());
    sent.increment((double) seen.bytesOut());
  }

  private Requests requests(Observation seen) {
    if (seen.tool().isPresent()) {
      Tool tool = seen.tool().get();
      Requests known = tools.get(tool.name());
      return known != null
          ? known
          : tools.computeIfAbsent(
              tool.name(), name -> new Requests(McpMethod.TOOLS_CALL.wire(), name));
    }
    return seen.method().map(methods::of).orElse(methodless);
  }

  /** Messages refused at this rung since the start. */
  long refused(Rung rung) {
    return total(refusals.of(rung));
  }

  /** How often this became of a question to a person since the start. */
  long confirmed(Consent consent) {
    return total(confirmations.of(consent));
  }

  /** Look-ups since the start that found what they looked for. */
  long found(Cache cache) {
    return total(hits.of(cache));
  }

  /** Look-ups since the start that did not. */
  long missed(Cache cache) {
    return total(misses.of(cache));
  }

  /** Requests since the start that ended so. */
  long ended(Outcome outcome) {
    long ofTools = tools.values().stream().mapToLong(requests -> requests.of(outcome)).sum();
    long ofMethods =
        Stream.of(McpMethod.values()).mapToLong(method -> methods.of(method).of(outcome)).sum();
    return ofTools + ofMethods + methodless.of(outcome);
  }

  private Timer duration(String method) {
    return Timer.builder("mcp.request.duration")
        .description("From the arrival of a request to its answer")
        .tag("method", method)
        .serviceLevelObjectives(WHOLE)
        .register(registry);
  }

  private Timer stage(String name) {
    return Timer.builder("mcp.stage.duration")
        .description("A stage of the pipeline, waiting included")
        .tag("stage", name)
        .serviceLevelObjectives(PART)
        .register(registry);
  }

  private Counter lookups(Cache cache, String result) {
    return Counter.builder("mcp.cache.lookups")
        .description("Look-ups in a memory that saves asking somebody")
        .tag("cache", word(cache))
        .tag("result", result)
        .register(registry);
  }

  private Counter bytes(String name, String description) {
    return Counter.builder(name).description(description).baseUnit("bytes").register(registry);
  }

  private static long total(@Nullable Counter counter) {
    return counter == null ? 0 : (long) counter.count();
  }

  static String word(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }

  private static Duration[] millis(long... each) {
    return LongStream.of(each).mapToObj(Duration::ofMillis).toArray(Duration[]::new);
  }
}
