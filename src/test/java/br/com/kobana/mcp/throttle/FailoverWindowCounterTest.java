package br.com.kobana.mcp.throttle;

import static org.assertj.core.api.Assertions.assertThat;

import br.com.kobana.mcp.testing.LoggedLines;
import br.com.kobana.mcp.throttle.WindowCounter.Count;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The switch to counts of this process and back, with a store and a timer of the test's own. */
class FailoverWindowCounterTest {
  private static final Instant NOW = Instant.parse("2026-11-30T16:30:00Z");
  private static final long LIMIT = 60;

  @RegisterExtension
  final LoggedLines log = LoggedLines.of("br.com.kobana.mcp.throttle.FailoverWindowCounter");

  private final Store store = new Store();
  private final MemoryWindowCounter memory = new MemoryWindowCounter(() -> NOW, 1000);
  private final ArrayDeque<Runnable> due = new ArrayDeque<>();
  private final FailoverWindowCounter counter =
      new FailoverWindowCounter(store, memory, (after, task) -> due.add(task));
  private final Budget budget = Budget.of(Bucket.READ, "a");

  /** A store that counts, loses everything, fails or stays silent, as told. */
  private static final class Store implements SharedCounter {
    private MemoryWindowCounter counts = new MemoryWindowCounter(() -> NOW, 1000);
    private final Set<Budget> wrong = new HashSet<>();
    private Optional<StoreFailure.Reason> failing = Optional.empty();
    private long generation = 1;
    private int asked;
    private int probed;

    @Override
    public CompletionStage<Count> apply(Step step, Known known) {
      asked++;
      return answer(
          step.budget(),
          () -> {
            counts.count(new Step.Raise(step.budget(), known.resetEpochSecond(), known.count()));
            return counts.count(step);
          });
    }

    @Override
    public CompletionStage<Count> probe(Budget of) {
      probed++;
      return answer(of, () -> counts.count(new Step.Peek(of)));
    }

    private CompletionStage<Count> answer(Budget of, java.util.function.Supplier<Count> count) {
      Optional<StoreFailure.Reason> reason =
          failing.isPresent() || !wrong.contains(of)
              ? failing
              : Optional.of(StoreFailure.Reason.WRONG_TYPE);
      return reason
          .<CompletionStage<Count>>map(r -> CompletableFuture.failedFuture(new StoreFailure(r)))
          .orElseGet(() -> CompletableFuture.completedFuture(count.get()));
    }

    @Override
    public long generation() {
      return generation;
    }

    void restartEmpty() {
      counts = new MemoryWindowCounter(() -> NOW, 1000);
      generation++;
      failing = Optional.empty();
    }
  }

  private long add() {
    return counter.apply(new Step.Add(budget, LIMIT)).toCompletableFuture().join().value();
  }

  private void pass(int timers) {
    for (int i = 0; i < timers; i++) {
      due.remove().run();
    }
  }

  @Test
  void countingGoesOnWhereTheStoreStoppedAtTheFirstFailure() {
    add();
    add();
    store.failing = Optional.of(StoreFailure.Reason.AWAY);
    assertThat(add()).isEqualTo(3);
    assertThat(counter.state()).isEqualTo(FailoverWindowCounter.State.MEMORY);
    assertThat(counter.isDegraded()).isTrue();
  }

  @Test
  void aStoreThatIsAwayIsNotAskedByRequests() {
    store.failing = Optional.of(StoreFailure.Reason.REFUSES);
    add();
    int asked = store.asked;
    for (int i = 0; i < 100; i++) {
      add();
    }
    assertThat(store.asked).isEqualTo(asked);
    assertThat(due).hasSize(1);
  }

  @Test
  void theLimitHoldsWhileTheStoreIsAway() {
    store.failing = Optional.of(StoreFailure.Reason.AWAY);
    for (int i = 0; i < LIMIT; i++) {
      assertThat(add()).isLessThanOrEqualTo(LIMIT);
    }
    assertThat(add()).isGreaterThan(LIMIT);
  }

  @Test
  void oneLateAnswerIsNotAStoreThatIsAway() {
    store.failing = Optional.of(StoreFailure.Reason.SLOW);
    CompletionStage<Count> late;
    Store silentOnce = store;
    FailoverWindowCounter patient =
        new FailoverWindowCounter(
            new SharedCounter() {
              @Override
              public CompletionStage<Count> apply(Step step, Known known) {
                return silentOnce.apply(step, known);
              }

              @Override
              public CompletionStage<Count> probe(Budget of) {
                silentOnce.failing = Optional.empty();
                return silentOnce.probe(of);
              }

              @Override
              public long generation() {
                return 1;
              }
            },
            memory,
            (after, task) -> due.add(task));
    late = patient.apply(new Step.Add(budget, LIMIT));
    assertThat(late.toCompletableFuture().join().value()).isEqualTo(1);
    assertThat(patient.isDegraded()).isFalse();
    assertThat(log.lines()).isEmpty();
  }

  @Test
  void answersThatStayOutSwitchOverByProbesAlone() {
    store.failing = Optional.of(StoreFailure.Reason.SLOW);
    assertThat(add()).isEqualTo(1);
    assertThat(store.probed).isEqualTo(4);
    assertThat(counter.state()).isEqualTo(FailoverWindowCounter.State.MEMORY);
  }

