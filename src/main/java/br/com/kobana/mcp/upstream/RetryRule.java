package br.com.kobana.mcp.upstream;

import br.com.kobana.mcp.settings.ResilienceSettings;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.random.RandomGenerator;

/**
 * Whether a call is repeated, and when: reads, and writes under an idempotency key. DELETE has no
 * key at this API and is never repeated.
 */
final class RetryRule {
  private static final Set<String> KEYED = Set.of("POST", "PUT", "PATCH");
  private final int attempts;
  private final Duration backoff;
  private final RandomGenerator random;

  RetryRule(ResilienceSettings.Area settings, RandomGenerator random) {
    this.attempts = settings.attempts();
    this.backoff = settings.backoff();
    this.random = random;
  }

  /**
   * How long to wait before the next attempt; empty where there is none.
   *
   * @param number of the attempt that ended so, from 1 on
   */
  Optional<Duration> next(UpstreamRequest request, Outcome outcome, int number) {
    if (number >= attempts || !mayBeRepeated(request) || !mayPass(request, outcome)) {
      return Optional.empty();
    }
    Duration wait = wait(number);
    return Optional.of(asked(outcome).filter(longer -> longer.compareTo(wait) > 0).orElse(wait));
  }

  private static boolean mayBeRepeated(UpstreamRequest request) {
    return request.write()
        ? request.idempotencyKey().isPresent() && KEYED.contains(request.method())
        : request.method().equals("GET");
  }

  /**
   * Whether another attempt may fare better. Never after 429, nor after 500, which the API stores
   * under the key. A write that timed out may still be running: its repetition waits for a person.
   */
  private static boolean mayPass(UpstreamRequest request, Outcome outcome) {
    if (outcome instanceof Outcome.Answered answered) {
      return isAway(answered.answer().status());
    }
    UpstreamFailure failure = ((Outcome.Failed) outcome).failure();
    return switch (failure.reason()) {
      case CONNECT, RESET -> true;
      case TIMEOUT -> failure.sent() && !request.write();
      case TOO_LARGE, CANCELLED, UNAVAILABLE, BUSY -> false;
    };
  }

  /** What a gateway before the API answers for it. */
  static boolean isAway(int status) {
    return status == 502 || status == 503 || status == 504;
  }

  /** Doubles with each attempt; a random half of it is left out, so that callers spread. */
  private Duration wait(int number) {
    long most = backoff.toNanos() << (number - 1);
    return Duration.ofNanos(most - random.nextLong(most / 2 + 1));
  }

  /** How long the API asks to wait, in seconds. */
  private static Optional<Duration> asked(Outcome outcome) {
    return outcome instanceof Outcome.Answered answered
        ? answered
            .answer()
            .header("retry-after")
            .map(String::strip)
            .filter(v -> v.matches("\\d{1,6}"))
            .map(v -> Duration.ofSeconds(Long.parseLong(v)))
        : Optional.empty();
  }
}
