package br.com.kobana.mcp.upstream;

/**
 * A bearer token for the Kobana API. It shows itself only to the code that writes the Authorization
 * header; its text form is masked, so that no log or error can hold it.
 */
public final class Credential {
  private final String token;

  public Credential(String token) {
    this.token = token;
  }

  /** The value of the Authorization header. */
  public String authorization() {
    return "Bearer " + token;
  }

  @Override
  public String toString() {
    return "Credential[masked]";
  }
}
