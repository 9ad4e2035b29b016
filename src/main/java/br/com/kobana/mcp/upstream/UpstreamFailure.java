package br.com.kobana.mcp.upstream;

import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** No answer came from the Kobana API. */
public final class UpstreamFailure extends Exception {
  private final Reason reason;
  private final boolean sent;
  private final transient @Nullable Duration retryAfter;

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
    CANCELLED,
    /** So many calls to this area of the API failed that none is made for a while. */
    UNAVAILABLE,
    /** As many calls to this area of the API are under way as may be. */
    BUSY
  }

  /**
   * @param sent whether any byte of the request may have reached the API: then a write may have
   *     happened
   */
  public UpstreamFailure(Reason reason, boolean sent) {
    this(reason, sent, null);
  }

  private UpstreamFailure(Reason reason, boolean sent, @Nullable Duration retryAfter) {
    super(reason + (sent ? " after sending" : " before sending"), null, false, false);
    this.reason = reason;
    this.sent = sent;
    this.retryAfter = retryAfter;
  }

  /** Nothing was sent, and nothing will be for so long. */
  static UpstreamFailure unavailable(Duration retryAfter) {
    return new UpstreamFailure(Reason.UNAVAILABLE, false, retryAfter);
  }

  /** Nothing was sent: too much is under way. */
  public static UpstreamFailure busy() {
    return new UpstreamFailure(Reason.BUSY, false);
  }

  public Reason reason() {
    return reason;
  }

  public boolean sent() {
    return sent;
  }

  /** When the call may go through, where that is known. */
  public Optional<Duration> retryAfter() {
    return Optional.ofNullable(retryAfter);
  }
}
