package br.com.kobana.mcp.upstream;

import java.time.Duration;
import java.util.concurrent.CompletionStage;

/** The Kobana API. */
public interface KobanaApi {
  /** Hosts give up at 30 seconds. */
  Duration LONGEST = Duration.ofSeconds(24);

  /**
   * Sends one request. The stage completes with the answer, whatever its status, or exceptionally
   * with an {@link UpstreamFailure}. It may complete on any thread.
   *
   * @param patience bounds the call: at its end the stage completes, and what was not sent by then
   *     is never sent
   */
  CompletionStage<UpstreamResponse> send(UpstreamRequest request, Patience patience);

  /** The same for a call that nothing else bounds. */
  default CompletionStage<UpstreamResponse> send(UpstreamRequest request) {
    return send(request, Patience.of(LONGEST));
  }
}
