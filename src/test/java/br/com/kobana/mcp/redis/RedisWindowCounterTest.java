package br.com.kobana.mcp.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import br.com.kobana.mcp.testing.RedisServer;
import br.com.kobana.mcp.throttle.Bucket;
import br.com.kobana.mcp.throttle.Budget;
import br.com.kobana.mcp.throttle.SharedCounter.Known;
import br.com.kobana.mcp.throttle.Step;
import br.com.kobana.mcp.throttle.StoreFailure;
import br.com.kobana.mcp.throttle.WindowCounter.Count;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The counter against a real Redis. */
class RedisWindowCounterTest {
  @RegisterExtension static final RedisServer REDIS = RedisServer.with();

  private static final long ANY = Long.MAX_VALUE >> 12;
  private OpenStore store;

  @BeforeEach
  void open() {
    REDIS.cli("flushall");
    store = OpenStore.at(REDIS.url());
  }

  @AfterEach
  void close() {
    store.close();
  }

  private static Budget hour(String owner) {
    return Budget.of(Bucket.READ, owner);
  }

  private static List<Count> all(List<CompletableFuture<Count>> counts) {
    return counts.stream().map(CompletableFuture::join).toList();
  }

  private static CompletableFuture<Count> later(OpenStore on, Step step) {
    return on.counter().apply(step, Known.NOTHING).toCompletableFuture();
  }

  @Test
  void callsOfTwoReplicasNeverSeeTheSameCount() {
    try (OpenStore other = OpenStore.at(REDIS.url())) {
      List<CompletableFuture<Count>> counts = new ArrayList<>();
      for (int i = 0; i < 250; i++) {
        counts.add(later(store, new Step.Add(hour("a"), ANY)));
        counts.add(later(other, new Step.Add(hour("a"), ANY)));
      }
      assertThat(all(counts).stream().map(Count::value))
          .containsExactlyInAnyOrderElementsOf(LongStream.rangeClosed(1, 500).boxed().toList());
    }
  }

  @Test
  void replicasWhoseClocksDifferAgreeOnTheWindow() {
    InstantSource ahead = () -> InstantSource.system().instant().plus(Duration.ofHours(3));
    try (OpenStore other = OpenStore.at(Map.of("redis.url", REDIS.url()), ahead)) {
      Count here = store.count(new Step.Add(hour("a"), ANY));
      Count there = other.count(new Step.Add(hour("a"), ANY));
      assertThat(there.value()).isEqualTo(2);
      assertThat(there.resetEpochSecond()).isEqualTo(here.resetEpochSecond());
    }
  }

