package br.com.kobana.mcp.observe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import br.com.kobana.mcp.settings.Settings;
import br.com.kobana.mcp.testing.LoggedLines;
import br.com.kobana.mcp.throttle.Bucket;
import br.com.kobana.mcp.throttle.Budget;
import br.com.kobana.mcp.throttle.MemoryWindowCounter;
import br.com.kobana.mcp.throttle.Step;
import br.com.kobana.mcp.throttle.Throttle;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What an operator sees and does over JMX. */
class RateLimitsBeanTest {
  private static final Instant NOW = Instant.parse("2026-11-30T16:30:00Z");

  @RegisterExtension final LoggedLines audit = LoggedLines.of("br.com.kobana.mcp.audit");

  private final MemoryWindowCounter counter = new MemoryWindowCounter(() -> NOW, 100);
  private final RateLimitMeters meters = new RateLimitMeters(() -> false, () -> 0);
  private final RateLimitsBean bean =
      new RateLimitsBean(
          new Throttle(counter, new Settings.Limits(60, 10, 120, 20), () -> NOW, meters),
          meters,
          () -> false,
          (operator, action, facts) -> {});

  @Test
  void anOperatorSeesAndOpensWhatTheApiClosed() throws Exception {
    long until = NOW.getEpochSecond() + 90;
    counter.apply(new Step.Add(Budget.of(Bucket.WRITE, "a"), 10));
    counter.apply(new Step.Close(Budget.of(Bucket.WRITE, "a"), until));
    assertThat(bean.read("a"))
        .contains("writes spent=1")
        .endsWith("closed by the API until=" + until);
    bean.reset("a");
    assertThat(bean.read("a")).contains("writes spent=0").doesNotContain("closed");
    assertThat(audit.lines())
        .hasSize(3)
        .anyMatch(
            line ->
                line.equals("WARN rate limits reset by an operator: account=a reads=0 writes=1"));
  }

  @Test
  void whatIsNoAccountIsNeitherReadNorWrittenToTheLog() {
    assertThatThrownBy(() -> bean.reset("a\nWARN rate limits reset")).hasMessageContaining("uid");
    assertThat(audit.lines()).isEmpty();
  }
}
