package br.com.kobana.mcp.confirm;

import java.util.regex.Pattern;

/**
 * Text of others made fit for a question to a person: on one line, short, with nothing in it that
 * hides, reorders or can be clicked.
 */
final class Plain {
  private static final int HEAD = 96;
  private static final int TAIL = 16;

  /** Control, format (which reorder text), private and unassigned characters, and separators. */
  private static final Pattern UNSEEN = Pattern.compile("[\\p{C}\\p{Zl}\\p{Zp}]+");

  private static final Pattern SPACES = Pattern.compile("[\\p{Z}\\s]+");
  private static final Pattern SCHEME = Pattern.compile("(?i)[a-z][a-z0-9+.-]*:/+");
  private static final Pattern SCRIPT = Pattern.compile("(?i)\\b(javascript|data|mailto|tel):");
  private static final Pattern DOT_IN_HOST =
      Pattern.compile("(?<=[\\p{L}\\p{N}_-])[.。．｡](?=\\p{L}{2})");
  private static final Pattern MARKUP = Pattern.compile("[<>\\[\\]`]");

  private Plain() {}

  static String of(String text) {
    String plain = UNSEEN.matcher(text).replaceAll(" ");
    plain = MARKUP.matcher(plain).replaceAll(" ");
    plain = SCHEME.matcher(plain).replaceAll("");
    plain = SCRIPT.matcher(plain).replaceAll("$1 ");
    plain = DOT_IN_HOST.matcher(plain).replaceAll("[.]");
    plain = SPACES.matcher(plain).replaceAll(" ").strip();
    return shortened(plain);
  }

  /** The end counts too: codes differ there. Never cuts a character in two. */
  private static String shortened(String text) {
    int length = text.codePointCount(0, text.length());
    if (length <= HEAD + TAIL + 1) {
      return text;
    }
    return text.substring(0, text.offsetByCodePoints(0, HEAD))
        + '…'
        + text.substring(text.offsetByCodePoints(text.length(), -TAIL));
  }
}
