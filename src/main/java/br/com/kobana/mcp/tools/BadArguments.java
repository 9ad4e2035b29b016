package br.com.kobana.mcp.tools;

/**
 * Arguments that the model can correct: answered with {@code isError}, before any call. The message
 * names arguments and what is allowed, never the value that was sent.
 */
final class BadArguments extends Exception {
  private static final int LONGEST = 2000;

  BadArguments(String what) {
    super(shortened("Invalid arguments: " + what), null, false, false);
  }

  String text() {
    return String.valueOf(getMessage());
  }

  private static String shortened(String text) {
    return text.length() <= LONGEST ? text : text.substring(0, LONGEST - 1) + "…";
  }
}
