package br.com.kobana.mcp.throttle;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class MemoryWindowCounterTest {
  private final AtomicReference<Instant> now =
      new AtomicReference<>(Instant.parse("2026-11-30T16:59:58Z"));
  private final MemoryWindowCounter counter = new MemoryWindowCounter(now::get, 1000);

  private WindowCounter.Count add(String key) {
    return counter.add(key, 3600).toCompletableFuture().join();
  }

  @Test
  void countsOneByOneAndEndsOnTheHour() {
    assertThat(add("a").value()).isEqualTo(1);
    WindowCounter.Count second = add("a");
    assertThat(second.value()).isEqualTo(2);
    assertThat(second.resetEpochSecond() % 3600).isZero();
    assertThat(second.resetEpochSecond() - second.nowEpochSecond()).isEqualTo(2);
    assertThat(add("b").value()).isEqualTo(1);
  }

  @Test
  void aNewWindowStartsAtOne() {
    add("a");
    now.set(Instant.parse("2026-11-30T17:00:00Z"));
    assertThat(add("a").value()).isEqualTo(1);
  }

  @Test
  void peekingCountsNothing() {
    add("a");
    assertThat(counter.peek("a", 3600).toCompletableFuture().join().value()).isEqualTo(1);
    assertThat(add("a").value()).isEqualTo(2);
  }

  @Test
  void nothingIsLostBetweenThreads() throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(8);
    try {
      List<Callable<Long>> adds = new ArrayList<>();
      for (int i = 0; i < 5_000; i++) {
        adds.add(() -> add("a").value());
      }
      List<Long> values = new ArrayList<>();
      for (Future<Long> value : pool.invokeAll(adds)) {
        values.add(value.get());
      }
      assertThat(values).doesNotHaveDuplicates().contains(1L, 5_000L);
    } finally {
      pool.shutdown();
    }
  }
}
