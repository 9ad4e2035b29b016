package br.com.kobana.mcp.jsonrpc;

/** The input is not one well-formed JSON value. The message never repeats the input. */
public final class MalformedJson extends Exception {
  MalformedJson(String message) {
    super(message, null, false, false);
  }
}
