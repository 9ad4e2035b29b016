package br.com.kobana.mcp.throttle;

/** The three budgets of the rate-limit seed, and one of our own. */
public enum Bucket {
  READ(
      "rate_limits_mcp_read_hour",
      3600,
      "Limite de leituras do MCP(%d) por hora excedido para essa conta."),
  WRITE(
      "rate_limits_mcp_write_hour",
      3600,
      "Limite de escritas do MCP(%d) por hora excedido para essa conta."),
  ADDRESS(
      "rate_limits_mcp_ip_minute",
      60,
      "Limite de requisições do MCP(%d) por minuto excedido para esse endereço IP."),
  /** Tokens nobody has seen yet, so that a flood of them does not become one of verifications. */
  VERIFICATION(
      "rate_limits_mcp_verifications_second",
      1,
      "Limite de verificações de token do MCP(%d) por segundo excedido para esse endereço IP.");

  private final String wire;
  private final int windowSeconds;
  private final String title;

  Bucket(String wire, int windowSeconds, String title) {
    this.wire = wire;
    this.windowSeconds = windowSeconds;
    this.title = title;
  }

  /** The value of {@code ratelimit-name}. */
  public String wire() {
    return wire;
  }

  public int windowSeconds() {
    return windowSeconds;
  }

  /** What the refused caller reads, in Portuguese, with the limit. */
  String title(long limit) {
    return title.formatted(limit);
  }
}
