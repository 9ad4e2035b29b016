package br.com.kobana.mcp.confirm;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import javax.crypto.Cipher;
import javax.crypto.Mac;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * The state that travels through the client between a question and its answer: {@code v1.} and, in
 * base64url, the id of a key, a nonce, and AES-256-GCM of when it expires, the confirmation's own
 * id and the digest of what was shown of the record. What it is bound to (who, where, which tool,
 * which arguments, which protocol version) is under the seal without being in it, so that it opens
 * for exactly that. Every replica with the same keys opens it; nothing is remembered.
 *
 * <p>Thread-safe.
 */
public final class SealedState {
  /** How long a person has to answer. */
  public static final Duration LIFE = Duration.ofMinutes(5);

  private static final String PREFIX = "v1.";
  private static final int KEY_ID = 4;
  private static final int IV = 12;
  private static final int TAG = 16;
  private static final int DIGEST = 32;
  private static final int PLAIN = Long.BYTES + 2 * Long.BYTES + DIGEST;
  private static final int SEALED = KEY_ID + IV + PLAIN + TAG;

  private final List<Key> keys;
  private final InstantSource clock;
  private final SecureRandom random;

  /** Of one configured key, what this purpose uses. */
  private record Key(byte[] id, SecretKeySpec cipher) {}

  /**
   * What a state holds for.
   *
   * @param principal {@code Caller.principal()}
   * @param account the account acted on
   * @param arguments digest of the canonical arguments
   * @param version of the protocol
   */
  record Binding(String principal, String account, String tool, byte[] arguments, String version) {}

  /**
   * A state that is genuine, bound to this call and not expired.
   *
   * @param nonce unique to the question it was issued with
   * @param shown digest of what was shown of the record
   */
  record Opened(String nonce, byte[] shown) {}

  /**
   * @param keys as configured, at least 32 bytes each: the first seals, all open. Keys of this
   *     purpose are derived, so that nothing else is ever signed or sealed with them
   */
  public SealedState(List<byte[]> keys, InstantSource clock, SecureRandom random) {
    if (keys.isEmpty()) {
      throw new IllegalArgumentException("at least one key");
    }
    this.keys = keys.stream().map(SealedState::derived).toList();
    this.clock = clock;
    this.random = random;
  }

  /** A state with a nonce that no other has. */
  String seal(Binding binding, byte[] shown) {
    byte[] bits = new byte[2 * Long.BYTES];
    random.nextBytes(bits);
    ByteBuffer longs = ByteBuffer.wrap(bits);
    return seal(binding, shown, new UUID(longs.getLong(), longs.getLong()).toString());
  }

  /** A state for a question asked again: whichever is answered, they count as one. */
  String seal(Binding binding, byte[] shown, String nonce) {
    if (shown.length != DIGEST) {
      throw new IllegalArgumentException("a SHA-256 digest is needed");
    }
    Key key = keys.get(0);
    byte[] iv = new byte[IV];
    random.nextBytes(iv);
    UUID id = UUID.fromString(nonce);
    ByteBuffer plain =
        ByteBuffer.allocate(PLAIN)
            .putLong(clock.instant().getEpochSecond() + LIFE.toSeconds())
            .putLong(id.getMostSignificantBits())
            .putLong(id.getLeastSignificantBits())
            .put(shown);
    try {
      byte[] sealed = cipher(Cipher.ENCRYPT_MODE, key, iv, binding).doFinal(plain.array());
      byte[] all = ByteBuffer.allocate(SEALED).put(key.id()).put(iv).put(sealed).array();
      return PREFIX + Base64.getUrlEncoder().withoutPadding().encodeToString(all);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("AES-256-GCM is part of every Java platform", e);
    }
  }

  /** What is in the state; empty where it is altered, expired, or was issued for anything else. */
  Optional<Opened> open(String state, Binding binding) {
    Optional<byte[]> bytes = decoded(state);
    if (bytes.isEmpty()) {
      return Optional.empty();
    }
    byte[] all = bytes.get();
    for (Key key : keys) {
      if (Arrays.equals(key.id(), 0, KEY_ID, all, 0, KEY_ID)) {
        Optional<Opened> opened = decrypted(key, all, binding);
        if (opened.isPresent()) {
          return opened;
        }
      }
    }
    return Optional.empty();
  }

  private Optional<Opened> decrypted(Key key, byte[] all, Binding binding) {
    byte[] iv = Arrays.copyOfRange(all, KEY_ID, KEY_ID + IV);
    ByteBuffer plain;
    try {
      plain =
          ByteBuffer.wrap(
              cipher(Cipher.DECRYPT_MODE, key, iv, binding)
                  .doFinal(all, KEY_ID + IV, all.length - KEY_ID - IV));
    } catch (GeneralSecurityException e) {
      return Optional.empty();
    }
    Instant expiry = Instant.ofEpochSecond(plain.getLong());
    String nonce = new UUID(plain.getLong(), plain.getLong()).toString();
    byte[] shown = new byte[DIGEST];
    plain.get(shown);
    return clock.instant().isBefore(expiry)
        ? Optional.of(new Opened(nonce, shown))
        : Optional.empty();
  }

  /** Only the one spelling that this class writes: base64 has others for the same bytes. */
  private static Optional<byte[]> decoded(String state) {
    int length = PREFIX.length() + (SEALED * 4 + 2) / 3;
    if (state.length() != length || !state.startsWith(PREFIX)) {
      return Optional.empty();
    }
    String text = state.substring(PREFIX.length());
    try {
      byte[] bytes = Base64.getUrlDecoder().decode(text);
      boolean canonical =
          bytes.length == SEALED
              && Base64.getUrlEncoder().withoutPadding().encodeToString(bytes).equals(text);
      return canonical ? Optional.of(bytes) : Optional.empty();
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  private static Cipher cipher(int mode, Key key, byte[] iv, Binding binding)
      throws GeneralSecurityException {
    Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
    cipher.init(mode, key.cipher(), new GCMParameterSpec(TAG * 8, iv));
    cipher.updateAAD(PREFIX.getBytes(StandardCharsets.US_ASCII));
    cipher.updateAAD(key.id());
    bind(cipher, binding.principal().getBytes(StandardCharsets.UTF_8));
    bind(cipher, binding.account().getBytes(StandardCharsets.UTF_8));
    bind(cipher, binding.tool().getBytes(StandardCharsets.UTF_8));
    bind(cipher, binding.version().getBytes(StandardCharsets.UTF_8));
    bind(cipher, binding.arguments());
    return cipher;
  }

  /** Each part is preceded by its length, so that no two sets of parts look alike. */
  private static void bind(Cipher cipher, byte[] part) {
    cipher.updateAAD(ByteBuffer.allocate(Integer.BYTES).putInt(part.length).array());
    cipher.updateAAD(part);
  }

  /** HKDF (RFC 5869) with SHA-256 and one block of output for each use. */
  private static Key derived(byte[] configured) {
    byte[] secret = hmac(ascii("br.com.kobana.mcp"), configured);
    byte[] cipher = hmac(secret, ascii("confirmation state, cipher\u0001"));
    byte[] id = hmac(secret, ascii("confirmation state, key id\u0001"));
    return new Key(Arrays.copyOf(id, KEY_ID), new SecretKeySpec(cipher, "AES"));
  }

  private static byte[] hmac(byte[] key, byte[] message) {
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(key, "HmacSHA256"));
      return mac.doFinal(message);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("HMAC-SHA256 is part of every Java platform", e);
    }
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }
}
