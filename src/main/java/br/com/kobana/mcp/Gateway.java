package br.com.kobana.mcp;

/** Starts the gateway. */
public final class Gateway {
  private Gateway() {}

  public static void main(String[] args) {}
}
