package br.com.kobana.mcp.settings;

/**
 * A setting the gateway cannot start with. The message is one line: key, value, what is allowed.
 */
public final class WrongSetting extends RuntimeException {
  public WrongSetting(String key, String value, String allowed) {
    super("%s: \"%s\" is not allowed; %s".formatted(key, value, allowed), null, false, false);
  }
}
