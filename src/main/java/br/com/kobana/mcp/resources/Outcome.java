package br.com.kobana.mcp.resources;

import br.com.kobana.mcp.upstream.UpstreamFailure;
import br.com.kobana.mcp.upstream.UpstreamResponse;

/** How one of several parallel calls ended. */
public sealed interface Outcome {
  /** The API answered, with whatever status. */
  record Answered(UpstreamResponse response) implements Outcome {}

  /** No answer came, or not within the time of the whole list. */
  record Failed(UpstreamFailure failure) implements Outcome {}
}