  @Test
  void inEveryWindowExactlyTheLimitPasses() {
    Budget second = new Budget(Bucket.READ, "a", 1);
    Map<Long, Integer> passed = new TreeMap<>();
    Map<Long, Integer> asked = new TreeMap<>();
    try (OpenStore other = OpenStore.at(REDIS.url())) {
      while (passed.size() < 11) {
        List<CompletableFuture<Count>> counts = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
          counts.add(later(i % 2 == 0 ? store : other, new Step.Add(second, 10)));
        }
        for (Count count : all(counts)) {
          asked.merge(count.resetEpochSecond(), 1, Integer::sum);
          passed.merge(count.resetEpochSecond(), count.value() <= 10 ? 1 : 0, Integer::sum);
        }
      }
    }
    passed.forEach(
        (window, n) ->
            assertThat(n)
                .as("of %d in the window that ends at %d", asked.get(window), window)
                .isEqualTo(Math.min(10, asked.get(window))));
  }

  @Test
  void whatOneReplicaClosesIsClosedForAllUntilItOpens() {
    Budget writes = Budget.of(Bucket.WRITE, "a");
    try (OpenStore other = OpenStore.at(REDIS.url())) {
      Count first = other.count(new Step.Add(writes, ANY));
      long until = first.nowEpochSecond() + 5400;
      assertThat(store.count(new Step.Close(writes, until)).closedUntilEpochSecond())
          .isEqualTo(until);
      Count refused = other.count(new Step.Add(writes, ANY));
      assertThat(refused.isClosed()).isTrue();
      assertThat(refused.closedUntilEpochSecond()).isEqualTo(until);
      assertThat(refused.value()).as("nothing is spent").isEqualTo(1);
      assertThat(other.count(new Step.Add(Budget.of(Bucket.WRITE, "b"), ANY)).isClosed()).isFalse();
      assertThat(other.count(new Step.Add(Budget.of(Bucket.READ, "a"), ANY)).isClosed()).isFalse();
      List<String> marks = REDIS.cli("keys", "*:closed").lines().toList();
      assertThat(marks).as("one for each hour until then").hasSizeBetween(2, 3);
      marks.forEach(
          mark -> assertThat(Long.parseLong(REDIS.cli("ttl", mark))).isBetween(1L, 5401L));
      store.count(new Step.Clear(writes));
      assertThat(REDIS.cli("keys", "*:closed")).isEmpty();
      assertThat(other.count(new Step.Add(writes, ANY)))
          .extracting(Count::isClosed, Count::value)
          .containsExactly(false, 1L);
    }
  }

  @Test
  void whatIsClosedOpensByItself() {
    Budget writes = Budget.of(Bucket.WRITE, "a");
    long now = store.count(new Step.Peek(writes)).nowEpochSecond();
    store.count(new Step.Close(writes, now + 2));
    Awaitility.await()
        .atMost(60, TimeUnit.SECONDS)
        .until(() -> !store.count(new Step.Peek(writes)).isClosed());
    assertThat(store.count(new Step.Add(writes, ANY)).nowEpochSecond())
        .isGreaterThanOrEqualTo(now + 2);
  }

  @Test
  void everyKeyHasATimeToLive() {
    Count count = store.count(new Step.Add(hour("a"), ANY));
    store.count(new Step.Raise(hour("b"), count.resetEpochSecond(), 5));
    store.count(new Step.Clear(hour("a")));
    store.counter().probe(hour("c")).toCompletableFuture().join();
    long rest = count.resetEpochSecond() - count.nowEpochSecond();
    List<String> keys = REDIS.cli("keys", "*").lines().toList();
    assertThat(keys).hasSize(3).allMatch(k -> k.startsWith("kobana:mcp:{"));
    keys.forEach(
        key -> assertThat(Long.parseLong(REDIS.cli("ttl", key))).isBetween(rest - 20, rest + 1));
  }

  @Test
  void theKeyCanBeTheOneOfTheApi() {
    try (OpenStore inside =
        OpenStore.at(
            Map.of(
                "redis.url",
                REDIS.url(),
                "mcp.rate-limit.write-key-template",
                "api:${window}:rate_limits_post_hour:${account}"),
            InstantSource.system())) {
      Budget writes = Budget.of(Bucket.WRITE, "a");
      Count count = inside.count(new Step.Add(writes, ANY));
      String key = "api:" + (count.resetEpochSecond() / 3600 - 1) + ":rate_limits_post_hour:a";
      assertThat(REDIS.cli("incr", key)).contains("2");
      assertThat(inside.count(new Step.Add(writes, ANY)).value()).isEqualTo(3);
    }
  }

  @Test
  void aServerThatHasForgottenTheScriptIsGivenItAgain() {
    store.count(new Step.Add(hour("a"), ANY));
    REDIS.cli("script", "flush");
    assertThat(store.count(new Step.Add(hour("a"), ANY)).value()).isEqualTo(2);
  }

  @Test
  void oneRoundTripForOneCountedRequest() {
    store.count(new Step.Add(hour("a"), ANY));
    long before = commands();
    for (int i = 0; i < 50; i++) {
      store.count(new Step.Add(hour("a"), ANY));
    }
    assertThat(commands() - before).isEqualTo(50);
  }

  /** Scripts run, not what they call. */
  private static long commands() {
    return REDIS
        .cli("info", "commandstats")
        .lines()
        .filter(l -> l.startsWith("cmdstat_eval"))
        .mapToLong(l -> Long.parseLong(l.replaceAll(".*:calls=(\\d+),.*", "$1")))
        .sum();
  }

  @Test
  void somethingElseAtTheKeyIsSaidAndLeftAlone() {
    Count count = store.count(new Step.Peek(hour("a")));
    String key = "kobana:mcp:{a}:read:" + (count.resetEpochSecond() / 3600 - 1);
    REDIS.cli("rpush", key, "x");
    assertThatThrownBy(() -> store.count(new Step.Add(hour("a"), ANY)))
        .hasRootCauseInstanceOf(StoreFailure.class)
        .hasRootCauseMessage("WRONG_TYPE");
    REDIS.cli("del", key);
    REDIS.cli("set", key, "many");
    assertThatThrownBy(() -> store.count(new Step.Add(hour("a"), ANY)))
        .hasRootCauseMessage("WRONG_TYPE");
    assertThat(REDIS.cli("get", key)).isEqualTo("many");
  }

  @Test
  void anEmptyServerTakesOverWhatIsKnown() {
    Count count = store.count(new Step.Peek(hour("a")));
    Known known = new Known(40, count.resetEpochSecond());
    assertThat(
            store.counter().apply(new Step.Add(hour("a"), ANY), known).toCompletableFuture().join())
        .extracting(Count::value)
        .isEqualTo(41L);
    Known old = new Known(90, count.resetEpochSecond() - 3600);
    assertThat(
            store.counter().apply(new Step.Add(hour("a"), ANY), old).toCompletableFuture().join())
        .extracting(Count::value)
        .isEqualTo(42L);
  }

  @Test
  void marksAreClaimedOnce() {
    List<CompletableFuture<Boolean>> claims = new ArrayList<>();
    try (OpenStore other = OpenStore.at(REDIS.url())) {
      for (int i = 0; i < 50; i++) {
        OpenStore on = i % 2 == 0 ? store : other;
        claims.add(on.flags().claim("kobana:used:x", Duration.ofMinutes(5)).toCompletableFuture());
      }
      assertThat(claims.stream().map(CompletableFuture::join).filter(won -> won)).hasSize(1);
    }
    assertThat(Long.parseLong(REDIS.cli("pttl", "kobana:used:x"))).isBetween(200_000L, 300_000L);
  }
}
