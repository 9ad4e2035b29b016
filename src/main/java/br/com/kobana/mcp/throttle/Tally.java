package br.com.kobana.mcp.throttle;

/** Is told of every request that was counted; for metrics. Must not wait or throw. */
@FunctionalInterface
public interface Tally {
  void counted(Reading reading);

  /** Tells nobody. */
  static Tally none() {
    return reading -> {};
  }
}
