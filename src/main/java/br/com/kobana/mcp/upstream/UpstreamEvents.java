package br.com.kobana.mcp.upstream;

import java.util.Optional;

/**
 * Hears what happens on the way to the API, for metrics and records. Called on whatever thread it
 * happens on: an implementation neither blocks nor throws. Every label comes from the catalogue.
 */
public interface UpstreamEvents {
  /**
   * One attempt of a call.
   *
   * @param area of the API, such as {@code charge}
   * @param template the path as the API describes it, without ids
   * @param number from 1 on; a higher one repeats the call
   * @param status of the answer; 0 where none came
   * @param failure why none came
   * @param nanos from its beginning to its end
   */
  record Attempt(
      String area,
      String method,
      String template,
      int number,
      int status,
      Optional<UpstreamFailure.Reason> failure,
      long nanos) {}

  /** An attempt was made and is over. */
  default void attempted(Attempt attempt) {}

  /** A call was not made: its area is failing, or too much is under way there. */
  default void refused(String area, UpstreamFailure.Reason reason) {}

  /**
   * Whether an area is called has changed.
   *
   * @param from {@code CLOSED}, {@code OPEN} or {@code HALF_OPEN}
   */
  default void breakerChanged(String area, String from, String to) {}

  /** Nobody listens. */
  static UpstreamEvents none() {
    return new UpstreamEvents() {};
  }
}
