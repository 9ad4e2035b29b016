package br.com.kobana.mcp.http;

import io.netty.buffer.Unpooled;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.buffer.impl.BufferImpl;
import java.util.List;
import java.util.Map;

/**
 * An answer ready to be written.
 *
 * @param headers name and value pairs, beyond content-length
 * @param body the whole body in parts, so that what was rendered once is not copied; empty for none
 */
public record HttpAnswer(int status, List<Map.Entry<String, String>> headers, List<byte[]> body) {
  public static final String JSON = "application/json";
  private static final List<Map.Entry<String, String>> JSON_ONLY =
      List.of(Map.entry("content-type", JSON));

  public HttpAnswer {
    headers = List.copyOf(headers);
    body = List.copyOf(body);
  }

  public static HttpAnswer json(int status, byte[] body) {
    return json(status, List.of(body));
  }

  /** JSON in parts. */
  public static HttpAnswer json(int status, List<byte[]> body) {
    return new HttpAnswer(status, JSON_ONLY, body);
  }

  public static HttpAnswer empty(int status) {
    return new HttpAnswer(status, List.of(), List.of());
  }

  /** Bytes of the body. */
  public int length() {
    int length = 0;
    for (byte[] part : body) {
      length += part.length;
    }
    return length;
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

  /** The body as it is written, without copying it. */
  Buffer buffer() {
    return BufferImpl.buffer(Unpooled.wrappedBuffer(body.toArray(byte[][]::new)));
  }

  /** An HTTP-level error: a JSON-RPC error object without an id. */
  public static HttpAnswer error(int status, int code, String message) {
    byte[] body =
        ("{\"jsonrpc\":\"2.0\",\"error\":{\"code\":" + code + ",\"message\":\"" + message + "\"}}")
            .getBytes(java.nio.charset.StandardCharsets.UTF_8);
    return json(status, body);
  }
}
