package br.com.kobana.mcp.jsonrpc;

import java.util.Arrays;

/**
 * Jackson writes a character beyond the first plane to bytes as two escapes; here it becomes the
 * character, as other characters are. Half of a pair by itself stays an escape: Jackson's own
 * feature (COMBINE_UNICODE_SURROGATES_IN_UTF8) makes another character of it and its neighbour.
 */
final class SurrogatePairs {
  private static final int ESCAPE = 6;

  private SurrogatePairs() {}

  /**
   * @param json as Jackson writes it; its escapes are in upper case
   */
  static byte[] joined(byte[] json) {
    int first = next(json, 0);
    if (first == json.length) {
      return json;
    }
    byte[] out = new byte[json.length];
    int length = 0;
    int from = 0;
    for (int pair = first; pair < json.length; pair = next(json, from)) {
      System.arraycopy(json, from, out, length, pair - from);
      length =
          put(
              out,
              length + pair - from,
              Character.toCodePoint(half(json, pair), half(json, pair + ESCAPE)));
      from = pair + 2 * ESCAPE;
    }
    System.arraycopy(json, from, out, length, json.length - from);
    return Arrays.copyOf(out, length + json.length - from);
  }

  /** Where the next pair of escapes starts; the length where there is none. */
  private static int next(byte[] json, int from) {
    int i = from;
    while (i < json.length) {
      if (json[i] != '\\') {
        i++;
      } else if (isHalf(json, i, '8', 'B') && isHalf(json, i + ESCAPE, 'C', 'F')) {
        return i;
      } else {
        i += 2;
      }
    }
    return json.length;
  }

  private static boolean isHalf(byte[] json, int at, char least, char most) {
    return at + ESCAPE <= json.length
        && json[at] == '\\'
        && json[at + 1] == 'u'
        && json[at + 2] == 'D'
        && json[at + 3] >= least
        && json[at + 3] <= most;
  }

  private static char half(byte[] json, int at) {
    int value = 0;
    for (int i = at + 2; i < at + ESCAPE; i++) {
      value = (value << 4) | Character.digit(json[i], 16);
    }
    return (char) value;
  }

  private static int put(byte[] out, int at, int character) {
    out[at] = (byte) (0xf0 | (character >> 18));
    out[at + 1] = (byte) (0x80 | (character >> 12 & 0x3f));
    out[at + 2] = (byte) (0x80 | (character >> 6 & 0x3f));
    out[at + 3] = (byte) (0x80 | (character & 0x3f));
    return at + 4;
  }
}
