package br.com.kobana.mcp.protocol;

/** How a client and this server agree on the version they speak. */
public enum Era {
  /** 2026-07-28: every request carries its version and capabilities. */
  STATELESS,
  /** 2025-11-25 and older: {@code initialize} first, then a header. */
  HANDSHAKE
}
