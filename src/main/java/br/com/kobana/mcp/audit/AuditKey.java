package br.com.kobana.mcp.audit;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * The key of a trail: seals lines, and gives values that must not be shown a name that stays the
 * same. Each use has a key of its own, derived from the configured one (HKDF, RFC 5869, with one
 * block of output). Thread-safe.
 */
final class AuditKey {
  private final SecretKeySpec lines;
  private final SecretKeySpec names;
  private final String id;

  /**
   * @param configured at least 32 bytes
   */
  AuditKey(byte[] configured) {
    byte[] secret = hmac(new SecretKeySpec(ascii("br.com.kobana.mcp"), "HmacSHA256"), configured);
    SecretKeySpec root = new SecretKeySpec(secret, "HmacSHA256");
    this.lines = new SecretKeySpec(hmac(root, ascii("audit, lines\u0001")), "HmacSHA256");
    this.names = new SecretKeySpec(hmac(root, ascii("audit, names\u0001")), "HmacSHA256");
    this.id = hex(Arrays.copyOf(hmac(root, ascii("audit, key id\u0001")), 4));
  }

  /** Tells keys apart; tells nothing about the key. */
  String id() {
    return id;
  }

  /** The seal of a line, 64 hexadecimal digits. */
  String seal(byte[] line) {
    return hex(hmac(lines, line));
  }

  /** A name of 24 hexadecimal digits for a value; nobody without the key can find the value. */
  String name(byte[] value) {
    return hex(Arrays.copyOf(hmac(names, value), 12));
  }

  String name(String value) {
    return name(value.getBytes(StandardCharsets.UTF_8));
  }

  private static String hex(byte[] bytes) {
    return HexFormat.of().formatHex(bytes);
  }

  private static byte[] hmac(SecretKeySpec key, byte[] message) {
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(key);
      return mac.doFinal(message);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("HMAC-SHA256 is part of every Java platform", e);
    }
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }
}
