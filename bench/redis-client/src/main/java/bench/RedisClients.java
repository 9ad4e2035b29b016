package bench;

import com.sun.management.OperatingSystemMXBean;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.impl.VertxInternal;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Redis;
import io.vertx.redis.client.RedisConnection;
import io.vertx.redis.client.RedisOptions;
import io.vertx.redis.client.Request;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.redisson.Redisson;
import org.redisson.api.RScript;
import org.redisson.api.RedissonClient;
import org.redisson.client.codec.StringCodec;
import org.redisson.config.Config;

/**
 * The counter's script through two clients, called as the gateway calls it: from event loops, each
 * with a fixed number of calls under way. Arguments: port, seconds a sample, rounds.
 */
public final class RedisClients {
  private static final String SCRIPT =
      "local t = redis.call('TIME') local n = tonumber(redis.call('GET', KEYS[1]) or 0) + 1"
          + " redis.call('SET', KEYS[1], n, 'EX', 3600) return {n, tonumber(t[1]), tonumber(t[2])}";
  private static final int LOOPS = 2;
  private static final OperatingSystemMXBean OS =
      (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

  /** One call; completes on the loop it was made from. */
  private interface Client {
    Future<?> call(Context loop, int at, String key);
  }

  private RedisClients() {}

  public static void main(String[] args) throws Exception {
    int port = Integer.parseInt(args[0]);
    long seconds = Long.parseLong(args[1]);
    int rounds = Integer.parseInt(args[2]);
    Vertx vertx = Vertx.vertx(new VertxOptions().setEventLoopPoolSize(LOOPS));
    List<Context> loops = new ArrayList<>();
    for (int i = 0; i < LOOPS; i++) {
      loops.add(((VertxInternal) vertx).createEventLoopContext());
    }
    CountDownLatch warm = new CountDownLatch(LOOPS);
    loops.forEach(l -> l.runOnContext(v -> warm.countDown()));
    warm.await();

    int threads = Thread.activeCount();
    long t0 = System.nanoTime();
    Client vertxClient = vertxClient(vertx, loops, port);
    await(vertxClient.call(loops.get(0), 0, "first"));
    System.out.printf(
        "start to first answer: vertx-redis-client %d ms, threads added %d%n",
        (System.nanoTime() - t0) / 1_000_000, Thread.activeCount() - threads);
    threads = Thread.activeCount();
    t0 = System.nanoTime();
    Config config = new Config();
    config.setCodec(StringCodec.INSTANCE).setUseScriptCache(true);
    config.useSingleServer().setAddress("redis://127.0.0.1:" + port).setRetryAttempts(0);
    RedissonClient redisson = Redisson.create(config);
    RScript script = redisson.getScript(StringCodec.INSTANCE);
    String sha = script.scriptLoad(SCRIPT);
    Client redissonClient =
        (loop, at, key) -> {
          Promise<Object> done = Promise.promise();
          script
              .evalShaAsync(
                  RScript.Mode.READ_WRITE, sha, RScript.ReturnType.MULTI, List.<Object>of(key))
              .whenComplete(
                  (v, e) ->
                      loop.runOnContext(
                          x -> {
                            if (e == null) {
                              done.complete(v);
                            } else {
                              done.fail(e);
                            }
                          }));
          return done.future();
        };
    await(redissonClient.call(loops.get(0), 0, "first"));
    System.out.printf(
        "start to first answer: redisson %d ms, threads added %d%n",
        (System.nanoTime() - t0) / 1_000_000, Thread.activeCount() - threads);

    for (int depth : new int[] {1, 16}) {
      sample("warm-up", vertxClient, loops, depth, seconds);
      sample("warm-up", redissonClient, loops, depth, seconds);
      for (int round = 0; round < rounds; round++) {
        sample("vertx-redis-client", vertxClient, loops, depth, seconds);
        sample("redisson", redissonClient, loops, depth, seconds);
      }
    }
    redisson.shutdown();
    vertx.close();
  }

  /** One connection a loop, calls pipelined. */
  private static Client vertxClient(Vertx vertx, List<Context> loops, int port) throws Exception {
    RedisConnection[] links = new RedisConnection[LOOPS];
    String[] sha = new String[1];
    CountDownLatch connected = new CountDownLatch(LOOPS);
    for (int i = 0; i < LOOPS; i++) {
      int at = i;
      loops
          .get(i)
          .runOnContext(
              v ->
                  Redis.createClient(
                          vertx,
                          new RedisOptions()
                              .setConnectionString("redis://127.0.0.1:" + port)
                              .setMaxWaitingHandlers(16384))
                      .connect()
                      .onSuccess(
                          link -> {
                            links[at] = link;
                            link.send(Request.cmd(Command.SCRIPT).arg("LOAD").arg(SCRIPT))
                                .onSuccess(
                                    r -> {
                                      sha[0] = r.toString();
                                      connected.countDown();
                                    });
                          }));
    }
    connected.await();
    return (loop, at, key) ->
        links[at].send(Request.cmd(Command.EVALSHA).arg(sha[0]).arg("1").arg(key));
  }

  private static void sample(
      String name, Client client, List<Context> loops, int depth, long seconds) throws Exception {
    long end = System.nanoTime() + seconds * 1_000_000_000L;
    long cpu = OS.getProcessCpuTime();
    long start = System.nanoTime();
    AtomicInteger running = new AtomicInteger(LOOPS * depth);
    CountDownLatch over = new CountDownLatch(1);
    List<long[]> latencies = new ArrayList<>();
    int[] counts = new int[LOOPS];
    for (int i = 0; i < LOOPS; i++) {
      latencies.add(new long[8_000_000]);
      int at = i;
      for (int d = 0; d < depth; d++) {
        loops
            .get(i)
            .runOnContext(
                v -> next(client, loops.get(at), at, end, latencies.get(at), counts, running, over));
      }
    }
    over.await();
    long calls = Arrays.stream(counts).sum();
    long elapsed = System.nanoTime() - start;
    long spent = OS.getProcessCpuTime() - cpu;
    long[] all =
        java.util.stream.LongStream.concat(
                Arrays.stream(latencies.get(0), 0, counts[0]),
                Arrays.stream(latencies.get(1), 0, counts[1]))
            .sorted()
            .toArray();
    System.out.printf(
        "%-20s under way %2d a loop: %6d calls/s, CPU %4.1f us a call, p50 %d us, p99 %d us%n",
        name,
        depth,
        calls * 1_000_000_000L / elapsed,
        spent / 1000.0 / calls,
        all[all.length / 2] / 1000,
        all[(int) (all.length * 0.99)] / 1000);
  }

  private static void next(
      Client client,
      Context loop,
      int at,
      long end,
      long[] latencies,
      int[] counts,
      AtomicInteger running,
      CountDownLatch over) {
    long began = System.nanoTime();
    if (began >= end) {
      if (running.decrementAndGet() == 0) {
        over.countDown();
      }
      return;
    }
    client
        .call(loop, at, "bench:{" + (counts[at] % 10_000) + "}")
        .onComplete(
            done -> {
              if (done.failed()) {
                throw new IllegalStateException(done.cause());
              }
              latencies[counts[at]++] = System.nanoTime() - began;
              next(client, loop, at, end, latencies, counts, running, over);
            });
  }

  private static void await(Future<?> future) throws Exception {
    future.toCompletionStage().toCompletableFuture().get(10, TimeUnit.SECONDS);
  }
}
