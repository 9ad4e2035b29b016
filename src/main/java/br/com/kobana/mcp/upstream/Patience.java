package br.com.kobana.mcp.upstream;

import java.time.Duration;

/** How long a call may still take, and whether anybody wants it. Asked from any thread. */
public interface Patience {
  /** Milliseconds within which the call must be over; zero or less when they are used up. */
  long millisLeft();

  /** Whether nothing more may be sent. What was sent is not undone by it. */
  boolean isCalledOff();

  /** So much from now on, by a clock that never jumps, and never called off. */
  static Patience of(Duration time) {
    long end = System.nanoTime() + time.toNanos();
    return new Patience() {
      @Override
      public long millisLeft() {
        return (end - System.nanoTime()) / 1_000_000;
      }

      @Override
      public boolean isCalledOff() {
        return false;
      }
    };
  }

  /** This, and at most so much from now on. */
  default Patience atMost(Duration time) {
    Patience whole = this;
    Patience bound = of(time);
    return new Patience() {
      @Override
      public long millisLeft() {
        return Math.min(whole.millisLeft(), bound.millisLeft());
      }

      @Override
      public boolean isCalledOff() {
        return whole.isCalledOff();
      }
    };
  }
}
