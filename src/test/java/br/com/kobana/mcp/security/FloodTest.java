package br.com.kobana.mcp.security;

import static org.assertj.core.api.Assertions.assertThat;

import br.com.kobana.mcp.jsonrpc.Json;
import br.com.kobana.mcp.jsonrpc.MalformedJson;
import br.com.kobana.mcp.testing.McpClient;
import br.com.kobana.mcp.testing.RunningGateway;
import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadLocalRandom;
import org.junit.jupiter.api.Test;

/** Very many tokens that nobody issued. */
class FloodTest {
  private static final int TOKENS = 10_000;
  private static final int AT_ONCE = 100;

  private static long verifications(RunningGateway gateway) throws MalformedJson {
    JsonNode calls = Json.parse(gateway.sandbox("GET", "/sandbox/calls", "").getBytes());
    long count = 0;
    for (JsonNode call : calls) {
      if (call.path("path").asText("").startsWith("/v2/me")) {
        count++;
      }
    }
    return count;
  }

  private static Map<Integer, Integer> flood(RunningGateway gateway) {
    Map<Integer, Integer> statuses = new TreeMap<>();
    for (int sent = 0; sent < TOKENS; sent += AT_ONCE) {
      List<CompletableFuture<McpClient.Answer>> answers = new ArrayList<>();
      for (int i = 0; i < AT_ONCE; i++) {
        String token = Long.toHexString(ThreadLocalRandom.current().nextLong()) + "x" + (sent + i);
        answers.add(new McpClient(gateway.url(), token).callAsync("ping", ""));
      }
      answers.forEach(a -> statuses.merge(a.join().status(), 1, Integer::sum));
    }
    return statuses;
  }

  @Test
  void randomTokensReachTheApiNoOftenerThanTheAddressMay() throws MalformedJson {
    try (RunningGateway gateway = RunningGateway.start(Map.of())) {
      McpClient known = new McpClient(gateway.url(), "sandbox-full");
      assertThat(known.call("ping", "").status()).isEqualTo(200);
      Map<Integer, Integer> statuses = flood(gateway);
      assertThat(statuses).containsOnlyKeys(401, 429);
      assertThat(statuses.values().stream().mapToInt(Integer::intValue).sum()).isEqualTo(TOKENS);
      // Two windows of a minute at most; one verification of the known token.
      assertThat(verifications(gateway)).isLessThanOrEqualTo(2 * 120 + 1);
      assertThat(known.call("ping", "").status()).as("a known caller goes on").isEqualTo(200);
    }
  }

  @Test
  void aBurstOfNewTokensIsVerifiedAtTheRateOfTheAddress() throws MalformedJson {
    Map<String, String> settings =
        Map.of(
            "mcp.rate-limit.address-per-minute", "1000000",
            "mcp.rate-limit.verifications-per-second", "5");
    try (RunningGateway gateway = RunningGateway.start(settings)) {
      long start = System.nanoTime();
      List<CompletableFuture<McpClient.Answer>> answers = new ArrayList<>();
      for (int i = 0; i < 200; i++) {
        answers.add(new McpClient(gateway.url(), "burst" + i).callAsync("ping", ""));
      }
      long refused = answers.stream().filter(a -> a.join().status() == 429).count();
      long seconds = (System.nanoTime() - start) / 1_000_000_000L + 2;
      assertThat(verifications(gateway)).isLessThanOrEqualTo(5 * seconds);
      assertThat(refused).isGreaterThanOrEqualTo(200 - 5 * seconds);
      McpClient.Answer limited =
          answers.stream()
              .map(CompletableFuture::join)
              .filter(a -> a.status() == 429)
              .findAny()
              .orElseThrow();
      assertThat(limited.headers().firstValue("retry-after")).contains("1");
      assertThat(limited.headers().firstValue("ratelimit-name"))
          .contains("rate_limits_mcp_verifications_second");
    }
  }

  @Test
  void oneTokenFromManyConnectionsIsVerifiedOnceAndNeverLimited() throws MalformedJson {
    // Each event loop may count one before the first has begun to verify.
    int loops = Runtime.getRuntime().availableProcessors();
    Map<String, String> settings =
        Map.of("mcp.rate-limit.verifications-per-second", Integer.toString(loops));
    try (RunningGateway gateway = RunningGateway.start(settings)) {
      gateway.sandbox(
          "PUT",
          "/sandbox/faults",
          "[{\"match\":\"GET /v2/me\",\"kind\":\"delay\",\"ms\":500,\"times\":1}]");
      McpClient client = new McpClient(gateway.url(), "sandbox-full");
      List<CompletableFuture<McpClient.Answer>> answers = new ArrayList<>();
      for (int i = 0; i < 50; i++) {
        answers.add(client.callAsync("ping", ""));
      }
      assertThat(answers).allMatch(a -> a.join().status() == 200);
      assertThat(verifications(gateway)).isEqualTo(1);
    }
  }
}
