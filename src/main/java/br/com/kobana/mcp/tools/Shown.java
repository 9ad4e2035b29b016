package br.com.kobana.mcp.tools;

/** How a name that a client made up is shown back to it. */
final class Shown {
  private static final int LONGEST = 64;
  private static final int DIGITS = 8;

  private Shown() {}

  /**
   * The name in quotes, shortened and without control characters. A "name" with as many digits as a
   * document or an account has is not repeated.
   */
  static String quoted(String name) {
    return '"' + name(name) + '"';
  }

  static String name(String name) {
    StringBuilder out = new StringBuilder(Math.min(name.length(), LONGEST) + 1);
    int digits = 0;
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      digits += Character.isDigit(c) ? 1 : 0;
      if (digits >= DIGITS) {
        return "(not shown)";
      }
      if (out.length() < LONGEST) {
        out.append(Character.isISOControl(c) || Character.isSurrogate(c) || c == '"' ? '?' : c);
      }
    }
    return name.length() > LONGEST ? out.append('…').toString() : out.toString();
  }
}
