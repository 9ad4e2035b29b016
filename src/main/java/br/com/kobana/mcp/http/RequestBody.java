package br.com.kobana.mcp.http;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * The body of a request, read up to a limit and no further. The request is paused until someone
 * asks for the body, so that a caller who is refused before that costs no memory.
 *
 * <p>Used on the request's own event loop only.
 */
final class RequestBody {
  private static final long SMALL = 64 * 1024;
  private final HttpServerRequest request;
  private final int limit;
  private final BodyBudget budget;
  private final CompletableFuture<Content> content = new CompletableFuture<>();
  private Buffer buffer = Buffer.buffer();

  /** The length that the client announced; 0 where it announced none. */
  private final long declaredLength;

  private final boolean coded;
  private final @Nullable String expectation;
  private long held;
  private boolean asked;

  RequestBody(HttpServerRequest request, int limit, BodyBudget budget) {
    this.request = request;
    this.limit = limit;
    this.budget = budget;
    this.declaredLength = length(request.getHeader(HttpHeaders.CONTENT_LENGTH));
    this.coded = request.headers().contains(HttpHeaders.TRANSFER_ENCODING);
    this.expectation = request.getHeader(HttpHeaders.EXPECT);
  }

  private static long length(@Nullable String declared) {
    try {
      return declared == null ? 0 : Long.parseLong(declared.trim());
    } catch (NumberFormatException e) {
      return Long.MAX_VALUE;
    }
  }

  /** What was read. */
  sealed interface Content {
    record Bytes(byte[] bytes) implements Content {}

    /** The body is larger than the limit; it was not kept. */
    record TooLarge() implements Content {}

    /** Other bodies fill the memory there is for them; this one was not kept. */
    record NoRoom() implements Content {}
  }

  /**
   * Starts reading, or goes on with it. Fails with {@link BodyLost} when the rest will not come.
   *
   * @return completes on the request's event loop
   */
  CompletionStage<Content> read() {
    if (content.isDone()) {
      return content;
    }
    if (!asked) {
      asked = true;
      if (declaredLength > limit) {
        settle(new Content.TooLarge());
        return content;
      }
      if (expectsContinue()) {
        request.response().writeContinue();
      }
      request.handler(this::take);
      request.endHandler(end -> settle(new Content.Bytes(buffer.getBytes())));
    }
    request.resume();
    return content;
  }

  /** The rest will not come, or nobody waits for it any more. */
  void lose() {
    buffer = Buffer.buffer();
    content.completeExceptionally(new BodyLost());
  }

  /** Gives back the memory that was counted. To be called once, when the call is over. */
  void release() {
    budget.release(held);
    held = 0;
    lose();
  }

  /** Whether all of it can be expected in one small piece. */
  boolean isSmall() {
    return !coded && expectation == null && declaredLength <= SMALL;
  }

  /** Whether it was asked for and has not been read to its end. */
  boolean isAwaited() {
    return asked && !content.isDone();
  }

  /** Whether the connection can carry another request after this one is answered. */
  boolean isConsumed() {
    return request.isEnded();
  }

  /** Whether the client holds the body back until it is told to send it (RFC 9110 §10.1.1). */
  boolean expectsContinue() {
    return request.version() != HttpVersion.HTTP_1_0
        && "100-continue".equalsIgnoreCase(expectation);
  }

  private void take(Buffer chunk) {
    if (content.isDone()) {
      return;
    }
    if (buffer.length() + (long) chunk.length() > limit) {
      settle(new Content.TooLarge());
    } else if (!budget.take(chunk.length())) {
      settle(new Content.NoRoom());
    } else {
      held += chunk.length();
      buffer.appendBuffer(chunk);
    }
  }

  private void settle(Content outcome) {
    content.complete(outcome);
    buffer = Buffer.buffer();
  }
}
