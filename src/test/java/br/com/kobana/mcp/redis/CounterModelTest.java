package br.com.kobana.mcp.redis;

import static org.assertj.core.api.Assertions.assertThat;

import br.com.kobana.mcp.testing.RedisServer;
import br.com.kobana.mcp.throttle.Bucket;
import br.com.kobana.mcp.throttle.Budget;
import br.com.kobana.mcp.throttle.MemoryWindowCounter;
import br.com.kobana.mcp.throttle.SharedCounter.Known;
import br.com.kobana.mcp.throttle.Step;
import br.com.kobana.mcp.throttle.WindowCounter;
import br.com.kobana.mcp.throttle.WindowCounter.Count;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Both counters against a model: one caller at a time, they answer as a plain number would; many at
 * once, their answers are those of some order.
 */
class CounterModelTest {
  @RegisterExtension static final RedisServer REDIS = RedisServer.with();

  private static final int CALLERS = 8;
  private static final int CALLS = 40;
  private static final long LIMIT = 100;

  /** A number for each budget. */
  private static final class Model {
    private final Map<Budget, Long> counts = new HashMap<>();
    private final Set<Budget> closed = new HashSet<>();

    long apply(Step step, long end) {
      long before = counts.getOrDefault(step.budget(), 0L);
      if (step instanceof Step.Close) {
        closed.add(step.budget());
      } else if (step instanceof Step.Clear) {
        closed.remove(step.budget());
      }
      if (step instanceof Step.Add && closed.contains(step.budget())) {
        return before;
      }
      if (step instanceof Step.Add add && before >= add.limit()) {
        return before + 1;
      }
      long after = before;
      if (step instanceof Step.Add) {
        after = before + 1;
      } else if (step instanceof Step.Raise raise) {
        after = raise.resetEpochSecond() == end ? Math.max(before, raise.atLeast()) : before;
      } else if (step instanceof Step.GiveBack back) {
        after = back.resetEpochSecond() == end ? Math.max(0, before - 1) : before;
      } else if (step instanceof Step.Clear) {
        after = 0;
      }
      counts.put(step.budget(), after);
      return after;
    }
  }

  private static Step step(Random random, long end) {
    Budget budget = Budget.of(Bucket.WRITE, "model-" + random.nextInt(3));
    return switch (random.nextInt(12)) {
      case 0 -> new Step.Peek(budget);
      case 1 -> new Step.Raise(budget, end, random.nextInt(12));
      case 2, 3 -> new Step.GiveBack(budget, end);
      case 4 ->
          switch (random.nextInt(6)) {
            case 0 -> new Step.Close(budget, end + random.nextInt(7200));
            case 1, 2 -> new Step.Clear(budget);
            default -> new Step.Peek(budget);
          };
      default -> new Step.Add(budget, 4 + random.nextInt(8));
    };
  }

  private static void oneAtATime(WindowCounter counter, long seed) {
    Random random = new Random(seed);
    long end =
        counter
            .apply(new Step.Peek(Budget.of(Bucket.WRITE, "model-0")))
            .toCompletableFuture()
            .join()
            .resetEpochSecond();
    for (int owner = 0; owner < 3; owner++) {
      counter
          .apply(new Step.Clear(Budget.of(Bucket.WRITE, "model-" + owner)))
          .toCompletableFuture()
          .join();
    }
    Model model = new Model();
    for (int i = 0; i < 400; i++) {
      Step step = step(random, end);
      Count count = counter.apply(step).toCompletableFuture().join();
      if (count.resetEpochSecond() != end) {
        return; // The hour has turned: the model knows one window only.
      }
      assertThat(count.value())
          .as("seed %d, step %d: %s", seed, i, step)
          .isEqualTo(model.apply(step, end));
      assertThat(count.isClosed())
          .as("closed: seed %d, step %d: %s", seed, i, step)
          .isEqualTo(model.closed.contains(step.budget()));
    }
  }

  /**
   * Adds, some of which are given back: every answer within the limit is seen once for each time
   * that count was reached, so the answers are those of one order, and what remains is what was not
   * given back.
   */
  private static void manyAtOnce(List<WindowCounter> replicas, String owner) throws Exception {
    Budget budget = Budget.of(Bucket.READ, owner);
    ExecutorService pool = Executors.newFixedThreadPool(CALLERS);
    CountDownLatch go = new CountDownLatch(1);
    try {
      List<CompletableFuture<List<Long>>> callers = new ArrayList<>();
      for (int c = 0; c < CALLERS; c++) {
        WindowCounter replica = replicas.get(c % replicas.size());
        callers.add(
            CompletableFuture.supplyAsync(
                () -> {
                  await(go);
                  List<Long> answers = new ArrayList<>();
                  for (int i = 0; i < CALLS; i++) {
                    CompletionStage<Count> count = replica.apply(new Step.Add(budget, LIMIT));
                    answers.add(count.toCompletableFuture().join().value());
                  }
                  return answers;
                },
                pool));
      }
      go.countDown();
      List<Long> answers = new ArrayList<>();
      for (CompletableFuture<List<Long>> caller : callers) {
        List<Long> own = caller.join();
        assertThat(own).as("one caller's counts never fall").isSorted();
        answers.addAll(own);
      }
      assertThat(answers.stream().filter(a -> a <= LIMIT))
          .containsExactlyInAnyOrderElementsOf(LongStream.rangeClosed(1, LIMIT).boxed().toList());
      assertThat(answers.stream().filter(a -> a > LIMIT)).containsOnly(LIMIT + 1);
    } finally {
      pool.shutdown();
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  void memoryAnswersAsTheModelDoes() {
    Instant now = Instant.parse("2026-11-30T16:30:00Z");
    for (int seed = 0; seed < 100; seed++) {
      oneAtATime(new MemoryWindowCounter(() -> now, 1000), seed);
    }
  }

  @Test
  void redisAnswersAsTheModelDoes() {
    try (OpenStore store = OpenStore.at(REDIS.url())) {
      for (int seed = 0; seed < 10; seed++) {
        oneAtATime(step -> store.counter().apply(step, Known.NOTHING), seed);
      }
    }
  }

  @Test
  void answersOfMemoryAreThoseOfSomeOrder() throws Exception {
    for (int round = 0; round < 20; round++) {
      manyAtOnce(
          List.of(new MemoryWindowCounter(InstantSource.fixed(Instant.EPOCH), 10)), "r" + round);
    }
  }

  @Test
  void answersOfRedisToTwoReplicasAreThoseOfSomeOrder() throws Exception {
    try (OpenStore one = OpenStore.at(REDIS.url());
        OpenStore two = OpenStore.at(REDIS.url())) {
      for (int round = 0; round < 5; round++) {
        manyAtOnce(
            List.of(
                step -> one.counter().apply(step, Known.NOTHING),
                step -> two.counter().apply(step, Known.NOTHING)),
            "r" + round);
      }
    }
  }
}
