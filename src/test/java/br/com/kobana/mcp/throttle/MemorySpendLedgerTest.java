package br.com.kobana.mcp.throttle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import br.com.kobana.mcp.throttle.SpendLedger.Fit;
import br.com.kobana.mcp.throttle.SpendLedger.Spending;
import br.com.kobana.mcp.throttle.SpendLedger.Standing;
import java.time.Duration;
import java.time.Instant;
import java.util.OptionalLong;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class MemorySpendLedgerTest {
  private static final OptionalLong NONE = OptionalLong.empty();
  private final AtomicReference<Instant> now =
      new AtomicReference<>(Instant.parse("2026-11-30T18:30:00Z"));
  private final MemorySpendLedger ledger = new MemorySpendLedger(now::get, 3);

  private static Spending of(String id, long centavos, long hour, long day) {
    return new Spending("t", id, centavos, OptionalLong.of(hour), OptionalLong.of(day));
  }

  private Standing take(Spending spending) {
    return ledger.take(spending).toCompletableFuture().join();
  }

  private void back(Spending spending) {
    ledger.giveBack(spending).toCompletableFuture().join();
  }

  @Test
  void anAmountFitsUpToTheLimitAndNotOneCentavoMore() {
    assertThat(take(of("a", 60, 100, 1000))).isEqualTo(new Standing(Fit.FITS, 60, 60));
    assertThat(take(of("b", 41, 100, 1000))).isEqualTo(new Standing(Fit.HOUR_FULL, 60, 60));
    assertThat(take(of("b", 40, 100, 1000))).isEqualTo(new Standing(Fit.FITS, 100, 100));
    assertThat(take(of("c", 1, 1000, 100))).isEqualTo(new Standing(Fit.DAY_FULL, 100, 100));
  }

  @Test
  void aLookTakesNothing() {
    Spending spending = of("a", 60, 100, 100);
    ledger.look(spending);
    assertThat(ledger.look(spending).toCompletableFuture().join())
        .isEqualTo(new Standing(Fit.FITS, 0, 0));
  }

  @Test
  void theSameCallIsCountedOnceAndFitsAgainWhenTheSumIsFull() {
    Spending spending = of("a", 100, 100, 100);
    take(spending);
    assertThat(take(spending)).isEqualTo(new Standing(Fit.FITS, 100, 100));
    now.updateAndGet(i -> i.plus(Duration.ofHours(22)));
    assertThat(take(spending).fit()).isEqualTo(Fit.FITS);
  }

  /** The API may have forgotten the key by then, and would pay again. */
  @Test
  void aCallIsForgottenBeforeTheApiForgetsItsKey() {
    Spending spending = of("a", 100, 100, 1000);
    take(spending);
    now.updateAndGet(i -> i.plus(Duration.ofHours(24)));
    assertThat(take(spending)).isEqualTo(new Standing(Fit.FITS, 100, 100));
    assertThat(take(of("b", 1, 100, 1000)).fit()).isEqualTo(Fit.HOUR_FULL);
  }

  @Test
  void whatIsGivenBackCanBeSpent() {
    Spending spending = of("a", 100, 100, 100);
    take(spending);
    back(spending);
    assertThat(take(of("b", 100, 100, 100)).fit()).isEqualTo(Fit.FITS);
    back(spending);
    assertThat(take(of("c", 1, 100, 100)).fit()).isEqualTo(Fit.HOUR_FULL);
  }

  /** One attempt was sent and may have paid; that the other was not says nothing of it. */
  @Test
  void anAttemptThatWasNotSentGivesNothingBackWhileAnotherMayHavePaid() {
    Spending spending = of("a", 100, 100, 100);
    take(spending);
    take(spending);
    back(spending);
    assertThat(take(of("b", 1, 100, 100)).fit()).isEqualTo(Fit.HOUR_FULL);
  }

  @Test
  void givingBackInALaterHourLeavesTheNewSumAlone() {
    Spending early = of("a", 60, 100, 1000);
    take(early);
    now.updateAndGet(i -> i.plus(Duration.ofHours(1)));
    take(of("b", 50, 100, 1000));
    back(early);
    assertThat(take(of("c", 51, 100, 1000))).isEqualTo(new Standing(Fit.HOUR_FULL, 50, 50));
  }

  @Test
  void aDayBeginsAtMidnightInBrasilia() {
    now.set(Instant.parse("2026-12-01T02:59:59Z"));
    take(new Spending("t", "a", 100, NONE, OptionalLong.of(100)));
    Spending more = new Spending("t", "b", 1, NONE, OptionalLong.of(100));
    assertThat(take(more).fit()).isEqualTo(Fit.DAY_FULL);
    now.set(Instant.parse("2026-12-01T03:00:00Z"));
    assertThat(take(more).fit()).isEqualTo(Fit.FITS);
  }

  @Test
  void manyAtOnceNeverPassTheLimit() {
    long fitting =
        IntStream.range(0, 1000)
            .parallel()
            .filter(i -> take(of("call" + i, 7, 500, 5000)).fit() == Fit.FITS)
            .count();
    assertThat(fitting).isEqualTo(71);
  }

  @Test
  void fullMeansNo() {
    for (String owner : new String[] {"a", "b", "c"}) {
      take(new Spending(owner, "x", 1, OptionalLong.of(5), NONE));
    }
    Spending fourth = new Spending("d", "x", 1, OptionalLong.of(5), NONE);
    assertThatThrownBy(() -> take(fourth)).isInstanceOf(CompletionException.class);
    assertThat(take(new Spending("a", "y", 1, OptionalLong.of(5), NONE)).hour()).isEqualTo(2);
  }
}
