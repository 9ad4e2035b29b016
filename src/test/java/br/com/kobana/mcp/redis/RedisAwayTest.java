package br.com.kobana.mcp.redis;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
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
import java.util.concurrent.atomic.AtomicLong;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * A real Redis that goes away in each of the ways it can, and what is counted then. How long that
 * may take is shown by {@link WaitingTimesTest}, whose time is not this machine's.
 */
class RedisAwayTest {
  private static final Budget BUDGET = Budget.of(Bucket.READ, "a");
  private static final Step ADD = new Step.Add(BUDGET, Long.MAX_VALUE >> 12);

  /** So that only a Redis that is away is late, and not a busy machine. */
  private static final String TIMEOUT_MILLIS = "1000";

  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private final RedisServer redis = RedisServer.with();
  private OpenStore store;
  private FailoverWindowCounter counter;

  @BeforeEach
  void start() {
    RedisServer.assumeInstalled();
    redis.start();
    store = open().connected();
    counter = counter(store);
  }

  private OpenStore open() {
    return new OpenStore(
        Map.of("redis.url", redis.url(), "redis.timeout-ms", TIMEOUT_MILLIS),
        InstantSource.system());
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

  private Count add() {
    return counter.apply(ADD).toCompletableFuture().join();
  }

  /** Requests one after the other until it has switched over, and more; none is lost. */
  private void requestsUntilSwitched(long counted) {
    AtomicLong expected = new AtomicLong(counted);
    Awaitility.await()
        .pollDelay(Duration.ZERO)
        .pollInterval(1, MILLISECONDS)
        .atMost(PATIENCE)
        .until(
            () -> {
              assertThat(add().value()).isEqualTo(expected.incrementAndGet());
              return counter.state() == FailoverWindowCounter.State.MEMORY;
            });
    for (int i = 0; i < 1000; i++) {
      assertThat(add().value()).isEqualTo(expected.incrementAndGet());
    }
  }

  private void isBack() {
    Awaitility.await()
        .pollInterval(20, MILLISECONDS)
        .atMost(PATIENCE)
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
    Awaitility.await().atMost(PATIENCE).until(() -> !counter.isDegraded());
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
    try (OpenStore late = open()) {
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
