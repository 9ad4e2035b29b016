package br.com.kobana.mcp.settings;

/**
 * A setting the gateway cannot start with. The message is one line: key, value, what is allowed.
 */
public final class WrongSetting extends RuntimeException {
  private static final int LONGEST = 200;

  public WrongSetting(String key, String value, String allowed) {
    super(
        "%s: \"%s\" is not allowed; %s".formatted(key, shown(value), allowed), null, false, false);
  }

  /** On one line, not longer than one can read, without the password of a URL. */
  private static String shown(String value) {
    String line = value.replaceAll("\\p{Cntrl}", "?").replaceAll("//[^/@]*@", "//(hidden)@");
    return line.length() > LONGEST ? line.substring(0, LONGEST) + "…" : line;
  }
}
