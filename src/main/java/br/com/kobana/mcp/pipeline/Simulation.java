package br.com.kobana.mcp.pipeline;

import br.com.kobana.mcp.jsonrpc.JsonRpcError;
import br.com.kobana.mcp.protocol.Refusal;
import br.com.kobana.mcp.protocol.RequestHead;
import br.com.kobana.mcp.protocol.Rung;
import java.util.List;
import java.util.Locale;

/**
 * Whether calls of tools are only shown, by setting or by the header {@code X-MCP-Simulate}.
 *
 * @param always whatever the header says
 */
record Simulation(boolean always) {
  private static final String HEADER = "x-mcp-simulate";

  /**
   * @throws Refusal 400 where the header is neither {@code true} nor {@code false}: who wanted a
   *     simulation and misspelt it must not find the money gone
   */
  boolean isWanted(RequestHead head) {
    List<String> lines = head.all(HEADER);
    if (lines.isEmpty()) {
      return always;
    }
    String value = lines.size() == 1 ? RequestHead.trim(lines.get(0)).toLowerCase(Locale.ROOT) : "";
    return switch (value) {
      case "true" -> true;
      case "false" -> always;
      default ->
          throw Refusal.rpc(
              Rung.PARAMS,
              400,
              JsonRpcError.INVALID_REQUEST,
              "X-MCP-Simulate must be true or false, once");
    };
  }
}
