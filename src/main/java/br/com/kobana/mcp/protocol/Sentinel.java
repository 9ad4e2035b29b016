package br.com.kobana.mcp.protocol;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Optional;

/**
 * The Base64 form of a header value that plain ASCII cannot carry: {@code =?base64?…?=} (spec
 * 2026-07-28, streamable HTTP, value encoding). The marker is in lower case; what lacks its start
 * or end is literal text.
 */
final class Sentinel {
  private static final String START = "=?base64?";
  private static final String END = "?=";

  private Sentinel() {}

  /**
   * The value that a header stands for, or empty where it is a sentinel that does not decode: only
   * the canonical Base64 form of valid UTF-8 does (the JDK's decoder alone takes unpadded input).
   */
  static Optional<String> decode(String value) {
    if (!value.startsWith(START)
        || !value.endsWith(END)
        || value.length() < START.length() + END.length()) {
      return Optional.of(value);
    }
    String encoded = value.substring(START.length(), value.length() - END.length());
    try {
      byte[] bytes = Base64.getDecoder().decode(encoded);
      if (!Base64.getEncoder().encodeToString(bytes).equals(encoded)) {
        return Optional.empty();
      }
      return Optional.of(
          StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString());
    } catch (IllegalArgumentException | CharacterCodingException e) {
      return Optional.empty();
    }
  }
}
