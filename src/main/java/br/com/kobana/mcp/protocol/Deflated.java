package br.com.kobana.mcp.protocol;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.zip.CRC32;
import java.util.zip.Deflater;
import org.jspecify.annotations.Nullable;

/**
 * Bytes that stand in many answers, deflated once: when somebody first takes them so. An answer
 * with them is one gzip member (RFC 1952); what differs from answer to answer lies around them in
 * blocks that are not compressed (RFC 1951 §3.2.4). Thread-safe.
 */
public final class Deflated {
  private static final byte[] HEADER = {0x1f, (byte) 0x8b, Deflater.DEFLATED, 0, 0, 0, 0, 0, 0, -1};
  private static final int LONGEST_BLOCK = 0xffff;
  private static final int BLOCK_HEAD = 5;
  private static final int TRAILER = 8;

  private final byte[] plain;
  private volatile byte @Nullable [] blocks;

  /**
   * @param plain kept, not copied
   */
  public Deflated(byte[] plain) {
    this.plain = plain;
  }

  /**
   * The whole, compressed.
   *
   * @return the parts of one gzip member, in order
   */
  public List<byte[]> gzip(byte[] before, byte[] after) {
    CRC32 check = new CRC32();
    check.update(before);
    check.update(plain);
    check.update(after);
    byte[] head =
        stored(ByteBuffer.allocate(HEADER.length + room(before)).put(HEADER), before, false)
            .array();
    byte[] tail =
        stored(
                ByteBuffer.allocate(room(after) + TRAILER).order(ByteOrder.LITTLE_ENDIAN),
                after,
                true)
            .putInt((int) check.getValue())
            .putInt(before.length + plain.length + after.length)
            .array();
    return List.of(head, blocks(), tail);
  }

  /** Room for the bytes in blocks of their own; there is a block where there are no bytes. */
  private static int room(byte[] bytes) {
    return bytes.length + BLOCK_HEAD * Math.max(1, -Math.floorDiv(-bytes.length, LONGEST_BLOCK));
  }

  private static ByteBuffer stored(ByteBuffer out, byte[] bytes, boolean last) {
    out.order(ByteOrder.LITTLE_ENDIAN);
    int at = 0;
    do {
      int length = Math.min(LONGEST_BLOCK, bytes.length - at);
      boolean ends = last && at + length == bytes.length;
      out.put((byte) (ends ? 1 : 0)).putShort((short) length).putShort((short) ~length);
      out.put(bytes, at, length);
      at += length;
    } while (at < bytes.length);
    return out;
  }

  private byte[] blocks() {
    byte[] known = blocks;
    if (known == null) {
      known = deflated(plain);
      blocks = known;
    }
    return known;
  }

  /** Blocks that end at a whole byte, none of them the last. */
  private static byte[] deflated(byte[] plain) {
    // Whoever asks first waits for it, and so does the loop: the best would take twice as long for
    // one part in sixty less.
    Deflater deflater = new Deflater(Deflater.DEFAULT_COMPRESSION, true);
    try {
      deflater.setInput(plain);
      ByteArrayOutputStream out = new ByteArrayOutputStream(plain.length / 4 + 64);
      byte[] buffer = new byte[8192];
      int length;
      do {
        length = deflater.deflate(buffer, 0, buffer.length, Deflater.SYNC_FLUSH);
        out.write(buffer, 0, length);
      } while (length == buffer.length);
      return out.toByteArray();
    } finally {
      deflater.end();
    }
  }
}
