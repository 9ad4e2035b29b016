package br.com.kobana.mcp.auth;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Names a caller by a keyed SHA-256 of token and account, so that no cache holds a token. */
final class Principals {
  private final SecretKeySpec key;

  Principals(byte[] key) {
    this.key = new SecretKeySpec(key, "HmacSHA256");
  }

  String of(String token, String account) {
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(key);
      mac.update("principal\n".getBytes(StandardCharsets.US_ASCII));
      mac.update(token.getBytes(StandardCharsets.UTF_8));
      mac.update((byte) '\n');
      return HexFormat.of().formatHex(mac.doFinal(account.getBytes(StandardCharsets.UTF_8)), 0, 16);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("HMAC-SHA256 is part of every Java platform", e);
    }
  }
}
