package br.com.kobana.mcp.pipeline;

import br.com.kobana.mcp.upstream.UpstreamFailure;
import br.com.kobana.mcp.upstream.UpstreamRequest;
import br.com.kobana.mcp.upstream.UpstreamResponse;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A line for each write whose client was gone when it ended. Without ids and keys, which callers
 * choose and may put names into.
 */
final class UnheardLog implements KobanaComponent.Unheard {
  private static final Logger AUDIT = LoggerFactory.getLogger("br.com.kobana.mcp.audit");

  @Override
  public void ended(UpstreamRequest request, Object outcome) {
    AUDIT.info(
        "write ended after its client was gone: operation=\"{} {}\" outcome={}",
        request.method(),
        request.template(),
        outcome instanceof UpstreamResponse answer
            ? "HTTP " + answer.status()
            : outcome instanceof UpstreamFailure failure ? failure.getMessage() : "unknown");
  }
}
