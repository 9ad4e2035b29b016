package br.com.kobana.mcp.audit;

/** Where lines go. */
@FunctionalInterface
public interface AuditSink {
  /**
   * Takes a line, or fails and has taken nothing of it. May take its time: called by one thread
   * that no request waits for.
   */
  void take(AuditLine line) throws Exception;
}
