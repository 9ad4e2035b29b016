package br.com.kobana.mcp.prompts;

/** A prompt file is not as it must be; the message names the file, the place and what is wrong. */
public final class InvalidPrompts extends IllegalArgumentException {
  InvalidPrompts(String message) {
    super(message);
  }
}
