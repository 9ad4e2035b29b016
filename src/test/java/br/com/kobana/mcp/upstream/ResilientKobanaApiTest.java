package br.com.kobana.mcp.upstream;

import static org.assertj.core.api.Assertions.assertThat;

import br.com.kobana.mcp.settings.ResilienceSettings;
import br.com.kobana.mcp.upstream.UpstreamFailure.Reason;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Repetition, breaker and bound, on a clock that the test moves and a transport that it answers.
 */
class ResilientKobanaApiTest {
  private static final Duration SECOND = Duration.ofSeconds(1);
  private static final ResilienceSettings.Area SETTINGS =
      new ResilienceSettings.Area(
          Duration.ofSeconds(10),
          3,
          Duration.ofMillis(200),
          2,
          SECOND,
          new ResilienceSettings.Breaker(Duration.ofSeconds(30), 4, 50, Duration.ofSeconds(10), 1));

  private Instant now = Instant.parse("2026-12-01T12:00:00Z");
  private Instant end = now.plusSeconds(24);
  private boolean calledOff;
  private final List<Due> due = new ArrayList<>();
  private final List<UpstreamRequest> sent = new ArrayList<>();
  private final Deque<CompletableFuture<UpstreamResponse>> open = new ArrayDeque<>();
  private final List<String> heard = new ArrayList<>();
  private final ResilientKobanaApi api =
      new ResilientKobanaApi(
          this::transport,
          new ResilienceSettings(Duration.ofSeconds(24), SETTINGS, Map.of()),
          List.of("charge", "payment"),
          new ResilientKobanaApi.Surroundings(() -> now, this::after, () -> 0, listener()));

  private record Due(Instant at, Runnable task) {}

  private CompletionStage<UpstreamResponse> transport(UpstreamRequest request, Patience patience) {
    CompletableFuture<UpstreamResponse> answer = new CompletableFuture<>();
    sent.add(request);
    open.add(answer);
    return answer;
  }

  private void after(Duration time, Runnable task) {
    due.add(new Due(now.plus(time), task));
  }

  private UpstreamEvents listener() {
    return new UpstreamEvents() {
      @Override
      public void attempted(Attempt attempt) {
        heard.add(
            "%s %s %d %s"
                .formatted(
                    attempt.area(),
                    attempt.template(),
                    attempt.number(),
                    attempt.failure().map(Enum::name).orElse("" + attempt.status())));
      }

      @Override
      public void refused(String area, Reason reason) {
        heard.add(area + " refused " + reason);
      }

      @Override
      public void breakerChanged(String area, String from, String to) {
        heard.add(area + " " + to);
      }
    };
  }

  /** Moves the clock, running what becomes due. */
  private void pass(Duration time) {
    Instant until = now.plus(time);
    while (true) {
      Optional<Due> next =
          due.stream().filter(d -> !d.at().isAfter(until)).min(Comparator.comparing(Due::at));
      if (next.isEmpty()) {
        now = until;
        return;
      }
      due.remove(next.get());
      now = next.get().at();
      next.get().task().run();
    }
  }

  private Patience patience() {
    return new Patience() {
      @Override
      public long millisLeft() {
        return Duration.between(now, end).toMillis();
      }

      @Override
      public boolean isCalledOff() {
        return calledOff;
      }
    };
  }

  private static UpstreamRequest request(String method, String area) {
    boolean write = !method.equals("GET");
    return new UpstreamRequest(
        method,
        "/v1/things/7",
        List.of(),
        Optional.empty(),
        write && !method.equals("DELETE") ? Optional.of("key-1") : Optional.empty(),
        new Credential("secret"),
        Optional.empty(),
        write,
        area,
        "/v1/things/{id}");
  }

  private CompletableFuture<UpstreamResponse> call(String method) {
    return api.send(request(method, "charge"), patience()).toCompletableFuture();
  }

  private void answer(int status) {
    answer(status, Map.of());
  }

  private void answer(int status, Map<String, String> headers) {
    open.remove().complete(new UpstreamResponse(status, headers, new byte[0]));
  }

  private void fail(Reason reason, boolean wasSent) {
    open.remove().completeExceptionally(new UpstreamFailure(reason, wasSent));
  }

  private static UpstreamFailure failure(CompletableFuture<UpstreamResponse> call) {
    assertThat(call).isCompletedExceptionally();
    return (UpstreamFailure) call.handle((answer, failure) -> failure).join();
  }

