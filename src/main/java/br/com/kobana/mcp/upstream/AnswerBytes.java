package br.com.kobana.mcp.upstream;

import io.vertx.core.buffer.Buffer;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The bytes of an answer as they come, in an array of just the size that the answer says it has: no
 * copy at its end. Not thread-safe.
 */
final class AnswerBytes {
  /** No more is taken on the word of a header. */
  private static final int MOST_AT_ONCE = 64 * 1024;

  private static final int LEAST = 1024;
  private byte[] bytes;
  private int length;

  /**
   * @param contentLength the header of this name; what is no number in it is passed over
   */
  AnswerBytes(@Nullable String contentLength) {
    bytes = new byte[announced(contentLength)];
  }

  private static int announced(@Nullable String contentLength) {
    try {
      return contentLength == null
          ? 0
          : (int) Math.max(0, Math.min(MOST_AT_ONCE, Long.parseLong(contentLength)));
    } catch (NumberFormatException e) {
      return 0;
    }
  }

  int length() {
    return length;
  }

  void add(Buffer chunk) {
    int after = length + chunk.length();
    if (after > bytes.length) {
      bytes = Arrays.copyOf(bytes, Math.max(Math.max(after, LEAST), 2 * bytes.length));
    }
    chunk.getBytes(bytes, length);
    length = after;
  }

  /** Do not add to it afterwards. */
  byte[] all() {
    return length == bytes.length ? bytes : Arrays.copyOf(bytes, length);
  }
}
