package br.com.kobana.mcp.observe;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class MeterClockTest {
  private final AtomicReference<Instant> now = new AtomicReference<>(Instant.ofEpochMilli(1_000));
  private final MeterClock clock = new MeterClock(now::get);

  @Test
  void theTimeOfDayIsThatOfTheLastTick() {
    assertThat(clock.wallTime()).isEqualTo(1_000);
    now.set(Instant.ofEpochMilli(1_250));
    assertThat(clock.wallTime()).isEqualTo(1_000);
    clock.tick();
    assertThat(clock.wallTime()).isEqualTo(1_250);
  }

  @Test
  void durationsDoNotWaitForATick() {
    long before = System.nanoTime();
    long read = clock.monotonicTime();
    assertThat(read - before).isNotNegative();
    assertThat(System.nanoTime() - read).isNotNegative();
  }
}
