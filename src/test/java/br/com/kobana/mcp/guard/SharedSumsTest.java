package br.com.kobana.mcp.guard;

import static org.assertj.core.api.Assertions.assertThat;

import br.com.kobana.mcp.testing.LoggedLines;
import br.com.kobana.mcp.testing.RedisServer;
import br.com.kobana.mcp.testing.RunningGateway;
import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Two gateways with one Redis and one API: one sum. */
class SharedSumsTest {
  @RegisterExtension static final RedisServer REDIS = RedisServer.with();

  @RegisterExtension final LoggedLines log = LoggedLines.of("br.com.kobana.mcp");

  private static final String BATCH = "banking_transfer_batch_create_pix";

  private static Map<String, String> settings(Map<String, String> more) {
    Map<String, String> settings = new HashMap<>(more);
    settings.put("redis.url", REDIS.url());
    // What is shown is the sum, not the speed of the machine it runs on.
    settings.put("redis.timeout-ms", "5000");
    return settings;
  }

  private static Map<String, String> guarded(Map<String, String> more) {
    Map<String, String> settings = settings(more);
    settings.put("mcp.guard.day-amount", "500");
    settings.put("mcp.state-keys", "MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE=");
    return settings;
  }

  private static boolean isHeld(JsonNode answer) {
    return answer
        .at("/result/content/0/text")
        .asText()
        .startsWith("Refused by the guard mcp.guard.day-amount (BRL 500.00)");
  }

  @Test
  void ofManyPaymentsOnBothExactlyThoseWithinTheSumAreSent() {
    REDIS.cli("flushall");
    try (RunningGateway one = RunningGateway.start(guarded(Map.of()));
        RunningGateway two =
            RunningGateway.start(
                guarded(Map.of("kobana.api-url", "http://127.0.0.1:" + one.sandboxPort())))) {
      MoneyClient first = new MoneyClient(one, "sandbox-full");
      MoneyClient second = new MoneyClient(two, "sandbox-full");
      List<CompletableFuture<JsonNode>> calls = new ArrayList<>();
      for (int i = 0; i < 30; i++) {
        MoneyClient client = i % 2 == 0 ? first : second;
        calls.add(client.callAsync(BATCH, client.transfers("60", "40")));
      }
      List<JsonNode> answers = calls.stream().map(CompletableFuture::join).toList();

      assertThat(answers.stream().filter(SharedSumsTest::isHeld)).hasSize(25);
      assertThat(first.effects("POST")).isEqualTo(5);
    }
  }

  @Test
  void withoutRedisNothingIsSpent() {
    try (RedisServer redis = RedisServer.with().start()) {
      Map<String, String> settings = guarded(Map.of());
      settings.put("redis.url", redis.url());
      try (RunningGateway gateway = RunningGateway.start(settings)) {
        MoneyClient client = new MoneyClient(gateway, "sandbox-full");
        String transfers = client.transfers("1");
        redis.kill();

        JsonNode answer = client.call(BATCH, transfers);

        assertThat(isHeld(answer)).as("%s", answer).isTrue();
        assertThat(answer.at("/result/content/0/text").asText()).contains("try again later");
        assertThat(client.effects("POST")).isZero();
      }
    }
  }

  /** Each replica would refuse the confirmations and cursors of the other. */
  @Test
  void redisWithoutSharedKeysIsWarnedOf() {
    RunningGateway.start(settings(Map.of())).close();
    assertThat(
            log.lines().stream()
                .filter(l -> l.startsWith("WARN"))
                .filter(l -> l.contains("redis.url is set and mcp.state-keys is not")))
        .hasSize(1);
  }
}
