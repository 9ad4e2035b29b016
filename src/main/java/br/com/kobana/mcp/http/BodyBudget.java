package br.com.kobana.mcp.http;

import java.util.concurrent.atomic.AtomicLong;

/**
 * How many bytes of bodies may be held at once, over all connections: what bounds the memory that
 * callers can take by sending. Thread-safe.
 */
final class BodyBudget {
  private final long limit;
  private final AtomicLong held = new AtomicLong();

  /**
   * @param limit in bytes
   */
  BodyBudget(long limit) {
    this.limit = limit;
  }

  /** An eighth of the heap: a body is held once as bytes and once more, larger, as it is read. */
  static BodyBudget ofHeap() {
    return new BodyBudget(
        Math.max(2L * HttpServers.MAX_BODY, Runtime.getRuntime().maxMemory() / 8));
  }

  /** Whether so many more bytes may be held; they are held from now on where they may. */
  boolean take(int bytes) {
    if (held.addAndGet(bytes) <= limit) {
      return true;
    }
    held.addAndGet(-bytes);
    return false;
  }

  void release(long bytes) {
    held.addAndGet(-bytes);
  }

  /** Bytes held right now. */
  long held() {
    return held.get();
  }
}
