package br.com.kobana.mcp.upstream;

import java.time.Duration;

/** Runs something once after a while, on a thread that may not be held up. */
@FunctionalInterface
public interface Timer {
  void after(Duration time, Runnable task);
}
