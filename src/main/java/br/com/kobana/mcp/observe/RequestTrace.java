package br.com.kobana.mcp.observe;

/** A request in a trace that is kept. */
public interface RequestTrace {
  /** 32 hexadecimal digits. */
  String traceId();
}
