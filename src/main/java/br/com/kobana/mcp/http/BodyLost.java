package br.com.kobana.mcp.http;

/** The rest of a body will not come: the client went away, or the call was answered already. */
public final class BodyLost extends Exception {
  BodyLost() {
    super("the body did not arrive", null, false, false);
  }
}
