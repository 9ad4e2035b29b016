package br.com.kobana.mcp.settings;

/** A configured secret. Its text form is masked, so that no log or error can hold it. */
public final class Secret {
  private final String value;

  public Secret(String value) {
    this.value = value;
  }

  /** The secret itself, for the code that sends it. */
  public String reveal() {
    return value;
  }

  @Override
  public String toString() {
    return "Secret[masked]";
  }
}
