package br.com.kobana.mcp.redis;

import java.time.Instant;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.PriorityQueue;

/** An event loop whose time passes only when the test says so. Of one thread. */
final class VirtualLoop implements LinkLoop, InstantSource {
  private static final Instant START = Instant.parse("2026-11-30T16:30:00Z");

  private final PriorityQueue<Timer> timers =
      new PriorityQueue<>(Comparator.comparingLong(Timer::at).thenComparingLong(Timer::number));
  private long now;
  private long numbers;

  private record Timer(long at, long number, Runnable task) {}

  @Override
  public boolean isCurrent() {
    return true;
  }

  @Override
  public void run(Runnable task) {
    task.run();
  }

  @Override
  public void after(long millis, Runnable task) {
    timers.add(new Timer(now + millis, numbers++, task));
  }

  @Override
  public long nanos() {
    return now * 1_000_000;
  }

  @Override
  public Instant instant() {
    return START.plusMillis(now);
  }

  /** Milliseconds since the start. */
  long now() {
    return now;
  }

  /** Lets so many milliseconds pass, with what is due in them. */
  void pass(long millis) {
    long end = now + millis;
    while (!timers.isEmpty() && timers.peek().at() <= end) {
      Timer due = timers.remove();
      now = due.at();
      due.task().run();
    }
    now = end;
  }
}
