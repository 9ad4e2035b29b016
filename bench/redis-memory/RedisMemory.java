import br.com.kobana.mcp.redis.RedisStore;
import br.com.kobana.mcp.settings.Settings;
import br.com.kobana.mcp.throttle.Bucket;
import br.com.kobana.mcp.throttle.Budget;
import br.com.kobana.mcp.throttle.FailoverWindowCounter;
import br.com.kobana.mcp.throttle.MemoryWindowCounter;
import br.com.kobana.mcp.throttle.Step;
import br.com.kobana.mcp.throttle.WindowCounter;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.impl.VertxInternal;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * A million counted calls over ten thousand accounts: what Redis holds then, and that it holds
 * nothing once the window is over; before that, what one counted call costs. See run.sh.
 */
public final class RedisMemory {
  private static final int CALLS = 1_000_000;
  private static final int ACCOUNTS = 10_000;
  private static final int WINDOW_SECONDS = 120;
  private static final int UNDER_WAY = 64;

  public static void main(String[] args) throws Exception {
    String url = "redis://127.0.0.1:" + args[0];
    Vertx vertx = Vertx.vertx(new VertxOptions().setEventLoopPoolSize(1));
    Context loop = ((VertxInternal) vertx).createEventLoopContext();
    InstantSource clock = InstantSource.system();
    Settings.Redis redis =
        Settings.with(
                Map.of("kobana.api-url", "sandbox", "redis.url", url, "redis.timeout-ms", "5000"))
            .redis();
    RedisStore store = new RedisStore(vertx, 1, redis, clock);
    while (store.counter().generation() < 1) {
      TimeUnit.MILLISECONDS.sleep(20);
    }
    MemoryWindowCounter memory = new MemoryWindowCounter(clock, 200_000);
    WindowCounter shared =
        new FailoverWindowCounter(
            store.counter(),
            new MemoryWindowCounter(clock, 200_000),
            (after, task) -> vertx.setTimer(after.toMillis(), t -> task.run()));
    for (int round = 0; round < 3; round++) {
      latency("memory", loop, memory, 1);
      latency("redis", loop, shared, 1);
      latency("memory", loop, memory, UNDER_WAY);
      latency("redis", loop, shared, UNDER_WAY);
    }
    redisCli(args[0], "flushall");
    String[] accounts = new String[ACCOUNTS];
    for (int i = 0; i < ACCOUNTS; i++) {
      accounts[i] = new UUID(0x0190_0000_0000_7000L, 0x8000_0000_0000_0000L | i).toString();
    }
    long before = used(args[0]);
    TimeUnit.SECONDS.sleep(WINDOW_SECONDS - System.currentTimeMillis() / 1000 % WINDOW_SECONDS);
    long start = System.nanoTime();
    run(
        loop,
        shared,
        CALLS,
        UNDER_WAY,
        i ->
            new Step.Add(
                new Budget(Bucket.WRITE, accounts[i % ACCOUNTS], WINDOW_SECONDS), 1_000_000),
        new long[CALLS]);
    double seconds = (System.nanoTime() - start) / 1e9;
    long held = used(args[0]) - before;
    System.out.printf(
        "%d calls over %d accounts in %.1f s: %s keys, %d bytes in Redis, %d bytes an account%n",
        CALLS, ACCOUNTS, seconds, redisCli(args[0], "dbsize"), held, held / ACCOUNTS);
    long end = (System.currentTimeMillis() / 1000 / WINDOW_SECONDS + 1) * WINDOW_SECONDS;
    while (System.currentTimeMillis() / 1000 < end + 4) {
      TimeUnit.MILLISECONDS.sleep(200);
    }
    System.out.printf(
        "4 s after the window: %s keys, %d bytes%n",
        redisCli(args[0], "dbsize"), used(args[0]) - before);
    store.close();
    vertx.close();
  }

  private static void latency(String name, Context loop, WindowCounter counter, int underWay)
      throws Exception {
    int calls = 100_000;
    long[] nanos = new long[calls];
    Step step = new Step.Add(Budget.of(Bucket.READ, "one"), 1_000_000_000);
    run(loop, counter, calls, underWay, i -> step, nanos);
    Arrays.sort(nanos);
    System.out.printf(
        "%-6s %2d under way: p50 %.1f us, p99 %.1f us%n",
        name, underWay, nanos[calls / 2] / 1e3, nanos[calls * 99 / 100] / 1e3);
  }

  private static void run(
      Context loop,
      WindowCounter counter,
      int calls,
      int underWay,
      java.util.function.IntFunction<Step> steps,
      long[] nanos)
      throws Exception {
    CountDownLatch over = new CountDownLatch(underWay);
    int[] next = {0};
    for (int i = 0; i < underWay; i++) {
      loop.runOnContext(v -> one(counter, calls, next, steps, nanos, over));
    }
    over.await();
  }

  /** Calls that end at once are followed in a loop: the stack must not grow. */
  private static void one(
      WindowCounter counter,
      int calls,
      int[] next,
      java.util.function.IntFunction<Step> steps,
      long[] nanos,
      CountDownLatch over) {
    while (next[0] < calls) {
      int at = next[0]++;
      long start = System.nanoTime();
      var count = counter.apply(steps.apply(at)).toCompletableFuture();
      if (!count.isDone()) {
        count.thenRun(
            () -> {
              nanos[at] = System.nanoTime() - start;
              one(counter, calls, next, steps, nanos, over);
            });
        return;
      }
      nanos[at] = System.nanoTime() - start;
    }
    over.countDown();
  }

  private static long used(String port) throws Exception {
    return redisCli(port, "info", "memory")
        .lines()
        .filter(l -> l.startsWith("used_memory:"))
        .mapToLong(l -> Long.parseLong(l.substring(l.indexOf(':') + 1).strip()))
        .findFirst()
        .orElseThrow();
  }

  private static String redisCli(String port, String... command) throws Exception {
    String[] all = new String[command.length + 3];
    all[0] = "redis-cli";
    all[1] = "-p";
    all[2] = port;
    System.arraycopy(command, 0, all, 3, command.length);
    Process process = new ProcessBuilder(all).redirectErrorStream(true).start();
    return new String(process.getInputStream().readAllBytes()).strip();
  }
}
