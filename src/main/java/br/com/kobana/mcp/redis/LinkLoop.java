package br.com.kobana.mcp.redis;

/** The event loop that a link belongs to, and its time. Tests have one whose time they move. */
interface LinkLoop {
  /** Whether the caller runs on it. */
  boolean isCurrent();

  /** Runs a task on it, soon. */
  void run(Runnable task);

  /** Runs a task on it after so many milliseconds. */
  void after(long millis, Runnable task);

  /** A time that only grows, in nanoseconds; from any thread. */
  long nanos();
}