  @Test
  void noRequestWaitsWhileAnswersAreMissing() {
    CompletableFuture<Count> never = new CompletableFuture<>();
    FailoverWindowCounter doubting =
        new FailoverWindowCounter(
            new SharedCounter() {
              @Override
              public CompletionStage<Count> apply(Step step, Known known) {
                store.asked++;
                return CompletableFuture.failedFuture(new StoreFailure(StoreFailure.Reason.SLOW));
              }

              @Override
              public CompletionStage<Count> probe(Budget of) {
                return never;
              }

              @Override
              public long generation() {
                return 1;
              }
            },
            memory,
            (after, task) -> due.add(task));
    for (int i = 1; i <= 5; i++) {
      assertThat(doubting.apply(new Step.Add(budget, LIMIT)).toCompletableFuture().getNow(null))
          .extracting(Count::value)
          .isEqualTo((long) i);
    }
    assertThat(store.asked).isEqualTo(1);
    assertThat(doubting.isDegraded()).isFalse();
  }

  @Test
  void twoGoodProbesInARowBringTheStoreBack() {
    store.failing = Optional.of(StoreFailure.Reason.AWAY);
    add();
    pass(1);
    store.failing = Optional.empty();
    pass(1);
    store.failing = Optional.of(StoreFailure.Reason.AWAY);
    pass(1);
    store.failing = Optional.empty();
    pass(1);
    assertThat(counter.isDegraded()).isTrue();
    pass(1);
    assertThat(counter.isDegraded()).isFalse();
    assertThat(due).isEmpty();
    int asked = store.asked;
    add();
    assertThat(store.asked).isEqualTo(asked + 1);
  }

  @Test
  void aStoreThatComesBackEmptyIsToldWhatWasCounted() {
    for (int i = 0; i < 10; i++) {
      add();
    }
    store.failing = Optional.of(StoreFailure.Reason.AWAY);
    add();
    add();
    store.restartEmpty();
    pass(2);
    assertThat(add()).isEqualTo(13);
    assertThat(store.counts.count(new Step.Peek(budget)).value()).isEqualTo(13);
  }

  @Test
  void aStoreRestartedBetweenTwoRequestsIsToldToo() {
    for (int i = 0; i < 10; i++) {
      add();
    }
    store.restartEmpty();
    assertThat(add()).isEqualTo(11);
  }

  @Test
  void whatOthersCountedIsNeverRaisedByWhatIsKnownHere() {
    add();
    store.counts.count(new Step.Clear(budget));
    assertThat(add()).isEqualTo(1);
  }

  @Test
  void aWrongKeyIsOneBudgetsTroubleOnly() {
    store.wrong.add(budget);
    assertThat(add()).isEqualTo(1);
    assertThat(add()).isEqualTo(2);
    assertThat(counter.state()).isEqualTo(FailoverWindowCounter.State.SHARED);
    assertThat(counter.isDegraded()).isTrue();
    int asked = store.asked;
    add();
    assertThat(store.asked).isEqualTo(asked);
    counter.apply(new Step.Add(Budget.of(Bucket.READ, "b"), LIMIT));
    assertThat(store.asked).isEqualTo(asked + 1);

    store.wrong.clear();
    pass(1);
    assertThat(counter.isDegraded()).isFalse();
    assertThat(add()).isEqualTo(4);
  }

  @Test
  void aClosedBudgetStaysClosedWhenTheStoreGoesAway() {
    Budget writes = Budget.of(Bucket.WRITE, "a");
    Step add = new Step.Add(writes, LIMIT);
    store.counts.count(new Step.Close(writes, NOW.getEpochSecond() + 20));
    assertThat(counter.apply(add).toCompletableFuture().join().isClosed()).isTrue();
    store.failing = Optional.of(StoreFailure.Reason.AWAY);
    assertThat(counter.apply(add).toCompletableFuture().join())
        .extracting(Count::isClosed, Count::closedUntilEpochSecond, Count::value)
        .containsExactly(true, NOW.getEpochSecond() + 20, 0L);
  }

  @Test
  void whatTheStoreOpensIsOpenHere() {
    Budget writes = Budget.of(Bucket.WRITE, "a");
    counter.apply(new Step.Close(writes, NOW.getEpochSecond() + 20));
    store.counts.count(new Step.Clear(writes));
    counter.apply(new Step.Peek(writes));
    store.failing = Optional.of(StoreFailure.Reason.AWAY);
    assertThat(counter.apply(new Step.Add(writes, LIMIT)).toCompletableFuture().join().isClosed())
        .isFalse();
  }

  @Test
  void eachChangeIsOneWarning() {
    store.failing = Optional.of(StoreFailure.Reason.AWAY);
    for (int i = 0; i < 20; i++) {
      add();
    }
    pass(5);
    assertThat(log.lines()).containsExactly("WARN rate limits are counted per replica: cause=AWAY");
    store.failing = Optional.empty();
    pass(2);
    assertThat(log.lines()).hasSize(2).last().asString().contains("in Redis again");
  }

  @Test
  void aReportOfAnEndedWindowTeachesNothing() {
    add();
    long ended = NOW.getEpochSecond() - 1800;
    counter.apply(new Step.Raise(budget, ended, 50));
    store.failing = Optional.of(StoreFailure.Reason.AWAY);
    assertThat(add()).isEqualTo(2);
  }

  @Test
  void beginsHereWhereTheStoreIsNotThere() {
    store.failing = Optional.of(StoreFailure.Reason.AWAY);
    assertThat(counter.begin().toCompletableFuture().join())
        .isEqualTo(FailoverWindowCounter.State.MEMORY);
  }
}
