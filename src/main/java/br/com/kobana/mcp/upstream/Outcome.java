package br.com.kobana.mcp.upstream;

import java.util.Optional;

/** How an attempt ended. */
sealed interface Outcome {
  record Answered(UpstreamResponse answer) implements Outcome {}

  record Failed(UpstreamFailure failure) implements Outcome {}

  /** Whether the API may have acted on it. */
  default boolean mayHaveHappened() {
    return !(this instanceof Failed failed) || failed.failure().sent();
  }

  /**
   * Whether the call may be told by this outcome although an earlier attempt was sent and not
   * answered for. A write may not be told by a refusal of its repetition: what the API says of the
   * repetition, say 404 for a record that is gone or 401 for a token that just ended, says nothing
   * of the attempt before it. An answer that the API stored for the key, or its success, does.
   */
  default boolean settles(UpstreamRequest request) {
    if (this instanceof Answered answered) {
      int status = answered.answer().status();
      boolean success = status >= 200 && status < 300;
      return !request.write() || success || status >= 500 || isReplay(answered.answer());
    }
    return mayHaveHappened();
  }

  private static boolean isReplay(UpstreamResponse answer) {
    return answer.header("x-idempotency-replayed").filter("true"::equalsIgnoreCase).isPresent();
  }

  /** The HTTP status, or empty where no answer came. */
  default Optional<Integer> status() {
    return this instanceof Answered answered
        ? Optional.of(answered.answer().status())
        : Optional.empty();
  }

  /** Why no answer came. */
  default Optional<UpstreamFailure.Reason> reason() {
    return this instanceof Failed failed
        ? Optional.of(failed.failure().reason())
        : Optional.empty();
  }
}
