package br.com.kobana.mcp.resources;

import br.com.kobana.mcp.catalog.RecordType;
import br.com.kobana.mcp.catalog.Tool;
import br.com.kobana.mcp.jsonrpc.MalformedJson;
import br.com.kobana.mcp.upstream.UpstreamResponse;

/** How an answer of the API becomes the text of a resource. */
@FunctionalInterface
public interface RecordText {
  /**
   * The record as JSON text: unwrapped, secrets masked, with the fields that {@code readTool}
   * gives.
   *
   * @param answer a 2xx answer to the operation of {@code readTool}
   * @throws MalformedJson where the answer holds no record
   */
  String render(RecordType type, Tool readTool, UpstreamResponse answer) throws MalformedJson;
}
