package br.com.kobana.mcp.auth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import br.com.kobana.mcp.protocol.Refusal;
import br.com.kobana.mcp.settings.Settings;
import br.com.kobana.mcp.upstream.UpstreamFailure;
import br.com.kobana.mcp.upstream.UpstreamRequest;
import br.com.kobana.mcp.upstream.UpstreamResponse;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class IdentityTest {
  private static final String ACCOUNT = "01900000-0000-7000-8000-00000000000a";
  private static final String SUB_ACCOUNT = "01900000-0000-7000-8000-0000000000a1";

  private static final Instant START = Instant.parse("2026-12-01T12:00:00Z");
  private final AtomicLong nanos = new AtomicLong();
  private final List<UpstreamRequest> asked = new ArrayList<>();
  private final Deque<CompletableFuture<UpstreamResponse>> answers = new ArrayDeque<>();
  private final Challenges challenges =
      new Challenges(
          URI.create("https://mcp.example.com/mcp"),
          List.of("https://as.example.com"),
          List.of("read"));
  private final Identity identity =
      new Identities(
              (request, patience) -> {
                asked.add(request);
                return answers.remove();
              },
              request -> CompletableFuture.failedFuture(new AssertionError("no side call")),
              Settings.with(Map.of("kobana.api-url", "sandbox")).auth(),
              Map.of(),
              nanos::get,
              () -> START.plusNanos(nanos.get()))
          .identity(challenges, new byte[32]);

  private static UpstreamResponse me(String account, String limits) {
    String body =
        """
        {"status":200,"data":{"account":{"uid":"%s","parent_uid":%s,"rate_limits":%s},"user":null,
        "access_token":{"scopes":["all","read"]}}}"""
            .formatted(
                account, account.equals(SUB_ACCOUNT) ? "\"" + ACCOUNT + "\"" : "null", limits);
    return answer(200, body);
  }

  private static UpstreamResponse answer(int status, String body) {
    return new UpstreamResponse(status, Map.of(), body.getBytes(StandardCharsets.UTF_8));
  }

  private void next(UpstreamResponse response) {
    answers.add(CompletableFuture.completedFuture(response));
  }

  private CompletableFuture<Caller> caller(String token) {
    return identity
        .caller(identity.presented(List.of("Bearer " + token), Optional.empty()))
        .toCompletableFuture();
  }

  private static Refusal refusal(CompletableFuture<Caller> caller) {
    Throwable failure = catchThrowable(caller::join);
    assertThat(failure).isInstanceOf(CompletionException.class);
    return (Refusal) failure.getCause();
  }

  @Test
  void aGoodAnswerIsKeptForItsTimeAndNoLonger() {
    next(me(ACCOUNT, "{}"));
    assertThat(caller("t").join().accountUid()).isEqualTo(ACCOUNT);
    nanos.addAndGet(Duration.ofSeconds(299).toNanos());
    caller("t").join();
    assertThat(asked).hasSize(1);
    nanos.addAndGet(Duration.ofSeconds(2).toNanos());
    next(me(ACCOUNT, "{}"));
    caller("t").join();
    assertThat(asked).hasSize(2);
  }

  @Test
  void aBadTokenIsKeptForSecondsOnly() {
    next(answer(401, "{}"));
    assertThat(refusal(caller("bad")).status()).isEqualTo(401);
    nanos.addAndGet(Duration.ofSeconds(9).toNanos());
    assertThat(refusal(caller("bad")).headers().get("www-authenticate"))
        .contains("error=\"invalid_token\"");
    assertThat(asked).hasSize(1);
    nanos.addAndGet(Duration.ofSeconds(2).toNanos());
    next(me(ACCOUNT, "{}"));
    assertThat(caller("bad").join().accountUid()).isEqualTo(ACCOUNT);
  }

  @Test
  void requestsAtTheSameTimeMakeOneCall() {
    CompletableFuture<UpstreamResponse> late = new CompletableFuture<>();
    answers.add(late);
    List<CompletableFuture<Caller>> callers = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      callers.add(caller("t"));
    }
    late.complete(me(ACCOUNT, "{}"));
    callers.forEach(c -> assertThat(c.join().accountUid()).isEqualTo(ACCOUNT));
    assertThat(asked).hasSize(1);
  }

  @Test
  void anApiThatIsAwayIsNeitherYesNorNoAndIsNotKept() {
    answers.add(
        CompletableFuture.failedFuture(new UpstreamFailure(UpstreamFailure.Reason.TIMEOUT, true)));
    Refusal away = refusal(caller("t"));
    assertThat(away.status()).isEqualTo(503);
    assertThat(away.headers()).containsKey("retry-after").doesNotContainKey("www-authenticate");
    for (UpstreamResponse odd :
        List.of(
            answer(502, "<html>"), answer(429, "{}"), answer(200, "<html>"), answer(200, "{}"))) {
      next(odd);
      assertThat(refusal(caller("t")).status()).isEqualTo(503);
    }
    next(me(ACCOUNT, "{}"));
    assertThat(caller("t").join().accountUid()).isEqualTo(ACCOUNT);
  }

  @Test
  void forgettingAsksAgain() {
    next(me(ACCOUNT, "{}"));
    Caller caller = caller("t").join();
    identity.forget(caller);
    next(answer(401, "{}"));
    assertThat(refusal(caller("t")).status()).isEqualTo(401);
  }

  private CompletableFuture<Caller> on(String token, String subAccount) {
    return identity
        .caller(identity.presented(List.of("Bearer " + token), Optional.of(subAccount)))
        .toCompletableFuture();
  }

  @Test
  void aSubAccountIsItsOwnEntryAndANameForUpstream() {
    next(me(ACCOUNT, "{}"));
    next(me(SUB_ACCOUNT, "{}"));
    Caller sub = on("t", SUB_ACCOUNT).join();
    assertThat(sub.accountUid()).isEqualTo(SUB_ACCOUNT);
    assertThat(sub.upstreamAccount()).contains(SUB_ACCOUNT);
    assertThat(asked)
        .extracting(UpstreamRequest::accountUid)
        .containsExactly(Optional.empty(), Optional.of(SUB_ACCOUNT));
    Caller own = caller("t").join();
    assertThat(own.upstreamAccount()).isEmpty();
    assertThat(own.principal()).isNotEqualTo(sub.principal());
    assertThat(asked).hasSize(2);
  }

  @Test
  void theAccountItselfIsNoSubAccount() {
    next(me(ACCOUNT, "{}"));
    assertThat(on("t", ACCOUNT).join().principal()).isEqualTo(caller("t").join().principal());
    assertThat(asked).hasSize(1);
  }

  @Test
  void anAnswerForAnotherAccountThanAskedIsNoAnswer() {
    next(me(ACCOUNT, "{}"));
    next(me(ACCOUNT, "{}"));
    assertThat(refusal(on("t", SUB_ACCOUNT)).status()).isEqualTo(503);
  }

  @Test
  void foreignMissingOrphanedAndMalformedSubAccountsLookAlike() {
    String other = "01900000-0000-7000-8000-00000000000b";
    List<Refusal> refusals = new ArrayList<>();
    next(me(ACCOUNT, "{}"));
    for (UpstreamResponse said : List.of(answer(403, "{}"), answer(404, "{}"), me(other, "{}"))) {
      next(said);
      refusals.add(refusal(on("t", other)));
      nanos.addAndGet(Duration.ofSeconds(11).toNanos());
    }
    refusals.add(refusal(on("t", "../x")));
    assertThat(refusals).extracting(Refusal::status).containsOnly(403);
    assertThat(refusals).extracting(Refusal::body).containsOnly(refusals.get(0).body());
  }

  @Test
  void aSubAccountOfAnotherParentIsRefusedThoughTheApiLetsItThrough() {
    next(me("01900000-0000-7000-8000-00000000000b", "{}"));
    next(me(SUB_ACCOUNT, "{}"));
    assertThat(refusal(on("t", SUB_ACCOUNT)).status()).isEqualTo(403);
  }

  @Test
  void forgettingTheCallerOnASubAccountForgetsTheTokenToo() {
    next(me(ACCOUNT, "{}"));
    next(me(SUB_ACCOUNT, "{}"));
    identity.forget(on("t", SUB_ACCOUNT).join());
    next(answer(401, "{}"));
    assertThat(refusal(caller("t")).status()).isEqualTo(401);
  }

  @Test
  void aTokenRefusedWhileASubAccountIsLookedAtIsForgotten() {
    next(me(ACCOUNT, "{}"));
    next(answer(401, "{}"));
    assertThat(refusal(on("t", SUB_ACCOUNT)).status()).isEqualTo(401);
    next(answer(401, "{}"));
    assertThat(refusal(caller("t")).status()).isEqualTo(401);
  }

  @Test
  void aTokenIsBadFromItsEndOnThoughItWasKept() {
    next(
        answer(
            200,
            """
            {"data":{"account":{"uid":"%s"},"user":null,"access_token":{"scopes":["read"],
            "expires_at":"2026-12-01T09:01:00-03:00"}}}"""
                .formatted(ACCOUNT)));
    caller("t").join();
    nanos.addAndGet(Duration.ofSeconds(59).toNanos());
    caller("t").join();
    assertThat(asked).hasSize(1);
    nanos.addAndGet(Duration.ofSeconds(1).toNanos());
    next(answer(401, "{}"));
    assertThat(refusal(caller("t")).headers().get("www-authenticate"))
        .contains("error=\"invalid_token\"");
  }

  @Test
  void aTokenForAnotherPurposeIsRefusedWhereOneIsRequired() {
    Map<String, Integer> statuses = new java.util.LinkedHashMap<>();
    for (String purpose : List.of("\"mcp\"", "\"erp\"", "null")) {
      Identity strict =
          new Identities(
                  (request, patience) ->
                      CompletableFuture.completedFuture(
                          answer(
                              200,
                              """
                              {"data":{"account":{"uid":"a"},"user":null,
                              "access_token":{"scopes":["read"],"purpose":%s}}}"""
                                  .formatted(purpose))),
                  request -> CompletableFuture.failedFuture(new AssertionError("no side call")),
                  Settings.with(
                          Map.of("kobana.api-url", "sandbox", "mcp.auth.required-purpose", "mcp"))
                      .auth(),
                  Map.of(),
                  nanos::get,
                  () -> START)
              .identity(challenges, new byte[32]);
      CompletableFuture<Caller> caller =
          strict
              .caller(strict.presented(List.of("Bearer t"), Optional.empty()))
              .toCompletableFuture();
      statuses.put(purpose, caller.isCompletedExceptionally() ? refusal(caller).status() : 200);
    }
    assertThat(statuses)
        .containsExactly(
            Map.entry("\"mcp\"", 200), Map.entry("\"erp\"", 401), Map.entry("null", 401));
  }

  @Test
  void theAccountsOwnLimitsAreReadAsWholeNumbersOnly() {
    next(me(ACCOUNT, "{\"rate_limits_mcp_read_hour\":200,\"rate_limits_post_hour\":\"7\"}"));
    Caller caller = caller("t").join();
    assertThat(caller.readsPerHour()).hasValue(200);
    assertThat(caller.writesPerHour()).isEmpty();
  }

  @Test
  void nothingThatIsKeptOrShownHoldsTheToken() {
    next(me(ACCOUNT, "{}"));
    Caller caller = caller("secret-token-value").join();
    assertThat(caller.toString()).doesNotContain("secret-token-value");
    assertThat(asked.get(0).toString()).doesNotContain("secret-token-value");
    assertThat(caller.credential().toString()).doesNotContain("secret-token-value");
  }
}
