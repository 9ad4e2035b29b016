package br.com.kobana.mcp.observe;

/**
 * Whether a call may go out, now that it would have to be recorded. Asked before anything is sent.
 */
@FunctionalInterface
public interface Admission {
  /** Never blocks. A call that is let in has a place in the record, whatever becomes of it. */
  boolean admits(Observation observation);
}
