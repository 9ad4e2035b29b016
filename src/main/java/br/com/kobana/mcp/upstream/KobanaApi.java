package br.com.kobana.mcp.upstream;

import java.util.concurrent.CompletionStage;

/** The Kobana API. */
public interface KobanaApi {
  /**
   * Sends one request. The stage completes with the answer, whatever its status, or exceptionally
   * with an {@link UpstreamFailure}. It may complete on any thread.
   */
  CompletionStage<UpstreamResponse> send(UpstreamRequest request);
}
