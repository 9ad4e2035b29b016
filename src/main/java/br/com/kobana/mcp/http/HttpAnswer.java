package br.com.kobana.mcp.http;

import java.util.List;
import java.util.Map;

/**
 * An answer ready to be written.
 *
 * @param headers name and value pairs, beyond content-length
 * @param body the whole body; empty for none
 */
public record HttpAnswer(int status, List<Map.Entry<String, String>> headers, byte[] body) {
  public static final String JSON = "application/json";

  public HttpAnswer {
    headers = List.copyOf(headers);
  }

  public static HttpAnswer json(int status, byte[] body) {
    return new HttpAnswer(status, List.of(Map.entry("content-type", JSON)), body);
  }

  public static HttpAnswer empty(int status) {
    return new HttpAnswer(status, List.of(), new byte[0]);
  }

  /** The same answer with more headers. */
  public HttpAnswer with(List<Map.Entry<String, String>> more) {
    if (more.isEmpty()) {
      return this;
    }
    List<Map.Entry<String, String>> all = new java.util.ArrayList<>(headers);
    all.addAll(more);
    return new HttpAnswer(status, all, body);
  }

  /** An HTTP-level error: a JSON-RPC error object without an id. */
  public static HttpAnswer error(int status, int code, String message) {
    byte[] body =
        ("{\"jsonrpc\":\"2.0\",\"error\":{\"code\":" + code + ",\"message\":\"" + message + "\"}}")
            .getBytes(java.nio.charset.StandardCharsets.UTF_8);
    return json(status, body);
  }
}
