package br.com.kobana.mcp.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import br.com.kobana.mcp.sandbox.SandboxClient.Reply;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class RateLimitsTest extends SandboxTest {
  @Test
  void everyAnswerTellsWhatIsLeft() {
    Reply read = api().get("/v1/bank_billets/1");
    Reply missing = api().get("/v1/nothing");
    Reply write = api().put("/v1/bank_billets/1/cancel", "");

    assertThat(read.header("ratelimit-limit")).isEqualTo("100000");
    assertThat(read.header("ratelimit-remaining")).isEqualTo("99999");
    assertThat(missing.header("ratelimit-remaining")).isEqualTo("99998");
    assertThat(write.header("ratelimit-limit")).isEqualTo("5000");
    assertThat(write.header("ratelimit-remaining")).isEqualTo("4999");
  }

  @Test
  void announcedLimitsAreLeftToTheGateway() {
    for (int i = 0; i < 8; i++) {
      assertThat(api().get("sandbox-limited", "/v1/bank_billets").status()).isEqualTo(200);
    }
  }

  @Test
  void budgetsOfAccountsAreApart() {
    api().get("/v1/bank_billets/1");
    assertThat(api().get("sandbox-limited", "/v2/me").header("ratelimit-remaining"))
        .isEqualTo("99999");
  }

  @Test
  void spentBudgetIsRefusedUntilTheNextHour() {
    AtomicReference<Instant> now = new AtomicReference<>(SandboxClient.START.plusSeconds(60));
    RateLimits limits = new RateLimits(now::get);
    for (int i = 0; i < 5000; i++) {
      assertThat(limits.spend(Account.A, false).refusal()).isEmpty();
    }

    Answer refused = limits.spend(Account.A, false).refusal().orElseThrow();
    assertThat(refused.status()).isEqualTo(429);
    assertThat(refused.headers())
        .containsEntry("ratelimit-name", "rate_limits_post_hour")
        .containsEntry("ratelimit-remaining", "0")
        .containsEntry("ratelimit-reset", "1796054400")
        .containsEntry("retry-after", "3540");
    assertThat(limits.spend(Account.A, true).refusal()).isEmpty();

    now.updateAndGet(time -> time.plus(Duration.ofHours(1)));
    assertThat(limits.spend(Account.A, false).refusal()).isEmpty();
  }

  @Test
  void spentBudgetIsA429OnTheWire() {
    for (int i = 0; i < 5000; i++) {
      api().send("DELETE", "/v1/nothing", "sandbox-full", "");
    }
    Reply refused = api().put("/v1/bank_billets/1/cancel", "");

    assertThat(refused.status()).isEqualTo(429);
    assertThat(refused.header("retry-after")).isEqualTo("3600");
    assertThat(refused.json().at("/errors/0/code").intValue()).isEqualTo(429);
    assertThat(api().get("/v1/bank_billets/1").json().path("status").asText()).isEqualTo("opened");
  }
}
