package br.com.kobana.mcp.upstream;

/** No answer came from the Kobana API. */
public final class UpstreamFailure extends Exception {
  private final Reason reason;
  private final boolean sent;

  /** Why there is no answer. */
  public enum Reason {
    /** No connection could be made. */
    CONNECT,
    /** The answer did not come in time. */
    TIMEOUT,
    /** The connection broke. */
    RESET,
    /** The answer was larger than the gateway takes. */
    TOO_LARGE,
    /** The caller hung up before anything was sent. */
    CANCELLED
  }

  /**
   * @param sent whether any byte of the request may have reached the API: then a write may have
   *     happened
   */
  public UpstreamFailure(Reason reason, boolean sent) {
    super(reason + (sent ? " after sending" : " before sending"), null, false, false);
    this.reason = reason;
    this.sent = sent;
  }

  public Reason reason() {
    return reason;
  }

  public boolean sent() {
    return sent;
  }
}
