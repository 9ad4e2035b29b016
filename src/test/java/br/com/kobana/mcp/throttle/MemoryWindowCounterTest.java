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
  private static final long HOUR_END = Instant.parse("2026-11-30T17:00:00Z").getEpochSecond();
  private final AtomicReference<Instant> now =
      new AtomicReference<>(Instant.parse("2026-11-30T16:59:58Z"));
  private final MemoryWindowCounter counter = new MemoryWindowCounter(now::get, 1000);
  private final Budget budget = Budget.of(Bucket.WRITE, "a");

  private WindowCounter.Count add(Budget to) {
    return counter.count(new Step.Add(to, Long.MAX_VALUE));
  }

  private long peek() {
    return counter.count(new Step.Peek(budget)).value();
  }

  @Test
  void countsOneByOneAndEndsOnTheHour() {
    assertThat(add(budget).value()).isEqualTo(1);
    WindowCounter.Count second = add(budget);
    assertThat(second.value()).isEqualTo(2);
    assertThat(second.resetEpochSecond()).isEqualTo(HOUR_END);
    assertThat(second.resetEpochSecond() - second.nowEpochSecond()).isEqualTo(2);
    assertThat(add(Budget.of(Bucket.WRITE, "b")).value()).isEqualTo(1);
    assertThat(add(Budget.of(Bucket.READ, "a")).value()).isEqualTo(1);
  }

  @Test
  void aNewWindowStartsAtOne() {
    add(budget);
    now.set(Instant.parse("2026-11-30T17:00:00Z"));
    assertThat(add(budget).value()).isEqualTo(1);
  }

  @Test
  void peekingCountsNothing() {
    add(budget);
    assertThat(peek()).isEqualTo(1);
    assertThat(add(budget).value()).isEqualTo(2);
  }

  @Test
  void whoIsRefusedSpendsNothing() {
    Step two = new Step.Add(budget, 2);
    assertThat(List.of(count(two), count(two), count(two), count(two)))
        .containsExactly(1L, 2L, 3L, 3L);
    assertThat(count(new Step.Add(budget, 3))).isEqualTo(3);
  }

  private long count(Step step) {
    return counter.count(step).value();
  }

  @Test
  void aUnitGivenBackServesAgain() {
    add(budget);
    add(budget);
    assertThat(count(new Step.GiveBack(budget, HOUR_END))).isEqualTo(1);
    assertThat(count(new Step.GiveBack(budget, HOUR_END))).isZero();
    assertThat(count(new Step.GiveBack(budget, HOUR_END))).isZero();
  }

  @Test
  void raisingNeverLowers() {
    assertThat(count(new Step.Raise(budget, HOUR_END, 7))).isEqualTo(7);
    assertThat(count(new Step.Raise(budget, HOUR_END, 3))).isEqualTo(7);
  }

  @Test
  void whatIsOfAnotherWindowChangesNothing() {
    add(budget);
    count(new Step.Raise(budget, HOUR_END - 3600, 50));
    count(new Step.Raise(budget, HOUR_END + 3600, 50));
    count(new Step.GiveBack(budget, HOUR_END - 3600));
    assertThat(peek()).isEqualTo(1);
  }

  @Test
  void clearingStartsAfresh() {
    add(budget);
    assertThat(count(new Step.Clear(budget))).isZero();
    assertThat(add(budget).value()).isEqualTo(1);
  }

  @Test
  void nothingIsLostBetweenThreads() throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(8);
    try {
      List<Callable<Long>> adds = new ArrayList<>();
      for (int i = 0; i < 5_000; i++) {
        adds.add(() -> add(budget).value());
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