  @Nested
  class Repetition {
    @ParameterizedTest
    @ValueSource(strings = {"GET", "POST", "PUT", "PATCH"})
    void readsAndKeyedWritesAreRepeatedAfterABrokenConnection(String method) {
      CompletableFuture<UpstreamResponse> call = call(method);
      fail(Reason.RESET, true);
      pass(SECOND);
      answer(201);

      assertThat(call).isCompletedWithValueMatching(a -> a.status() == 201);
      assertThat(sent).hasSize(2);
      assertThat(sent.get(1)).isEqualTo(sent.get(0));
      assertThat(heard)
          .containsExactly("charge /v1/things/{id} 1 RESET", "charge /v1/things/{id} 2 201");
    }

    @ParameterizedTest
    @CsvSource({"RESET,true", "TIMEOUT,true", "CONNECT,false"})
    void aDeleteNeverIs(Reason reason, boolean wasSent) {
      CompletableFuture<UpstreamResponse> call = call("DELETE");
      fail(reason, wasSent);
      pass(SECOND);

      assertThat(sent).hasSize(1);
      assertThat(failure(call).sent()).isEqualTo(wasSent);
    }

    @Test
    void aWriteWithoutKeyNeverIs() {
      UpstreamRequest keyless =
          new UpstreamRequest(
              "POST",
              "/v1/things",
              List.of(),
              Optional.empty(),
              Optional.empty(),
              new Credential("secret"),
              Optional.empty(),
              true,
              "charge",
              "/v1/things");
      api.send(keyless, patience());
      fail(Reason.RESET, true);
      pass(SECOND);

      assertThat(sent).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(ints = {200, 400, 401, 404, 408, 409, 422, 429, 500, 501})
    void whatTheApiAnsweredItselfIsFinal(int status) {
      for (String method : List.of("GET", "POST")) {
        CompletableFuture<UpstreamResponse> call = call(method);
        answer(status);
        assertThat(call).isCompletedWithValueMatching(a -> a.status() == status);
      }
      pass(SECOND);
      assertThat(sent).hasSize(2);
    }

    @Test
    void aReadThatTimedOutIsRepeatedAndAWriteIsNot() {
      call("GET");
      fail(Reason.TIMEOUT, true);
      pass(SECOND);
      assertThat(sent).hasSize(2);

      CompletableFuture<UpstreamResponse> write = call("POST");
      open.remove();
      fail(Reason.TIMEOUT, true);
      pass(SECOND);
      assertThat(sent).hasSize(3);
      assertThat(failure(write).sent()).isTrue();
    }

    @Test
    void thereIsALastAttempt() {
      CompletableFuture<UpstreamResponse> call = call("GET");
      for (int i = 0; i < 3; i++) {
        answer(503);
        pass(SECOND);
      }
      assertThat(call).isCompletedWithValueMatching(a -> a.status() == 503);
      assertThat(sent).hasSize(3);
      assertThat(api.areas().get(0).retries()).isEqualTo(2);
    }

    @Test
    void eachWaitIsTwiceTheOneBefore() {
      call("GET");
      answer(502);
      pass(Duration.ofMillis(199));
      assertThat(sent).hasSize(1);
      pass(Duration.ofMillis(1));
      assertThat(sent).hasSize(2);
      answer(502);
      pass(Duration.ofMillis(399));
      assertThat(sent).hasSize(2);
      pass(Duration.ofMillis(1));
      assertThat(sent).hasSize(3);
    }

    @Test
    void theApiMayAskForALongerWait() {
      call("GET");
      answer(503, Map.of("retry-after", "5"));
      pass(Duration.ofMillis(4999));
      assertThat(sent).hasSize(1);
      pass(Duration.ofMillis(1));
      assertThat(sent).hasSize(2);
    }

    @Test
    void nothingIsRepeatedThatCannotEndInTime() {
      end = now.plusMillis(1100);
      CompletableFuture<UpstreamResponse> call = call("GET");
      answer(503);
      assertThat(call).isCompletedWithValueMatching(a -> a.status() == 503);

      end = now.plusSeconds(24);
      CompletableFuture<UpstreamResponse> asked = call("GET");
      answer(503, Map.of("retry-after", "24"));
      assertThat(asked).isCompletedWithValueMatching(a -> a.status() == 503);
      assertThat(sent).hasSize(2);
    }

    @Test
    void whoHungUpDuringTheWaitGetsNoOtherAttempt() {
      CompletableFuture<UpstreamResponse> call = call("POST");
      fail(Reason.RESET, true);
      calledOff = true;
      pass(SECOND);

      assertThat(sent).hasSize(1);
      assertThat(failure(call).reason()).isEqualTo(Reason.RESET);
      assertThat(failure(call).sent()).isTrue();
    }

    @Test
    void whoHungUpBeforeSendsNothing() {
      calledOff = true;
      CompletableFuture<UpstreamResponse> call = call("POST");
      assertThat(sent).isEmpty();
      assertThat(failure(call).reason()).isEqualTo(Reason.CANCELLED);
      assertThat(failure(call).sent()).isFalse();
    }
  }

