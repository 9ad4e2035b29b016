package br.com.kobana.mcp.pipeline;

/** The contents in force, for calls to come; a call in hand keeps those it began with. */
public final class LiveContents {
  private volatile Contents current;

  public LiveContents(Contents first) {
    this.current = first;
  }

  public Contents current() {
    return current;
  }

  public void replace(Contents next) {
    current = next;
  }
}
