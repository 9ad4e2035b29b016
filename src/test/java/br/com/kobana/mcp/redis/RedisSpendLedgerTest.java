package br.com.kobana.mcp.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import br.com.kobana.mcp.testing.RedisServer;
import br.com.kobana.mcp.throttle.SpendLedger;
import br.com.kobana.mcp.throttle.SpendLedger.Fit;
import br.com.kobana.mcp.throttle.SpendLedger.Spending;
import br.com.kobana.mcp.throttle.SpendLedger.Standing;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The sums as Redis keeps them; two stores are two replicas. */
class RedisSpendLedgerTest {
  @RegisterExtension static final RedisServer REDIS = RedisServer.with();

  private static OpenStore one;
  private static OpenStore two;

  @BeforeAll
  static void open() {
    one = OpenStore.at(REDIS.url());
    two = OpenStore.at(REDIS.url());
  }

  @AfterAll
  static void close() {
    Stream.of(one, two).forEach(OpenStore::close);
  }

  @BeforeEach
  void startAfresh() {
    REDIS.cli("flushall");
  }

  /** Only of the day: these tests may run across the turn of an hour. */
  private static Spending of(String id, long centavos, long day) {
    return new Spending("t", id, centavos, OptionalLong.empty(), OptionalLong.of(day));
  }

  private static Standing take(OpenStore replica, Spending spending) {
    return replica.ledger().take(spending).toCompletableFuture().join();
  }

  private static void back(OpenStore replica, Spending spending) {
    replica.ledger().giveBack(spending).toCompletableFuture().join();
  }

  @Test
  void replicasShareOneSum() {
    assertThat(take(one, of("a", 60, 100))).isEqualTo(new Standing(Fit.FITS, 60, 60));
    assertThat(take(two, of("b", 41, 100)).fit()).isEqualTo(Fit.DAY_FULL);
    assertThat(take(two, of("b", 40, 100)).day()).isEqualTo(100);
    assertThat(take(one, new Spending("t", "c", 1, OptionalLong.of(0), OptionalLong.empty())).fit())
        .isEqualTo(Fit.HOUR_FULL);
    assertThat(take(one, new Spending("u", "a", 60, OptionalLong.empty(), OptionalLong.of(60))))
        .isEqualTo(new Standing(Fit.FITS, 60, 60));
  }

  @Test
  void manyOnBothNeverPassTheLimit() {
    var taken =
        IntStream.range(0, 400)
            .mapToObj(
                i ->
                    (i % 2 == 0 ? one : two)
                        .ledger()
                        .take(of("call" + i, 7, 500))
                        .toCompletableFuture())
            .toList();
    assertThat(taken.stream().map(CompletableFuture::join).filter(s -> s.fit() == Fit.FITS))
        .hasSize(71);
  }

  @Test
  void theSameCallIsCountedOnceOnWhicheverReplica() {
    Spending spending = of("a", 100, 100);
    take(one, spending);
    assertThat(take(two, spending)).isEqualTo(new Standing(Fit.FITS, 100, 100));
    assertThat(two.ledger().look(of("b", 1, 100)).toCompletableFuture().join().fit())
        .isEqualTo(Fit.DAY_FULL);
    assertThat(Long.parseLong(REDIS.cli("ttl", "kobana:mcp:spent:{t}:a").strip()))
        .as("forgotten before the API forgets the key")
        .isBetween(1L, SpendLedger.REMEMBERED.toSeconds());
    assertThat(Long.parseLong(REDIS.cli("ttl", "kobana:mcp:spent:{t}").strip())).isPositive();
  }

  @Test
  void whatWasNotSentIsGivenBackUnlessAnotherAttemptMayHavePaid() {
    Spending spending = of("a", 100, 100);
    take(one, spending);
    take(two, spending);
    back(two, spending);
    assertThat(take(one, of("b", 1, 100)).fit()).isEqualTo(Fit.DAY_FULL);
    back(one, spending);
    assertThat(take(two, of("b", 100, 100)).day()).isEqualTo(100);
    back(one, spending);
    assertThat(take(two, of("c", 1, 100)).fit()).isEqualTo(Fit.DAY_FULL);
  }

  @Test
  void sumsOfManyDigitsAreExact() {
    long large = 9_999_999_999_999L;
    assertThat(take(one, of("a", large, large)).day()).isEqualTo(large);
    assertThat(take(one, of("b", 1, large)).fit()).isEqualTo(Fit.DAY_FULL);
  }

  @Test
  void withoutRedisNothingIsTaken() {
    try (RedisServer away = RedisServer.with().start();
        OpenStore store = OpenStore.at(away.url())) {
      away.kill();
      assertThatThrownBy(() -> take(store, of("a", 1, 100)))
          .isInstanceOf(CompletionException.class);
    }
  }
}
