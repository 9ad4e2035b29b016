package br.com.kobana.mcp.http;

import io.netty.handler.codec.http.TooLongHttpHeaderException;
import io.netty.handler.codec.http.TooLongHttpLineException;
import io.vertx.core.VertxException;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import java.io.IOException;
import java.util.List;

/**
 * What is no HTTP request. After one, nobody can say where the next begins, so the connection is
 * closed.
 */
final class MalformedRequest {
  static final HttpAnswer BAD_REQUEST = HttpAnswer.error(400, -32600, "Malformed HTTP request");

  private MalformedRequest() {}

  /**
   * Whether it is clear where the body ends. A transfer coding other than {@code chunked} would be
   * taken for no body at all, and the body for the next request (RFC 9112 §6.3).
   */
  static boolean isFramed(HttpServerRequest request) {
    List<String> codings = request.headers().getAll(HttpHeaders.TRANSFER_ENCODING);
    return codings.isEmpty()
        || (codings.size() == 1 && codings.get(0).trim().equalsIgnoreCase("chunked"));
  }

  /** Whether this ended a body because of what it held, and not because the connection broke. */
  static boolean isCause(Throwable failure) {
    return !(failure instanceof VertxException || failure instanceof IOException);
  }

  static void answer(HttpServerRequest request) {
    Throwable cause = request.decoderResult().cause();
    HttpAnswer answer = BAD_REQUEST;
    if (cause instanceof TooLongHttpHeaderException) {
      answer = HttpAnswer.error(431, -32600, "Header fields too large");
    } else if (cause instanceof TooLongHttpLineException) {
      answer = HttpAnswer.error(414, -32600, "Request line too long");
    }
    request
        .response()
        .setStatusCode(answer.status())
        .putHeader("content-type", HttpAnswer.JSON)
        .putHeader("connection", "close")
        .end(answer.buffer())
        .onComplete(done -> request.connection().close());
  }
}
