package br.com.kobana.mcp.redis;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import br.com.kobana.mcp.testing.RedisServer;
import br.com.kobana.mcp.throttle.Bucket;
import br.com.kobana.mcp.throttle.Budget;
import br.com.kobana.mcp.throttle.FailoverWindowCounter;
import br.com.kobana.mcp.throttle.MemoryWindowCounter;
import br.com.kobana.mcp.throttle.Step;
import br.com.kobana.mcp.throttle.StoreFailure;
import br.com.kobana.mcp.throttle.WindowCounter.Count;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * A real Redis that goes away in each of the ways it can. Bounds that people rely on are 50 ms for
 * a request, 250 ms for the switch and 5 s for the return; on a machine that does other things too,
 * single requests are allowed more here.
 */
class RedisAwayTest {
  private static final Budget BUDGET = Budget.of(Bucket.READ, "a");
  private static final Step ADD = new Step.Add(BUDGET, 1_000_000);
  private static final Duration SWITCH = Duration.ofMillis(250);
  private static final Duration RETURN = Duration.ofSeconds(5);
  private static final long LONGEST_WAIT_MILLIS = 200;
  private final RedisServer redis = RedisServer.with();
  private OpenStore store;
  private FailoverWindowCounter counter;

  @BeforeEach
  void start() {
    RedisServer.assumeInstalled();
    redis.start();
    store = new OpenStore(Map.of("redis.url", redis.url()), InstantSource.system()).connected();
    counter = counter(store);
    // The first calls of a JVM are slow.
    Awaitility.await().atMost(20, SECONDS).until(() -> !counter.isDegraded() && fast(200));
  }

  private static FailoverWindowCounter counter(OpenStore store) {
    return new FailoverWindowCounter(
        store.counter(),
        new MemoryWindowCounter(InstantSource.system(), 1000),
        (after, task) -> store.vertx().setTimer(after.toMillis(), t -> task.run()));
  }

  @AfterEach
  void stop() {
    if (store != null) {
      store.close();
    }
    redis.close();
  }

  private boolean fast(int calls) {
    long start = System.nanoTime();
    for (int i = 0; i < calls; i++) {
      add();
    }
    return (System.nanoTime() - start) / 1_000_000 < calls * 5L;
  }

  private Count add() {
    return counter.apply(ADD).toCompletableFuture().join();
  }

  /** Requests one after the other until it has switched over; none may wait long, none is lost. */
  private void requestsUntilSwitched(long counted) {
    long first = System.nanoTime();
    long expected = counted;
    while (counter.state() == FailoverWindowCounter.State.SHARED) {
      long start = System.nanoTime();
      assertThat(add().value()).isEqualTo(++expected);
      assertThat((System.nanoTime() - start) / 1_000_000)
          .as("wait of a request")
          .isLessThan(LONGEST_WAIT_MILLIS);
      assertThat(Duration.ofNanos(System.nanoTime() - first))
          .as("since the first failure")
          .isLessThan(SWITCH.plusMillis(LONGEST_WAIT_MILLIS));
    }
    long start = System.nanoTime();
    for (int i = 0; i < 1000; i++) {
      assertThat(add().value()).isEqualTo(++expected);
    }
    assertThat((System.nanoTime() - start) / 1_000_000)
        .as("a thousand requests while it is away")
        .isLessThan(1000);
  }

  private void isBack() {
    Awaitility.await()
        .pollInterval(20, MILLISECONDS)
        .atMost(RETURN)
        .until(() -> counter.state() == FailoverWindowCounter.State.SHARED);
  }

  @Test
  void killedAndRestartedEmptyItCountsOnFromWhereItWas() {
    long counted = add().value();
    redis.kill();
    requestsUntilSwitched(counted);
    long away = add().value();
    redis.start();
    isBack();
    assertThat(add().value()).isEqualTo(away + 1);
    assertThat(redis.cli("keys", "*:read:*")).isNotEmpty();
  }

  @Test
  void frozenItIsGivenUpAndTakenBack() {
    long counted = add().value();
    redis.freeze();
    try {
      requestsUntilSwitched(counted);
    } finally {
      redis.thaw();
    }
    isBack();
    assertThat(add().value()).isGreaterThan(counted + 1000);
  }

  @Test
  void readOnlyAfterAFailoverIsAway() {
    long counted = add().value();
    redis.cli("config", "set", "replica-serve-stale-data", "yes");
    redis.cli("replicaof", "127.0.0.1", "1");
    requestsUntilSwitched(counted);
    redis.cli("replicaof", "no", "one");
    isBack();
  }

  @Test
  void aPasswordThatNoLongerOpensIsAway() {
    long counted = add().value();
    redis.cli("config", "set", "requirepass", "changed");
    redis.cli("-a", "changed", "client", "kill", "type", "normal");
    requestsUntilSwitched(counted);
    redis.cli("-a", "changed", "config", "set", "requirepass", "");
    isBack();
  }

  @Test
  void aWrongKeyTroublesItsBudgetOnly() {
    // Not a matter of time, so one that waits.
    store.close();
    store = OpenStore.at(redis.url());
    counter = counter(store);
    Count count = add();
    String key = "kobana:mcp:{a}:read:" + (count.resetEpochSecond() / 3600 - 1);
    redis.cli("del", key);
    redis.cli("rpush", key, "x");
    assertThat(add().value()).isEqualTo(count.value() + 1);
    assertThat(add().value()).isEqualTo(count.value() + 2);
    assertThat(counter.isDegraded()).isTrue();
    assertThat(counter.state()).isEqualTo(FailoverWindowCounter.State.SHARED);
    redis.cli("del", key);
    Awaitility.await().atMost(RETURN).until(() -> !counter.isDegraded());
    assertThat(add().value()).isEqualTo(count.value() + 3);
  }

  @Test
  void marksFailClosed() {
    redis.kill();
    assertThatThrownBy(
            () ->
                store
                    .flags()
                    .claim("kobana:used:x", Duration.ofMinutes(1))
                    .toCompletableFuture()
                    .join())
        .hasRootCauseInstanceOf(StoreFailure.class);
  }

  @Test
  void aStartWithoutRedisCountsHereAndGoesOverWhenItComes() {
    redis.kill();
    try (OpenStore late = new OpenStore(Map.of("redis.url", redis.url()), InstantSource.system())) {
      counter = counter(late);
      assertThat(counter.begin().toCompletableFuture().join())
          .isEqualTo(FailoverWindowCounter.State.MEMORY);
      assertThat(add().value()).isEqualTo(1);
      redis.start();
      isBack();
      assertThat(add().value()).isEqualTo(2);
    }
  }
}
