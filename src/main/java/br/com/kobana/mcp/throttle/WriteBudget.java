package br.com.kobana.mcp.throttle;

import br.com.kobana.mcp.auth.Caller;
import br.com.kobana.mcp.upstream.UpstreamResponse;
import java.util.concurrent.CompletionStage;

/**
 * The bucket of writes is the API's own budget of POSTs seen from here (design decision 13): what
 * became of a counted write is told back. Each answers with how the bucket stands then, and never
 * fails.
 */
public interface WriteBudget {
  /**
   * The API answered.
   *
   * @param counted how the bucket stood when the write was counted
   * @param method of the call; GETs have another budget at the API
   */
  CompletionStage<Reading> answered(
      Reading counted, Caller caller, String method, UpstreamResponse answer);

  /** Nothing was sent: the unit is given back. */
  CompletionStage<Reading> notSent(Reading counted, Caller caller);
}
