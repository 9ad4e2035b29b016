package br.com.kobana.mcp.audit;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** SHA-256 of a line, without its line feed. */
final class Hash {
  /** What stands for the line before the first. */
  static final String NONE = "0".repeat(64);

  private Hash() {}

  /** 64 hexadecimal digits. */
  static String of(byte[] line) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(line));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("SHA-256 is part of every Java platform", e);
    }
  }
}
