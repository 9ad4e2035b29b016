package br.com.kobana.mcp.auth;

import br.com.kobana.mcp.upstream.Credential;
import java.util.List;

/**
 * What the Authorization lines of a request hold (RFC 6750 §2.1). A token is taken from one header
 * line only: never from a query parameter, never from the body.
 */
sealed interface BearerToken {
  /** A well-formed bearer token. */
  record Present(Credential credential, String value) implements BearerToken {
    @Override
    public String toString() {
      return "BearerToken[masked]";
    }
  }

  /** No line, or another scheme. */
  record Absent() implements BearerToken {}

  /** More than one line, or the scheme without one token. */
  record Malformed() implements BearerToken {}

  /** Longest token that is looked at, in characters. */
  int MAX_LENGTH = 8192;

  /** The scheme is compared without regard to case and may be followed by several spaces. */
  static BearerToken of(List<String> lines) {
    if (lines.isEmpty()) {
      return new Absent();
    }
    if (lines.size() > 1) {
      return new Malformed();
    }
    String line = lines.get(0).trim();
    int space = line.indexOf(' ');
    String scheme = space < 0 ? line : line.substring(0, space);
    if (!scheme.equalsIgnoreCase("bearer")) {
      return new Absent();
    }
    String token = space < 0 ? "" : line.substring(space).trim();
    if (!isToken68(token)) {
      return new Malformed();
    }
    return new Present(new Credential(token), token);
  }

  /** Whether every character is one that a bearer token may have (RFC 6750 §2.1). */
  static boolean isToken68(String token) {
    if (token.isEmpty() || token.length() > MAX_LENGTH) {
      return false;
    }
    for (int i = 0; i < token.length(); i++) {
      char c = token.charAt(i);
      boolean allowed =
          (c >= 'a' && c <= 'z')
              || (c >= 'A' && c <= 'Z')
              || (c >= '0' && c <= '9')
              || "-._~+/=".indexOf(c) >= 0;
      if (!allowed) {
        return false;
      }
    }
    return true;
  }
}
