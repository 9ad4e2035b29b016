package br.com.kobana.mcp.auth;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Names a caller by a keyed SHA-256 of token and account, so that no cache holds a token. */
final class Principals {
  private static final byte[] LABEL = "principal\n".getBytes(StandardCharsets.US_ASCII);

  /** Ready to be copied: choosing a provider and taking up the key costs more than a hash. */
  private final Mac ready;

  Principals(byte[] key) {
    try {
      ready = Mac.getInstance("HmacSHA256");
      ready.init(new SecretKeySpec(key, "HmacSHA256"));
      ready.update(LABEL);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("HMAC-SHA256 is part of every Java platform", e);
    }
  }

  String of(String token, String account) {
    try {
      Mac mac = (Mac) ready.clone();
      mac.update(token.getBytes(StandardCharsets.UTF_8));
      mac.update((byte) '\n');
      return HexFormat.of().formatHex(mac.doFinal(account.getBytes(StandardCharsets.UTF_8)), 0, 16);
    } catch (CloneNotSupportedException e) {
      throw new IllegalStateException("the HMAC of the platform can be copied", e);
    }
  }
}
