package br.com.kobana.mcp.tools;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Optional;

/**
 * A piece of JSON, or bytes of one, that has no control character in it: it fits on a line, and as
 * a JSON string it needs its quotes and backslashes escaped and nothing else. Whatever escapes it
 * holds itself, the string decodes to these very bytes. Immutable as long as nobody writes to the
 * array.
 */
final class JsonText {
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final long ONES = 0x0101010101010101L;
  private static final long LOW_BITS = 0x7f7f7f7f7f7f7f7fL;
  private static final long QUOTES = '"' * ONES;
  private static final long BACKSLASHES = '\\' * ONES;

  /** The bits of which a control character has none. */
  private static final int NOT_CONTROL = 0xe0;

  private static final int CONTROL = -1;

  private final byte[] bytes;
  private final int from;
  private final int to;
  private final int escapes;

  private JsonText(byte[] bytes, int from, int to, int escapes) {
    this.bytes = bytes;
    this.from = from;
    this.to = to;
    this.escapes = escapes;
  }

  /** What {@link br.com.kobana.mcp.jsonrpc.Json#bytes} wrote, which has no control characters. */
  static JsonText of(byte[] json) {
    return of(json, 0, json.length)
        .orElseThrow(() -> new IllegalArgumentException("a control character"));
  }

  /** These bytes of the array, unless there is a control character among them. */
  static Optional<JsonText> of(byte[] bytes, int from, int to) {
    int escapes = escapes(bytes, from, to);
    return escapes == CONTROL
        ? Optional.empty()
        : Optional.of(new JsonText(bytes, from, to, escapes));
  }

  int length() {
    return to - from;
  }

  /** Whether a character is written as an escape with its number. */
  boolean hasNumberedEscape() {
    for (int i = backslash(from); i < to; i = backslash(i + 2)) {
      if (i + 1 < to && bytes[i + 1] == 'u') {
        return true;
      }
    }
    return false;
  }

  /** Where the next one is, from here on; the end or beyond where there is none. */
  private int backslash(int start) {
    int i = start;
    for (; i + Long.BYTES <= to; i += Long.BYTES) {
      long found = zeros((long) LONGS.get(bytes, i) ^ BACKSLASHES);
      if (found != 0) {
        return i + Long.numberOfTrailingZeros(found) / Byte.SIZE;
      }
    }
    while (i < to && bytes[i] != '\\') {
      i++;
    }
    return i;
  }

  /** The length as part of a JSON string. */
  int quotedLength() {
    return to - from + escapes;
  }

  /** Writes the bytes as they are; returns where they end. */
  int write(byte[] target, int at) {
    System.arraycopy(bytes, from, target, at, to - from);
    return at + to - from;
  }

  /** Writes them as part of a JSON string, without its quotes; returns where they end. */
  int quote(byte[] target, int start) {
    int at = start;
    int i = from;
    // Eight at a time, written again from each mark on, as long as there is room to write too far.
    for (; i + Long.BYTES <= to && at + 3 * Long.BYTES <= target.length; i += Long.BYTES) {
      long eight = (long) LONGS.get(bytes, i);
      int written = 0;
      for (long marks = marks(eight); marks != 0; marks &= marks - 1) {
        LONGS.set(target, at, eight >>> (written * Byte.SIZE));
        int mark = Long.numberOfTrailingZeros(marks) / Byte.SIZE;
        at += mark - written;
        target[at++] = '\\';
        written = mark;
      }
      LONGS.set(target, at, eight >>> (written * Byte.SIZE));
      at += Long.BYTES - written;
    }
    while (i < to) {
      if (isMark(bytes[i])) {
        target[at++] = '\\';
      }
      target[at++] = bytes[i++];
    }
    return at;
  }

  /** How many bytes need a backslash; {@link #CONTROL} where there is a control character. */
  private static int escapes(byte[] bytes, int from, int to) {
    int escapes = 0;
    int i = from;
    for (; i + Long.BYTES <= to; i += Long.BYTES) {
      long eight = (long) LONGS.get(bytes, i);
      if (zeros(eight & NOT_CONTROL * ONES) != 0) {
        return CONTROL;
      }
      escapes += Long.bitCount(marks(eight));
    }
    for (; i < to; i++) {
      if ((bytes[i] & NOT_CONTROL) == 0) {
        return CONTROL;
      }
      escapes += isMark(bytes[i]) ? 1 : 0;
    }
    return escapes;
  }

  private static boolean isMark(byte b) {
    return b == '"' || b == '\\';
  }

  /** The high bit of each byte that is a quote or a backslash. */
  private static long marks(long eight) {
    return zeros(eight ^ QUOTES) | zeros(eight ^ BACKSLASHES);
  }

  /** The high bit of each byte that is zero, and no other bit. */
  private static long zeros(long eight) {
    return ~(((eight & LOW_BITS) + LOW_BITS) | eight | LOW_BITS);
  }
}
