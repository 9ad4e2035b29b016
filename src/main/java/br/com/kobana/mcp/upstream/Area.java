package br.com.kobana.mcp.upstream;

import br.com.kobana.mcp.settings.ResilienceSettings;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;

/** One area of the API: whether it is called, and by how many at once. Thread-safe. */
final class Area implements ApiArea {
  private static final Duration SHORTLY = Duration.ofSeconds(1);
  private final String name;
  private final ResilienceSettings.Area settings;
  private final InstantSource clock;
  private final CircuitBreaker breaker;
  private final Room room;
  private final LongAdder retries = new LongAdder();
  private final LongAdder unavailable = new LongAdder();
  private final LongAdder busy = new LongAdder();
  private volatile Instant opened = Instant.EPOCH;

  Area(
      String name,
      ResilienceSettings.Area settings,
      InstantSource clock,
      Timer timer,
      UpstreamEvents events) {
    this.name = name;
    this.settings = settings;
    this.clock = clock;
    this.room = new Room(name, settings.maxConcurrent(), timer);
    this.breaker = CircuitBreaker.of(name, config(settings.breaker(), clock));
    breaker
        .getEventPublisher()
        .onStateTransition(
            event -> {
              CircuitBreaker.StateTransition change = event.getStateTransition();
              if (change.getToState() == CircuitBreaker.State.OPEN) {
                opened = clock.instant();
              }
              events.breakerChanged(name, change.getFromState().name(), change.getToState().name());
            });
  }

  private static CircuitBreakerConfig config(
      ResilienceSettings.Breaker settings, InstantSource clock) {
    return CircuitBreakerConfig.custom()
        .slidingWindow(
            (int) settings.window().toSeconds(),
            settings.minimumCalls(),
            CircuitBreakerConfig.SlidingWindowType.TIME_BASED,
            CircuitBreakerConfig.SlidingWindowSynchronizationStrategy.LOCK_FREE)
        .failureRateThreshold(settings.failurePercent())
        .waitDurationInOpenState(settings.open())
        .permittedNumberOfCallsInHalfOpenState(settings.trialCalls())
        .recordResult(
            result ->
                result instanceof UpstreamResponse answer && RetryRule.isAway(answer.status()))
        .clock(clock.withZone(ZoneOffset.UTC))
        .build();
  }

  ResilienceSettings.Area settings() {
    return settings;
  }

  Room room() {
    return room;
  }

  /** Whether no call would be let through; asking changes nothing. */
  boolean isShut() {
    return breaker.getState() == CircuitBreaker.State.OPEN && sinceOpened().compareTo(open()) < 0;
  }

  /** Whether a call may be made; who may must say how it ended with {@link #ended}. */
  boolean mayCall() {
    return breaker.tryAcquirePermission();
  }

  /** A call that was let through was not made after all. */
  void notMade() {
    breaker.releasePermission();
  }

  /**
   * What the API did not do by itself says nothing of it: a call that was called off, one that had
   * hardly any time left, and one that the gateway had no connection for. Refusals are answers, and
   * so is a 500: a caller whose request breaks the API must not shut the area for others.
   *
   * @param hurried whether it had much less time than calls of this area have
   */
  void ended(Outcome outcome, long nanos, boolean hurried) {
    if (outcome instanceof Outcome.Answered answered) {
      breaker.onResult(nanos, TimeUnit.NANOSECONDS, answered.answer());
      return;
    }
    UpstreamFailure failure = ((Outcome.Failed) outcome).failure();
    switch (failure.reason()) {
      case CONNECT, RESET -> breaker.onError(nanos, TimeUnit.NANOSECONDS, failure);
      case TIMEOUT -> {
        if (hurried || !failure.sent()) {
          breaker.releasePermission();
        } else {
          breaker.onError(nanos, TimeUnit.NANOSECONDS, failure);
        }
      }
      case TOO_LARGE -> breaker.onSuccess(nanos, TimeUnit.NANOSECONDS);
      case CANCELLED, UNAVAILABLE, BUSY -> breaker.releasePermission();
    }
  }

  void repeated() {
    retries.increment();
  }

  UpstreamFailure refuseUnavailable() {
    unavailable.increment();
    Duration left = open().minus(sinceOpened());
    boolean waits = breaker.getState() == CircuitBreaker.State.OPEN && left.compareTo(SHORTLY) > 0;
    return UpstreamFailure.unavailable(
        waits ? Duration.ofSeconds(left.plusMillis(999).toSeconds()) : SHORTLY);
  }

  UpstreamFailure refuseBusy() {
    busy.increment();
    return UpstreamFailure.busy();
  }

  private Duration open() {
    return settings.breaker().open();
  }

  private Duration sinceOpened() {
    return Duration.between(opened, clock.instant());
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public String state() {
    return breaker.getState().name();
  }

  @Override
  public int failurePercent() {
    return Math.round(breaker.getMetrics().getFailureRate());
  }

  @Override
  public int callsJudged() {
    return breaker.getMetrics().getNumberOfBufferedCalls();
  }

  @Override
  public int inFlight() {
    return room.most() - room.left();
  }

  @Override
  public int permitsLeft() {
    return room.left();
  }

  @Override
  public int waiting() {
    return room.waiting();
  }

  @Override
  public long retries() {
    return retries.sum();
  }

  @Override
  public long refusedUnavailable() {
    return unavailable.sum();
  }

  @Override
  public long refusedBusy() {
    return busy.sum();
  }
}
