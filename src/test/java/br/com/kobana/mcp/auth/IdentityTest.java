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

  private final AtomicLong nanos = new AtomicLong();
  private final List<UpstreamRequest> asked = new ArrayList<>();
  private final Deque<CompletableFuture<UpstreamResponse>> answers = new ArrayDeque<>();
  private final Challenges challenges =
      new Challenges(
          URI.create("https://mcp.example.com/mcp"),
          List.of("https://as.example.com"),
          List.of("read"));
  private final Identity identity =
      new Identity(
          request -> {
            asked.add(request);
            return answers.remove();
          },
          challenges,
          Settings.with(Map.of("kobana.api-url", "sandbox")).auth(),
          new byte[32],
          nanos::get);

  private static UpstreamResponse me(String account, String limits) {
    String body =
        """
        {"status":200,"data":{"account":{"uid":"%s","rate_limits":%s},"user":null,
        "access_token":{"scopes":["all","read"]}}}"""
            .formatted(account, limits);
    return answer(200, body);
  }

  private static UpstreamResponse answer(int status, String body) {
    return new UpstreamResponse(status, Map.of(), body.getBytes(StandardCharsets.UTF_8));
  }

  private void next(UpstreamResponse response) {
    answers.add(CompletableFuture.completedFuture(response));
  }

  private CompletableFuture<Caller> caller(String token) {
    return identity.caller(List.of("Bearer " + token), Optional.empty()).toCompletableFuture();
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

  @Test
  void aSubAccountIsItsOwnEntryAndANameForUpstream() {
    next(me(SUB_ACCOUNT, "{}"));
    Caller sub =
        identity.caller(List.of("Bearer t"), Optional.of(SUB_ACCOUNT)).toCompletableFuture().join();
    assertThat(sub.upstreamAccount()).contains(SUB_ACCOUNT);
    assertThat(asked.get(0).accountUid()).contains(SUB_ACCOUNT);
    next(me(ACCOUNT, "{}"));
    Caller own = caller("t").join();
    assertThat(own.upstreamAccount()).isEmpty();
    assertThat(own.principal()).isNotEqualTo(sub.principal());
  }

  @Test
  void anAnswerForAnotherAccountThanAskedIsNoAnswer() {
    next(me(ACCOUNT, "{}"));
    assertThat(
            refusal(
                    identity
                        .caller(List.of("Bearer t"), Optional.of(SUB_ACCOUNT))
                        .toCompletableFuture())
                .status())
        .isEqualTo(503);
  }

  @Test
  void foreignMissingAndMalformedSubAccountsLookAlike() {
    List<Refusal> refusals = new ArrayList<>();
    for (int status : List.of(403, 404)) {
      next(answer(status, "{}"));
      refusals.add(
          refusal(
              identity
                  .caller(
                      List.of("Bearer t" + status),
                      Optional.of("01900000-0000-7000-8000-00000000000b"))
                  .toCompletableFuture()));
    }
    refusals.add(
        refusal(identity.caller(List.of("Bearer t"), Optional.of("../x")).toCompletableFuture()));
    assertThat(refusals).extracting(Refusal::status).containsOnly(403);
    assertThat(refusals).extracting(Refusal::body).containsOnly(refusals.get(0).body());
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
