package br.com.kobana.mcp.observe;

import io.micrometer.core.instrument.Clock;
import java.time.InstantSource;

/**
 * The clock of meters. A meter asks for the time of day at each record, sixteen times a request,
 * only to let go of what is minutes old; so that time is read now and then, by {@link #tick}.
 * Durations are exact. Thread-safe.
 */
public final class MeterClock implements Clock {
  /** How often the time of day is to be read, in milliseconds. */
  public static final long TICK_MILLIS = 100;

  private final InstantSource clock;
  private volatile long wallMillis;

  public MeterClock(InstantSource clock) {
    this.clock = clock;
    tick();
  }

  /** Reads the time of day. */
  public void tick() {
    wallMillis = clock.millis();
  }

  @Override
  public long wallTime() {
    return wallMillis;
  }

  @Override
  public long monotonicTime() {
    return System.nanoTime();
  }
}
