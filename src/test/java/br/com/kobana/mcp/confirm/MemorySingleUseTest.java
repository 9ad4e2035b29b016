package br.com.kobana.mcp.confirm;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class MemorySingleUseTest {
  private static final Duration TTL = Duration.ofMinutes(10);
  private final AtomicLong nanos = new AtomicLong();
  private final SingleUse used = new MemorySingleUse(nanos::get, 100);

  private boolean claim(String nonce) {
    return used.claim(nonce, TTL).toCompletableFuture().join();
  }

  @Test
  void onlyTheFirstClaimIsGranted() {
    assertThat(claim("a")).isTrue();
    assertThat(claim("a")).isFalse();
    assertThat(claim("b")).isTrue();
  }

  @Test
  void aClaimIsRememberedForItsWholeTime() {
    claim("a");
    nanos.addAndGet(TTL.toNanos() - 1);
    assertThat(claim("a")).isFalse();
    nanos.addAndGet(2);
    assertThat(claim("a")).isTrue();
  }

  @Test
  void whenFullItSaysNeitherYesNorForgets() {
    IntStream.range(0, 100).forEach(i -> claim("n" + i));

    assertThat(used.claim("one more", TTL).toCompletableFuture()).isCompletedExceptionally();
    assertThat(IntStream.range(0, 100).mapToObj(i -> "n" + i).toList())
        .noneMatch(n -> used.claim(n, TTL).toCompletableFuture().exceptionally(e -> false).join());
    nanos.addAndGet(TTL.toNanos() + 1);
    assertThat(claim("one more")).isTrue();
  }

  @Test
  void ofManyAtOnceOneWins() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(16);
    try {
      CountDownLatch start = new CountDownLatch(1);
      List<CompletableFuture<Boolean>> claims =
          IntStream.range(0, 64)
              .mapToObj(
                  i ->
                      CompletableFuture.supplyAsync(
                          () -> {
                            try {
                              start.await();
                            } catch (InterruptedException e) {
                              throw new IllegalStateException(e);
                            }
                            return claim("the one");
                          },
                          threads))
              .toList();
      start.countDown();
      assertThat(claims.stream().filter(CompletableFuture::join).count()).isEqualTo(1);
    } finally {
      threads.shutdownNow();
    }
  }
}
