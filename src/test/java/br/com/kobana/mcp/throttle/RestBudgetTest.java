package br.com.kobana.mcp.throttle;

import static org.assertj.core.api.Assertions.assertThat;

import br.com.kobana.mcp.auth.Caller;
import br.com.kobana.mcp.settings.Settings;
import br.com.kobana.mcp.upstream.Credential;
import br.com.kobana.mcp.upstream.UpstreamResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** What the API answers to writes, and what is left here then. The account has ten an hour. */
class RestBudgetTest {
  private static final Instant HALF_PAST = Instant.parse("2026-11-30T16:30:00Z");
  private static final long HOUR_END = Instant.parse("2026-11-30T17:00:00Z").getEpochSecond();
  private final AtomicReference<Instant> now = new AtomicReference<>(HALF_PAST);
  private final Throttle throttle =
      new Throttle(
          new MemoryWindowCounter(now::get, 100),
          new Settings.Limits(60, 10, 120, 20),
          now::get,
          Tally.none());
  private final Caller caller =
      new Caller(
          "a",
          false,
          "p",
          Set.of(),
          Optional.empty(),
          OptionalLong.empty(),
          OptionalLong.empty(),
          new Credential("Bearer t"));

  private static <T> T join(CompletionStage<T> stage) {
    return stage.toCompletableFuture().join();
  }

  private Reading count() {
    return join(throttle.count(Bucket.WRITE, caller));
  }

  private long left() {
    return join(throttle.peek(Bucket.WRITE, caller)).remaining();
  }

  private Reading answered(
      Reading counted, String method, int status, Map<String, String> headers) {
    return join(
        throttle
            .writes()
            .answered(counted, caller, method, new UpstreamResponse(status, headers, new byte[0])));
  }

  private Reading reported(Reading counted, String remaining) {
    return answered(counted, "POST", 201, Map.of("ratelimit-remaining", remaining));
  }

  @Test
  void whatTheApiHasLeftLowersWhatIsLeft() {
    assertThat(reported(count(), "4").remaining()).isEqualTo(4);
    assertThat(left()).isEqualTo(4);
    assertThat(count().remaining()).isEqualTo(3);
  }

  @Test
  void nothingRaisesWhatIsLeft() {
    count();
    count();
    assertThat(reported(count(), "9").remaining()).isEqualTo(7);
    assertThat(reported(count(), "4999").remaining()).isEqualTo(6);
    assertThat(left()).isEqualTo(6);
  }

  @Test
  void aReportThatIsNoNumberIsNotBelieved() {
    for (String odd : new String[] {"", "-3", "none", "1e9", "9999999999999999999", "0x0"}) {
      reported(count(), odd);
    }
    assertThat(left()).isEqualTo(4);
  }

  @Test
  void theBudgetOfGetsIsAnother() {
    answered(count(), "GET", 200, Map.of("ratelimit-remaining", "0"));
    answered(count(), "GET", 429, Map.of("retry-after", "1800"));
    assertThat(left()).isEqualTo(8);
  }

  @Test
  void aReportThatMayBeOfTheHourBeforeIsNotBelieved() {
    now.set(Instant.parse("2026-11-30T17:00:02Z"));
    assertThat(reported(count(), "0").remaining()).isEqualTo(9);
    now.set(Instant.parse("2026-11-30T17:00:06Z"));
    assertThat(reported(count(), "0").remaining()).isZero();
  }

  @Test
  void aReportThatComesAfterTheHourHasEndedChangesNothing() {
    Reading counted = count();
    now.set(Instant.parse("2026-11-30T17:00:10Z"));
    reported(counted, "0");
    answered(counted, "POST", 429, Map.of("ratelimit-reset", Long.toString(HOUR_END)));
    join(throttle.writes().notSent(counted, caller));
    assertThat(left()).isEqualTo(10);
  }

  @Test
  void a429OfTheApiClosesTheBucketUntilItsReset() {
    answered(count(), "POST", 429, Map.of("retry-after", "1800"));
    Reading refused = count();
    assertThat(refused.isExceeded()).isTrue();
    assertThat(refused.resetEpochSecond()).isEqualTo(HOUR_END);
    now.set(Instant.parse("2026-11-30T17:00:00Z"));
    assertThat(count().isExceeded()).isFalse();
  }

  @Test
  void aResetIsReadAsTimeOrAsSeconds() {
    answered(count(), "POST", 429, Map.of("ratelimit-reset", Long.toString(HOUR_END)));
    assertThat(left()).isZero();
    join(throttle.reset("a"));
    answered(count(), "POST", 429, Map.of("ratelimit-reset", "1800"));
    assertThat(left()).isZero();
    join(throttle.reset("a"));
    answered(count(), "POST", 429, Map.of());
    assertThat(left()).isZero();
  }

  @Test
  void aShorterResetClosesForThatLongOnly() {
    answered(count(), "POST", 429, Map.of("retry-after", "20"));
    Reading refused = count();
    assertThat(refused.isExceeded()).isTrue();
    assertThat(refused.refusal().headers()).containsEntry("retry-after", "20");
    now.set(HALF_PAST.plus(Duration.ofSeconds(20)));
    assertThat(count().isExceeded()).isFalse();
  }

  @Test
  void aResetBeyondTheHourClosesTheNextOneToo() {
    answered(count(), "POST", 429, Map.of("retry-after", "2400"));
    now.set(HALF_PAST.plus(Duration.ofSeconds(2399)));
    assertThat(count().isExceeded()).isTrue();
    assertThat(left()).isZero();
    now.set(HALF_PAST.plus(Duration.ofSeconds(2400)));
    assertThat(count().remaining()).isEqualTo(9);
  }

  @Test
  void anOperatorOpensWhatTheApiClosed() {
    answered(count(), "POST", 429, Map.of("retry-after", "20"));
    join(throttle.reset("a"));
    assertThat(count().remaining()).isEqualTo(9);
  }

  @Test
  void clocksThatDifferDoNotCloseTheNextHour() {
    now.set(Instant.parse("2026-11-30T17:00:02Z"));
    answered(count(), "POST", 429, Map.of("ratelimit-reset", Long.toString(HOUR_END)));
    assertThat(count().isExceeded()).isFalse();
  }

  @Test
  void whatWasNotSentIsGivenBack() {
    count();
    Reading counted = count();
    assertThat(join(throttle.writes().notSent(counted, caller)).remaining()).isEqualTo(9);
    assertThat(left()).isEqualTo(9);
  }
}
