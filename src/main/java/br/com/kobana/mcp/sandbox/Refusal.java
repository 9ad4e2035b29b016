package br.com.kobana.mcp.sandbox;

/** Carries a refusal out of nested checks. */
final class Refusal extends RuntimeException {
  private final transient Answer answer;

  Refusal(Answer answer) {
    super("refused", null, false, false);
    this.answer = answer;
  }

  Answer answer() {
    return answer;
  }
}