  /** A write that may have happened is never told as one that did not. */
  @Nested
  class Truth {
    @ParameterizedTest
    @CsvSource({"CONNECT", "TIMEOUT", "CANCELLED", "BUSY", "UNAVAILABLE"})
    void anAttemptThatWasNotSentDoesNotHideOneThatWas(Reason second) {
      CompletableFuture<UpstreamResponse> call = call("POST");
      fail(Reason.RESET, true);
      while (!call.isDone()) {
        pass(SECOND);
        fail(second, false);
      }
      assertThat(failure(call).sent()).isTrue();
      assertThat(failure(call).reason()).isEqualTo(Reason.RESET);
    }

    @ParameterizedTest
    @ValueSource(ints = {400, 401, 403, 404, 409, 422, 429, 302})
    void aRefusalOfTheRepetitionDoesNotHideTheFirst(int status) {
      CompletableFuture<UpstreamResponse> reset = call("POST");
      fail(Reason.RESET, true);
      pass(SECOND);
      answer(status);
      assertThat(failure(reset).sent()).isTrue();

      CompletableFuture<UpstreamResponse> gateway = call("POST");
      answer(503);
      pass(SECOND);
      answer(status);
      assertThat(gateway).isCompletedWithValueMatching(a -> a.status() == 503);
    }

    @ParameterizedTest
    @ValueSource(ints = {200, 422, 404})
    void whatTheApiStoredForTheKeyIsWhatHappened(int status) {
      CompletableFuture<UpstreamResponse> call = call("POST");
      fail(Reason.RESET, true);
      pass(SECOND);
      answer(status, Map.of("x-idempotency-replayed", "true"));
      assertThat(call).isCompletedWithValueMatching(a -> a.status() == status);
    }

    @Test
    void aFailureOfTheApiItselfIsTheNewerWordOnAnUnknownOutcome() {
      CompletableFuture<UpstreamResponse> call = call("POST");
      fail(Reason.RESET, true);
      pass(SECOND);
      answer(500);
      assertThat(call).isCompletedWithValueMatching(a -> a.status() == 500);
    }

    @Test
    void aRefusalAfterAnAttemptThatWasNeverSentIsOne() {
      CompletableFuture<UpstreamResponse> call = call("POST");
      fail(Reason.CONNECT, false);
      pass(SECOND);
      answer(422);
      assertThat(call).isCompletedWithValueMatching(a -> a.status() == 422);
    }

    @Test
    void aReadIsToldByItsLastAnswer() {
      CompletableFuture<UpstreamResponse> call = call("GET");
      fail(Reason.RESET, true);
      pass(SECOND);
      answer(404);
      assertThat(call).isCompletedWithValueMatching(a -> a.status() == 404);
    }

    @Test
    void aTransportThatThrowsMayHaveSent() {
      ResilientKobanaApi broken =
          new ResilientKobanaApi(
              (request, patience) -> {
                throw new IllegalStateException("broken");
              },
              new ResilienceSettings(SECOND, SETTINGS, Map.of()),
              List.of(),
              new ResilientKobanaApi.Surroundings(
                  () -> now, ResilientKobanaApiTest.this::after, () -> 0, UpstreamEvents.none()));
      CompletableFuture<UpstreamResponse> call =
          broken.send(request("DELETE", "charge"), patience()).toCompletableFuture();
      assertThat(failure(call).sent()).isTrue();
    }
  }

  @Nested
  class Breaker {
    private void failFourTimes() {
      fail(4);
    }

    private void fail(int times) {
      for (int i = 0; i < times; i++) {
        call("DELETE");
        ResilientKobanaApiTest.this.fail(Reason.RESET, true);
      }
    }

    @Test
    void anAreaThatFailsIsNotCalledAndSaysWhenItIs() {
      failFourTimes();
      pass(Duration.ofMillis(2500));
      CompletableFuture<UpstreamResponse> refused = call("POST");

      assertThat(failure(refused).reason()).isEqualTo(Reason.UNAVAILABLE);
      assertThat(failure(refused).sent()).isFalse();
      assertThat(failure(refused).retryAfter()).contains(Duration.ofSeconds(8));
      assertThat(sent).hasSize(4);
      assertThat(api.areas().get(0).state()).isEqualTo("OPEN");
      assertThat(api.areas().get(0).refusedUnavailable()).isEqualTo(1);
      assertThat(heard).contains("charge OPEN", "charge refused UNAVAILABLE");
    }

