package br.com.kobana.mcp.audit;

/**
 * What is said of one file.
 *
 * @param line where the chain breaks; 0 where it does not
 */
record Finding(String file, State state, long line, String text) {
  enum State {
    /** Every line is as it was written, the seal included. */
    WHOLE,
    /** Every line is as it was written, and no seal says that they are all. */
    OPEN,
    BROKEN
  }

  @Override
  public String toString() {
    return state == State.BROKEN
        ? "%s: BROKEN at line %d: %s".formatted(file, line, text)
        : "%s: %s".formatted(file, text);
  }
}
