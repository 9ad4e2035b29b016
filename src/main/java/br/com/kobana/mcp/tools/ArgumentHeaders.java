package br.com.kobana.mcp.tools;

import br.com.kobana.mcp.catalog.Catalog;
import br.com.kobana.mcp.catalog.Tool;
import br.com.kobana.mcp.protocol.ArgumentHeader;
import br.com.kobana.mcp.protocol.Refusal;
import br.com.kobana.mcp.protocol.RequestHead;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The headers in which calls repeat arguments, for the tools that have any. */
public final class ArgumentHeaders {
  private final Catalog catalog;
  private final Map<String, List<ArgumentHeader>> byTool = new HashMap<>();

  public ArgumentHeaders(Catalog catalog) {
    this.catalog = catalog;
    for (Tool tool : catalog.tools()) {
      List<ArgumentHeader> headers =
          tool.arguments().stream()
              .filter(argument -> argument.schema().has(ArgumentHeader.KEYWORD))
              .map(
                  argument ->
                      new ArgumentHeader(
                          argument.name(), argument.schema().path(ArgumentHeader.KEYWORD).asText()))
              .toList();
      if (!headers.isEmpty()) {
        byTool.put(tool.name(), headers);
      }
    }
  }

  /**
   * Of a {@code tools/call} in the stateless era.
   *
   * @return the refusal where a header and its argument differ; empty for what is no call of a tool
   *     that has such headers
   */
  public Optional<Refusal> refusal(Optional<ObjectNode> params, RequestHead head) {
    if (byTool.isEmpty() || params.isEmpty()) {
      return Optional.empty();
    }
    JsonNode arguments = params.get().path("arguments");
    return catalog
        .tool(params.get().path("name").asText(""))
        .map(tool -> byTool.getOrDefault(tool.name(), List.of()))
        .orElse(List.of())
        .stream()
        .flatMap(header -> header.refusal(head, arguments).stream())
        .findFirst();
  }
}
