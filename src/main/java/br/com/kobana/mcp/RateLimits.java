package br.com.kobana.mcp;

import br.com.kobana.mcp.observe.OperatorActions;
import br.com.kobana.mcp.observe.RateLimitHealth;
import br.com.kobana.mcp.observe.RateLimitMeters;
import br.com.kobana.mcp.observe.RateLimitsBean;
import br.com.kobana.mcp.redis.RedisFlags;
import br.com.kobana.mcp.redis.RedisStore;
import br.com.kobana.mcp.settings.Settings;
import br.com.kobana.mcp.throttle.Bucket;
import br.com.kobana.mcp.throttle.Budget;
import br.com.kobana.mcp.throttle.FailoverWindowCounter;
import br.com.kobana.mcp.throttle.MemorySpendLedger;
import br.com.kobana.mcp.throttle.MemoryWindowCounter;
import br.com.kobana.mcp.throttle.SharedCounter.Known;
import br.com.kobana.mcp.throttle.SpendLedger;
import br.com.kobana.mcp.throttle.Step;
import br.com.kobana.mcp.throttle.StoreFailure;
import br.com.kobana.mcp.throttle.Throttle;
import br.com.kobana.mcp.throttle.WindowCounter;
import io.micrometer.core.instrument.MeterRegistry;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import javax.management.ObjectName;
import org.apache.camel.CamelContext;
import org.apache.camel.health.HealthCheckRegistry;
import org.apache.camel.spi.ManagementAgent;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The counter of the rate limits as it is configured, and what operators see of it. */
final class RateLimits implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(RateLimits.class);
  private static final int MAX_COUNTED_BUDGETS = 200_000;

  /** How long a start waits for Redis before it counts in memory. */
  private static final Duration FIRST_ANSWER = Duration.ofSeconds(2);

  private static final Duration LOOK_AGAIN = Duration.ofMillis(50);

  /** The first calls of a process are slow: so many good ones in a row, then it is warm. */
  private static final int WARM = 50;

  private final MemoryWindowCounter memory;
  private final Optional<RedisStore> store;
  private final Optional<FailoverWindowCounter> failover;
  private final RateLimitMeters meters;
  private final MemorySpendLedger spent;

  private RateLimits(
      MemoryWindowCounter memory,
      Optional<RedisStore> store,
      Optional<FailoverWindowCounter> failover,
      InstantSource clock) {
    this.memory = memory;
    this.spent = new MemorySpendLedger(clock, MAX_COUNTED_BUDGETS);
    this.store = store;
    this.failover = failover;
    this.meters = new RateLimitMeters(this::isDegraded, this::switches);
  }

  /** Starts whether Redis is there or not. */
  static RateLimits start(Settings settings, Vertx vertx, int loops, InstantSource clock)
      throws IOException, InterruptedException {
    MemoryWindowCounter memory = new MemoryWindowCounter(clock, MAX_COUNTED_BUDGETS);
    if (!settings.redis().isUsed()) {
      return new RateLimits(memory, Optional.empty(), Optional.empty(), clock);
    }
    if (settings.auth().stateKeys().isEmpty()) {
      LOG.warn(
          "redis.url is set and mcp.state-keys is not: cursors and what is sealed open on the replica"
              + " that made them only");
    }
    RedisStore store = new RedisStore(vertx, loops, settings.redis(), clock);
    FailoverWindowCounter failover =
        new FailoverWindowCounter(
            store.counter(),
            memory,
            (after, task) -> vertx.setTimer(after.toMillis(), t -> task.run()));
    long end = System.nanoTime() + FIRST_ANSWER.toNanos();
    waitForRedis(store, loops, end);
    warm(store, end);
    // Before the first request: one that came during the question would be counted in doubt.
    failover
        .begin()
        .toCompletableFuture()
        .completeOnTimeout(
            FailoverWindowCounter.State.MEMORY, FIRST_ANSWER.toMillis(), TimeUnit.MILLISECONDS)
        .join();
    return new RateLimits(memory, Optional.of(store), Optional.of(failover), clock);
  }

  private static void waitForRedis(RedisStore store, int loops, long end)
      throws InterruptedException {
    while (store.counter().generation() < loops && System.nanoTime() < end) {
      TimeUnit.MILLISECONDS.sleep(LOOK_AGAIN.toMillis());
    }
  }

  /** Without it, the first requests would find answers late and be counted in this process. */
  private static void warm(RedisStore store, long end) {
    Budget written = Budget.of(Bucket.ADDRESS, "start");
    Budget read = Budget.of(Bucket.WRITE, "start");
    for (int good = 0; good < WARM && System.nanoTime() < end; ) {
      try {
        store.counter().apply(new Step.Peek(read), Known.NOTHING).toCompletableFuture().join();
        store.counter().probe(written).toCompletableFuture().join();
        good++;
      } catch (CompletionException e) {
        if (StoreFailure.of(e) != StoreFailure.Reason.SLOW) {
          return;
        }
        good = 0;
      }
    }
  }

  WindowCounter counter() {
    return failover.<WindowCounter>map(f -> f).orElse(memory);
  }

  RateLimitMeters meters() {
    return meters;
  }

  /** Single-use marks, where Redis is configured. */
  Optional<RedisFlags> flags() {
    return store.map(RedisStore::flags);
  }

  /** Sums of what was spent: in Redis where it is configured, and then only there. */
  SpendLedger ledger() {
    return store.map(RedisStore::ledger).orElse(spent);
  }

  boolean isDegraded() {
    return failover.filter(FailoverWindowCounter::isDegraded).isPresent();
  }

  private int switches() {
    return failover.map(FailoverWindowCounter::switches).orElse(0);
  }

  /** Shows health, metrics and JMX. */
  void show(CamelContext camel, Throttle throttle, OperatorActions actions) throws Exception {
    HealthCheckRegistry health = HealthCheckRegistry.get(camel);
    if (health != null) {
      health.register(new RateLimitHealth(store.isPresent(), this::isDegraded, this::switches));
    }
    MeterRegistry registry = camel.getRegistry().findSingleByType(MeterRegistry.class);
    if (registry != null) {
      meters.bindTo(registry);
    }
    ManagementAgent agent = camel.getManagementStrategy().getManagementAgent();
    if (agent != null) {
      agent.register(
          new RateLimitsBean(throttle, meters, this::isDegraded, actions),
          new ObjectName(RateLimitsBean.NAME + ",name=" + camel.getManagementName()));
    }
  }

  /** Forgets what this process counted. */
  void reset() {
    memory.reset();
    spent.reset();
  }

  @Override
  public void close() {
    store.ifPresent(RedisStore::close);
  }
}
