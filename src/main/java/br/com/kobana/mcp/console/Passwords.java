package br.com.kobana.mcp.console;

import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Base64;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.PBEKeySpec;

/**
 * Hashes of passwords: PBKDF2 with HMAC-SHA512 and 210 000 rounds (OWASP, password storage), in the
 * form {@code $pbkdf2-sha512$it=…$salt$hash}. Slow on purpose: never call it on an event loop.
 */
public final class Passwords {
  /** Characters that a password has at least. */
  public static final int SHORTEST = 12;

  private static final String FORM = "$pbkdf2-sha512$it=";
  private static final int ROUNDS = 210_000;
  private static final int SALT = 16;
  private static final int BITS = 256;
  private final SecureRandom random;

  public Passwords(SecureRandom random) {
    this.random = random;
  }

  /**
   * The hash to configure.
   *
   * @throws IllegalArgumentException for a password that is too short
   */
  public String hash(String password) {
    if (password.length() < SHORTEST) {
      throw new IllegalArgumentException(
          "a password has at least " + SHORTEST + " characters; use a generated one");
    }
    byte[] salt = random(SALT);
    return FORM + ROUNDS + "$" + text(salt) + "$" + text(derived(password, salt, ROUNDS));
  }

  /** Whether this is the password; the settings have looked at the form of the hash. */
  boolean verify(String hash, String password) {
    String[] parts = hash.substring(FORM.length()).split("\\$", 3);
    Base64.Decoder base64 = Base64.getDecoder();
    byte[] derived = derived(password, base64.decode(parts[1]), Integer.parseInt(parts[0]));
    return MessageDigest.isEqual(base64.decode(parts[2]), derived);
  }

  /** A hash of a password that nobody knows, to spend the same time on a name that nobody has. */
  String nobodys() {
    return hash(text(random(BITS / 8)));
  }

  private byte[] random(int bytes) {
    byte[] random = new byte[bytes];
    this.random.nextBytes(random);
    return random;
  }

  private static byte[] derived(String password, byte[] salt, int rounds) {
    PBEKeySpec spec = new PBEKeySpec(password.toCharArray(), salt, rounds, BITS);
    try {
      return SecretKeyFactory.getInstance("PBKDF2WithHmacSHA512").generateSecret(spec).getEncoded();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    } finally {
      spec.clearPassword();
    }
  }

  private static String text(byte[] bytes) {
    return Base64.getEncoder().withoutPadding().encodeToString(bytes);
  }
}
