package br.com.kobana.mcp.observe;

import java.util.Optional;

/** Follows requests to the API in the trace of the request that they are made for. */
@FunctionalInterface
public interface UpstreamTracer {
  /** Keeps nothing and adds nothing. */
  UpstreamTracer NONE = (observation, method, area) -> new Step() {};

  /**
   * Never blocks.
   *
   * @param area from the catalogue
   */
  Step begin(Observation observation, String method, String area);

  /** One request to the API. */
  interface Step {
    /** What the request says of its place (W3C Trace Context). */
    default Optional<String> traceparent() {
      return Optional.empty();
    }

    /** An answer came. */
    default void answered(int status) {}

    /**
     * None came.
     *
     * @param why a word of the gateway's own
     */
    default void failed(String why) {}
  }
}
