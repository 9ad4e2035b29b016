package br.com.kobana.mcp.protocol;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Opaque, signed cursors. A cursor carries a position; the list, the caller and the filters it was
 * issued for are under its signature without being in it, so that it opens nowhere else. Possession
 * of a cursor is not authentication: the caller is checked before it is opened.
 *
 * <p>Thread-safe.
 */
public final class Cursors {
  private static final int MAC_LENGTH = 16;
  private static final int MAX_LENGTH = 2048;
  private final List<SecretKeySpec> keys;

  /**
   * @param keys the first signs, all are accepted, so that keys can be rotated with overlap
   */
  public Cursors(List<byte[]> keys) {
    if (keys.isEmpty()) {
      throw new IllegalArgumentException("at least one key");
    }
    this.keys = keys.stream().map(k -> new SecretKeySpec(k, "HmacSHA256")).toList();
  }

  /**
   * @param list which list: a method or a tool's name
   * @param principal {@code Caller.principal()}
   * @param binding whatever else the position depends on, such as a digest of the filters
   * @param position where the next page starts
   */
  public String issue(String list, String principal, String binding, String position) {
    byte[] text = position.getBytes(StandardCharsets.UTF_8);
    byte[] cursor = Arrays.copyOf(text, text.length + MAC_LENGTH);
    System.arraycopy(
        mac(keys.get(0), list, principal, binding, position), 0, cursor, text.length, MAC_LENGTH);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(cursor);
  }

  /** The position, or empty where this cursor was not issued for exactly this. */
  public Optional<String> open(String cursor, String list, String principal, String binding) {
    if (cursor.length() > MAX_LENGTH) {
      return Optional.empty();
    }
    byte[] bytes;
    try {
      bytes = Base64.getUrlDecoder().decode(cursor);
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
    if (bytes.length <= MAC_LENGTH
        || !Base64.getUrlEncoder().withoutPadding().encodeToString(bytes).equals(cursor)) {
      return Optional.empty();
    }
    int end = bytes.length - MAC_LENGTH;
    String position = new String(bytes, 0, end, StandardCharsets.UTF_8);
    byte[] signature = Arrays.copyOfRange(bytes, end, bytes.length);
    for (SecretKeySpec key : keys) {
      byte[] expected = Arrays.copyOf(mac(key, list, principal, binding, position), MAC_LENGTH);
      if (MessageDigest.isEqual(expected, signature)) {
        return Optional.of(position);
      }
    }
    return Optional.empty();
  }

  /** Each part is preceded by its length, so that no two sets of parts sign alike. */
  private static byte[] mac(SecretKeySpec key, String... parts) {
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(key);
      for (String part : parts) {
        byte[] bytes = part.getBytes(StandardCharsets.UTF_8);
        mac.update((bytes.length + ":").getBytes(StandardCharsets.UTF_8));
        mac.update(bytes);
      }
      return mac.doFinal();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("HMAC-SHA256 is part of every Java platform", e);
    }
  }
}
