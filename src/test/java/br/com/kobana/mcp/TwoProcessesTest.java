package br.com.kobana.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import br.com.kobana.mcp.testing.GatewayProcess;
import br.com.kobana.mcp.testing.McpClient;
import br.com.kobana.mcp.testing.RedisServer;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Two gateways, each a process of its own, with one Redis: one budget. Redis has all the time it
 * needs here, because what is shown is the count; past the time-out that is configured otherwise
 * each process counts by itself.
 */
class TwoProcessesTest {
  @RegisterExtension static final RedisServer REDIS = RedisServer.with();

  private static final int LIMIT = 60;
  private static final int CALLS = 200;
  private static final int MINUTE = 60;
  private static final int HOUR = 3600;
  private static final String PROMPT = "{\"name\":\"banking_approval_queue\",\"arguments\":{}}";
  private static final HttpClient HTTP = HttpClient.newHttpClient();
  private static GatewayProcess one;
  private static GatewayProcess two;

  @BeforeAll
  static void start() {
    Map<String, String> settings =
        Map.of(
            "redis.url",
            REDIS.url(),
            "redis.timeout-ms",
            "10000",
            "mcp.rate-limit.reads-per-hour",
            Integer.toString(LIMIT),
            "mcp.rate-limit.address-per-minute",
            Integer.toString(LIMIT),
            "mcp.state-keys",
            "MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE=");
    one = GatewayProcess.start(settings);
    two = GatewayProcess.start(settings);
    for (GatewayProcess each : List.of(one, two)) {
      // So that the token is known: two hundred questions at once whose it is would not be
      // answered.
      McpClient client = new McpClient(each.ready().url(), "sandbox-full");
      Awaitility.await()
          .atMost(60, TimeUnit.SECONDS)
          .until(() -> client.call("ping", "").status() == 200);
    }
  }

  @AfterAll
  static void stop() {
    if (one != null) {
      one.close();
    }
    if (two != null) {
      two.close();
    }
  }

  /** Seconds that are left of a window, by the clock that counts. */
  private static long left(int windowSeconds) {
    long now = Long.parseLong(REDIS.cli("time").lines().findFirst().orElseThrow());
    return windowSeconds - now % windowSeconds;
  }

  private static void until(int windowSeconds, long from, long to) {
    Awaitility.await()
        .atMost(2, TimeUnit.MINUTES)
        .until(() -> left(windowSeconds) >= from && left(windowSeconds) <= to);
  }

  private static <T> List<T> together(
      int calls, java.util.function.Function<String, CompletableFuture<T>> call) {
    List<CompletableFuture<T>> all = new ArrayList<>();
    for (int i = 0; i < calls; i++) {
      all.add(call.apply((i % 2 == 0 ? one : two).url()));
    }
    return all.stream().map(CompletableFuture::join).toList();
  }

  @RepeatedTest(10)
  void ofTwoHundredParallelReadsExactlySixtyPass() {
    until(HOUR, 30, HOUR);
    REDIS.cli("flushall");
    List<Integer> statuses =
        together(
            CALLS,
            url ->
                new McpClient(url, "sandbox-full")
                    .callAsync("prompts/get", PROMPT)
                    .thenApply(McpClient.Answer::status));
    assertThat(statuses).containsOnly(200, 429);
    assertThat(statuses.stream().filter(s -> s == 200)).hasSize(LIMIT);
  }

  /**
   * Calls without a token, which an address has so many of a minute, from before a minute's end
   * until the next minute's are used up too: each minute lets exactly its limit through.
   */
  @Test
  void acrossTheTurnOfAWindowExactlyTheLimitPassesInEach() {
    until(MINUTE, 1, 5);
    REDIS.cli("flushall");
    int passed = 0;
    TreeSet<Long> usedUp = new TreeSet<>();
    while (usedUp.size() < 2) {
      for (HttpResponse<Void> answer : together(CALLS, TwoProcessesTest::withoutToken)) {
        if (answer.statusCode() == 401) {
          passed++;
        } else {
          assertThat(answer.statusCode()).isEqualTo(429);
          usedUp.add(answer.headers().firstValueAsLong("ratelimit-reset").orElseThrow());
        }
      }
    }
    assertThat(usedUp.last() - usedUp.first()).isEqualTo(MINUTE);
    assertThat(passed).isEqualTo(2 * LIMIT);
  }

  private static CompletableFuture<HttpResponse<Void>> withoutToken(String url) {
    return HTTP.sendAsync(
        HttpRequest.newBuilder(URI.create(url))
            .header("Content-Type", "application/json")
            .POST(
                HttpRequest.BodyPublishers.ofString(
                    "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}"))
            .build(),
        HttpResponse.BodyHandlers.discarding());
  }
}
