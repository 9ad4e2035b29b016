package br.com.kobana.mcp.sandbox;

/**
 * One operation of the API.
 *
 * @param template the path, with {@code {name}} for a variable segment
 * @param scope the resource scope; empty for the operations that any token may call
 * @param steady whether a read's answer stays true until the next write of the account
 */
record Operation(String method, String template, String scope, boolean steady, Action action) {
  /** What the operation does. */
  interface Action {
    Answer run(Call call);
  }

  boolean read() {
    return method.equals("GET");
  }
}
