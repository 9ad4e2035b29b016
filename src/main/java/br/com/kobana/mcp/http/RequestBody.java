package br.com.kobana.mcp.http;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * The body of a request, read up to a limit and no further. The request is paused until someone
 * asks for the body, so that a caller who is refused before that costs no memory.
 *
 * <p>Used on the request's own event loop only.
 */
final class RequestBody {
  private final HttpServerRequest request;
  private final int limit;
  private final CompletableFuture<Content> content = new CompletableFuture<>();
  private Buffer buffer = Buffer.buffer();
  private boolean asked;

  RequestBody(HttpServerRequest request, int limit) {
    this.request = request;
    this.limit = limit;
  }

  /** What was read. */
  sealed interface Content {
    record Bytes(byte[] bytes) implements Content {}

    /** The body is larger than the limit; it was not kept. */
    record TooLarge() implements Content {}
  }

  /**
   * Starts reading, once. Fails when the connection breaks before the end.
   *
   * @return completes on the request's event loop
   */
  CompletionStage<Content> read() {
    if (asked) {
      return content;
    }
    asked = true;
    if (declaredLength() > limit) {
      content.complete(new Content.TooLarge());
      return content;
    }
    if ("100-continue".equalsIgnoreCase(request.getHeader("expect"))) {
      request.response().writeContinue();
    }
    request.handler(this::take);
    request.endHandler(end -> content.complete(new Content.Bytes(buffer.getBytes())));
    request.exceptionHandler(content::completeExceptionally);
    request.resume();
    return content;
  }

  /** The length that the client announced; 0 where it announced none. */
  long declaredLength() {
    String declared = request.getHeader("content-length");
    try {
      return declared == null ? 0 : Long.parseLong(declared.trim());
    } catch (NumberFormatException e) {
      return Long.MAX_VALUE;
    }
  }

  /** Whether all of it can be expected in one small piece. */
  boolean isSmall() {
    return request.getHeader("transfer-encoding") == null
        && request.getHeader("expect") == null
        && declaredLength() <= SMALL;
  }

  /** Whether the connection can carry another request after this one is answered. */
  boolean isConsumed() {
    return request.isEnded();
  }

  private void take(Buffer chunk) {
    if (content.isDone()) {
      return;
    }
    if (buffer.length() + (long) chunk.length() > limit) {
      buffer = Buffer.buffer();
      content.complete(new Content.TooLarge());
      return;
    }
    buffer.appendBuffer(chunk);
  }

  private static final long SMALL = 64 * 1024;
}
