package br.com.kobana.mcp.http;

/** The start stops: someone else listens on the port. The message is one line. */
public final class PortInUse extends RuntimeException {
  public PortInUse(String key, String host, int port) {
    super(
        "%s: port %d of %s is in use; choose another or stop what uses it"
            .formatted(key, port, host),
        null,
        false,
        false);
  }
}
