package br.com.kobana.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import br.com.kobana.mcp.testing.Http;
import br.com.kobana.mcp.testing.LoggedLines;
import br.com.kobana.mcp.testing.McpClient;
import br.com.kobana.mcp.testing.RedisServer;
import br.com.kobana.mcp.testing.RunningGateway;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Two gateways with one Redis: one budget. */
class TwoReplicasTest {
  @RegisterExtension static final RedisServer REDIS = RedisServer.with();

  @RegisterExtension final LoggedLines log = LoggedLines.of("br.com.kobana.mcp");

  private static final int LIMIT = 60;
  private static final int CALLS = 200;
  private static final String PROMPT = "{\"name\":\"banking_approval_queue\",\"arguments\":{}}";
  private static RunningGateway one;
  private static RunningGateway two;
  private boolean killed;

  @BeforeAll
  static void start() {
    Map<String, String> settings =
        Map.of(
            "redis.url",
            REDIS.url(),
            // What is shown is the count, not the speed of the machine it runs on.
            "redis.timeout-ms",
            "5000",
            "mcp.state-keys",
            "MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE=");
    one = RunningGateway.start(settings);
    two = RunningGateway.start(settings);
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

  @BeforeEach
  void startAfresh() {
    REDIS.cli("flushall");
    one.parts().resetCounters();
    two.parts().resetCounters();
    one.resetSandbox();
    two.resetSandbox();
    client(one).call("ping", "");
    client(two).call("ping", "");
    bothCountInRedis();
  }

  @AfterEach
  void restart() {
    if (killed) {
      REDIS.start();
      killed = false;
    }
  }

  private static McpClient client(RunningGateway gateway) {
    return new McpClient(gateway.url(), "sandbox-full");
  }

  private static void bothCountInRedis() {
    Awaitility.await()
        .atMost(20, TimeUnit.SECONDS)
        .until(() -> !one.parts().countsPerReplica() && !two.parts().countsPerReplica());
  }

  private static CompletableFuture<Integer> read(RunningGateway gateway) {
    return client(gateway).callAsync("prompts/get", PROMPT).thenApply(McpClient.Answer::status);
  }

  private static List<Integer> parallelReads() {
    List<CompletableFuture<Integer>> reads = new ArrayList<>();
    for (int i = 0; i < CALLS; i++) {
      reads.add(read(i % 2 == 0 ? one : two));
    }
    return reads.stream().map(CompletableFuture::join).toList();
  }

  @RepeatedTest(10)
  void ofTwoHundredParallelReadsExactlySixtyPass() {
    List<Integer> statuses = parallelReads();
    assertThat(statuses.stream().filter(s -> s == 200)).hasSize(LIMIT);
    assertThat(statuses).containsOnly(200, 429);
  }

  @Test
  void killedAndRestartedMidRunNothingIsUnlimitedOrWronglyRefused() {
    List<CompletableFuture<Integer>> reads = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      // One after the other, so that both know of nineteen at least.
      CompletableFuture<Integer> read = read(i % 2 == 0 ? one : two);
      read.join();
      reads.add(read);
    }
    REDIS.kill();
    killed = true;
    for (int i = 0; i < CALLS; i++) {
      reads.add(read(i % 2 == 0 ? one : two));
    }
    assertThat(reads.stream().map(CompletableFuture::join).filter(s -> s != 200 && s != 429))
        .isEmpty();
    assertThat(one.parts().countsPerReplica()).isTrue();
    assertThat(health(one)).contains("per replica");
    assertThat(metric(one, "mcp_ratelimit_fallback ")).isEqualTo("1.0");
    restart();
    bothCountInRedis();
    for (int i = 0; i < CALLS; i++) {
      reads.add(read(i % 2 == 0 ? one : two));
    }
    long passed = reads.stream().map(CompletableFuture::join).filter(s -> s == 200).count();
    // Never fewer than the limit; while it was away, each replica counted on from what it had seen.
    assertThat(passed).isBetween((long) LIMIT, 2L * LIMIT - 19);
    assertThat(metric(one, "mcp_ratelimit_fallback ")).isEqualTo("0.0");
    assertThat(health(one)).doesNotContain("per replica");
    assertThat(log.lines().stream().filter(l -> l.startsWith("WARN") && l.contains("per replica")))
        .as("one line for each replica")
        .hasSize(2);
  }

  private static String health(RunningGateway gateway) {
    return management(gateway, "/observe/health");
  }

  private static String metric(RunningGateway gateway, String start) {
    return management(gateway, "/observe/metrics")
        .lines()
        .filter(l -> l.startsWith(start))
        .map(l -> l.substring(l.lastIndexOf(' ') + 1))
        .findFirst()
        .orElse("none");
  }

  private static String management(RunningGateway gateway, String path) {
    return Http.get("http://127.0.0.1:" + gateway.managementPort() + path);
  }
}
