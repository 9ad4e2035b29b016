package br.com.kobana.mcp.sandbox;

import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The API's own budgets, by account and hour of the epoch: one of GETs, one of everything else. An
 * answer of a known account always carries what is left.
 */
final class RateLimits {
  private static final long HOUR_SECONDS = 3600;

  private record Bucket(String account, boolean read) {}

  /**
   * One request counted.
   *
   * @param refusal the 429, once the budget is spent
   * @param headers for the answer, whatever it is
   */
  record Spending(Optional<Answer> refusal, Map<String, String> headers) {}

  private final InstantSource clock;
  private final Map<Bucket, Long> spent = new HashMap<>();
  private long hour;

  RateLimits(InstantSource clock) {
    this.clock = clock;
  }

  Spending spend(Account account, boolean read) {
    Instant now = clock.instant();
    long current = Math.floorDiv(now.getEpochSecond(), HOUR_SECONDS);
    if (current != hour) {
      hour = current;
      spent.clear();
    }
    long limit = read ? account.readsPerHour() : account.writesPerHour();
    long used = spent.merge(new Bucket(account.uid(), read), 1L, Long::sum);
    Optional<Answer> refusal = used > limit ? Optional.of(refusal(read, limit)) : Optional.empty();
    return new Spending(refusal, headers(limit, Math.max(0, limit - used)));
  }

  /** The refusal of an account with the API's ordinary limits. */
  Answer refusal(boolean read) {
    return refusal(read, read ? 60 : 5000);
  }

  private Answer refusal(boolean read, long limit) {
    long now = clock.instant().getEpochSecond();
    long reset = (Math.floorDiv(now, HOUR_SECONDS) + 1) * HOUR_SECONDS;
    Map<String, String> headers = new HashMap<>(headers(limit, 0));
    headers.put("ratelimit-name", read ? "rate_limits_get_hour" : "rate_limits_post_hour");
    headers.put("ratelimit-reset", Long.toString(reset));
    headers.put("retry-after", Long.toString(reset - now));
    return Errors.tooMany(read ? "GET" : "POST", limit).withHeaders(headers);
  }

  private static Map<String, String> headers(long limit, long remaining) {
    return Map.of(
        "ratelimit-limit", Long.toString(limit), "ratelimit-remaining", Long.toString(remaining));
  }
}
