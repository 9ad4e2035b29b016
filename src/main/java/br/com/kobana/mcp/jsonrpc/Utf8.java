package br.com.kobana.mcp.jsonrpc;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Whether bytes are UTF-8 text (RFC 3629), without making the text. */
final class Utf8 {
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());
  private static final long HIGH_BITS = 0x8080808080808080L;
  private static final long LOW_BITS = 0x0101010101010101L;

  private Utf8() {}

  /** NUL is refused as well: JSON has none, and UTF-16 and UTF-32 are full of them. */
  static boolean isText(byte[] bytes) {
    int i = 0;
    while (i < bytes.length) {
      i = pastPlain(bytes, i);
      if (i == bytes.length) {
        return true;
      }
      byte b = bytes[i];
      if (b > 0) {
        i++;
        continue;
      }
      int length = sequence(bytes, i);
      if (length == 0) {
        return false;
      }
      i += length;
    }
    return true;
  }

  /** Eight bytes at a time, as long as each is ASCII and none is NUL. */
  private static int pastPlain(byte[] bytes, int from) {
    int i = from;
    while (i + Long.BYTES <= bytes.length) {
      long eight = (long) LONGS.get(bytes, i);
      // The subtraction borrows into the high bit of a byte that is zero.
      if (((eight | (eight - LOW_BITS)) & HIGH_BITS) != 0) {
        break;
      }
      i += Long.BYTES;
    }
    return i;
  }

  /** The length of the multi-byte sequence that starts here; 0 where there is no valid one. */
  private static int sequence(byte[] bytes, int at) {
    int first = bytes[at] & 0xff;
    if (first < 0xc2 || first > 0xf4) {
      return 0;
    }
    int length = first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
    if (at + length > bytes.length) {
      return 0;
    }
    int second = bytes[at + 1] & 0xff;
    // Overlong forms, surrogates and code points beyond the last one are not UTF-8.
    int least = first == 0xe0 ? 0xa0 : first == 0xf0 ? 0x90 : 0x80;
    int most = first == 0xed ? 0x9f : first == 0xf4 ? 0x8f : 0xbf;
    if (second < least || second > most) {
      return 0;
    }
    for (int i = 2; i < length; i++) {
      if ((bytes[at + i] & 0xc0) != 0x80) {
        return 0;
      }
    }
    return length;
  }
}
