package br.com.kobana.mcp.redis;

import br.com.kobana.mcp.settings.Settings;
import br.com.kobana.mcp.throttle.SharedCounter;
import br.com.kobana.mcp.throttle.SpendLedger;
import br.com.kobana.mcp.throttle.Step;
import br.com.kobana.mcp.throttle.WindowCounter.Count;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import java.io.IOException;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;

/** A store as a gateway opens it, with event loops of its own. */
final class OpenStore implements AutoCloseable {
  private static final int LOOPS = 2;
  private final Vertx vertx = Vertx.vertx(new VertxOptions().setEventLoopPoolSize(LOOPS));
  private final RedisStore store;

  /** As configured, time-out included. */
  OpenStore(Map<String, String> settings, InstantSource clock) {
    try {
      Map<String, String> all = new HashMap<>(settings);
      all.put("kobana.api-url", "sandbox");
      store = new RedisStore(vertx, LOOPS, Settings.with(all).redis(), clock);
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  /** One that is connected and patient: for tests of what is answered, not of when. */
  static OpenStore at(String url) {
    return at(Map.of("redis.url", url), InstantSource.system());
  }

  static OpenStore at(Map<String, String> settings, InstantSource clock) {
    Map<String, String> patient = new HashMap<>(settings);
    patient.put("redis.timeout-ms", "10000");
    return new OpenStore(patient, clock).connected();
  }

  OpenStore connected() {
    Awaitility.await()
        .atMost(20, TimeUnit.SECONDS)
        .until(() -> store.counter().generation() >= LOOPS);
    return this;
  }

  Vertx vertx() {
    return vertx;
  }

  SharedCounter counter() {
    return store.counter();
  }

  SpendLedger ledger() {
    return store.ledger();
  }

  RedisFlags flags() {
    return store.flags();
  }

  Count count(Step step) {
    return store.counter().apply(step, SharedCounter.Known.NOTHING).toCompletableFuture().join();
  }

  @Override
  public void close() {
    store.close();
    vertx.close().toCompletionStage().toCompletableFuture().join();
  }
}
