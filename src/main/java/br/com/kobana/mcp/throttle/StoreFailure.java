package br.com.kobana.mcp.throttle;

/** A shared store did not do what it was asked. */
public final class StoreFailure extends Exception {
  private final Reason reason;

  /** Why. */
  public enum Reason {
    /** No connection. */
    AWAY,
    /** No answer in time; the step may have been done. */
    SLOW,
    /** It answers that it takes no counts now: read-only, loading, full, no access. */
    REFUSES,
    /** Something else than a count lies where this budget's count should be. */
    WRONG_TYPE
  }

  public StoreFailure(Reason reason) {
    super(reason.name(), null, false, false);
    this.reason = reason;
  }

  public Reason reason() {
    return reason;
  }

  /** The reason of a failed stage; what is no {@link StoreFailure} counts as away. */
  public static Reason of(Throwable failure) {
    for (Throwable t = failure; t != null; t = t.getCause()) {
      if (t instanceof StoreFailure known) {
        return known.reason();
      }
    }
    return Reason.AWAY;
  }
}