    @Test
    void otherAreasAreCalled() {
      failFourTimes();
      api.send(request("POST", "payment"), patience());
      assertThat(sent).hasSize(5);
    }

    @Test
    void afterAWhileOneCallShowsThatItWorks() {
      failFourTimes();
      pass(Duration.ofSeconds(10).plusMillis(1));
      CompletableFuture<UpstreamResponse> trial = call("GET");
      CompletableFuture<UpstreamResponse> second = call("GET");
      assertThat(failure(second).reason()).isEqualTo(Reason.UNAVAILABLE);
      answer(200);

      assertThat(trial).isCompleted();
      assertThat(api.areas().get(0).state()).isEqualTo("CLOSED");
      assertThat(heard).contains("charge HALF_OPEN", "charge CLOSED");
    }

    @Test
    void aCallGivenUpBeforeItWasSentIsNoTrial() {
      failFourTimes();
      pass(Duration.ofSeconds(10).plusMillis(1));
      call("DELETE");
      ResilientKobanaApiTest.this.fail(Reason.CANCELLED, false);
      call("GET");
      answer(200);
      assertThat(api.areas().get(0).state()).isEqualTo("CLOSED");
    }

    @ParameterizedTest
    @ValueSource(ints = {400, 401, 403, 404, 422, 429, 500})
    void refusalsAndTheApisOwnErrorsDoNotShutAnArea(int status) {
      for (int i = 0; i < 20; i++) {
        call("POST");
        answer(status);
      }
      assertThat(api.areas().get(0).state()).isEqualTo("CLOSED");
      assertThat(api.areas().get(0).failurePercent()).isZero();
    }

    @Test
    void whoseTimeWasShortSaysNothingOfTheApi() {
      end = now.plusMillis(2400);
      for (int i = 0; i < 10; i++) {
        call("DELETE");
        ResilientKobanaApiTest.this.fail(Reason.TIMEOUT, true);
      }
      assertThat(api.areas().get(0).state()).isEqualTo("CLOSED");
    }

    @Test
    void aRepetitionThatIsRefusedLeavesTheOutcomeUnknown() {
      CompletableFuture<UpstreamResponse> call = call("POST");
      ResilientKobanaApiTest.this.fail(Reason.RESET, true);
      fail(3);
      pass(SECOND);

      assertThat(sent).hasSize(4);
      assertThat(failure(call).reason()).isEqualTo(Reason.RESET);
      assertThat(failure(call).sent()).isTrue();
    }
  }

  @Nested
  class Bound {
    @Test
    void noMoreThanTheBoundAreUnderWayAndTheNextGoesWhenOneEnds() {
      call("GET");
      call("GET");
      CompletableFuture<UpstreamResponse> third = call("GET");
      assertThat(sent).hasSize(2);
      assertThat(api.areas().get(0).inFlight()).isEqualTo(2);
      assertThat(api.areas().get(0).permitsLeft()).isZero();
      assertThat(api.areas().get(0).waiting()).isEqualTo(1);

      answer(200);
      assertThat(sent).hasSize(3);
      answer(200);
      answer(200);
      assertThat(third).isCompleted();
      assertThat(api.areas().get(0).inFlight()).isZero();
      assertThat(api.areas().get(0).waiting()).isZero();
    }

    @Test
    void whoWaitedTooLongIsRefusedAndSentNothing() {
      call("GET");
      call("GET");
      CompletableFuture<UpstreamResponse> third = call("POST");
      pass(SECOND);

      assertThat(failure(third).reason()).isEqualTo(Reason.BUSY);
      assertThat(failure(third).sent()).isFalse();
      answer(200);
      assertThat(sent).hasSize(2);
      assertThat(api.areas().get(0).permitsLeft()).isEqualTo(1);
    }

    @Test
    void whoFindsTheLineFullIsRefusedAtOnce() {
      for (int i = 0; i < 4; i++) {
        call("GET");
      }
      assertThat(failure(call("GET")).reason()).isEqualTo(Reason.BUSY);
      assertThat(api.areas().get(0).refusedBusy()).isEqualTo(1);
    }

    @Test
    void whoHungUpInLineSendsNothingAndTakesNoRoom() {
      call("GET");
      call("GET");
      CompletableFuture<UpstreamResponse> third = call("POST");
      calledOff = true;
      answer(200);

      assertThat(sent).hasSize(2);
      assertThat(failure(third).reason()).isEqualTo(Reason.CANCELLED);
      assertThat(api.areas().get(0).permitsLeft()).isEqualTo(1);
    }

    @Test
    void anotherAreaHasRoomOfItsOwn() {
      call("GET");
      call("GET");
      api.send(request("GET", "payment"), patience());
      assertThat(sent).hasSize(3);
    }
  }
}
