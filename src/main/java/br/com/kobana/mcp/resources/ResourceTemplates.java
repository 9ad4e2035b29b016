package br.com.kobana.mcp.resources;

import br.com.kobana.mcp.auth.Caller;
import br.com.kobana.mcp.catalog.Catalog;
import br.com.kobana.mcp.jsonrpc.Json;
import br.com.kobana.mcp.protocol.Cursors;
import br.com.kobana.mcp.protocol.Paged;
import br.com.kobana.mcp.protocol.Result;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Optional;

/** {@code resources/templates/list}: the URI templates whose records the caller may read. */
public final class ResourceTemplates {
  private final List<ReadableType> types;
  private final Paged<ReadableType> paged;

  public ResourceTemplates(Catalog catalog, Cursors cursors, int pageSize) {
    this.types = ReadableType.of(catalog);
    this.paged =
        new Paged<>(cursors, "resources/templates/list", pageSize, type -> type.type().name());
  }

  /**
   * @throws br.com.kobana.mcp.protocol.Refusal -32602 for a cursor of another list or caller
   */
  public Result list(Caller caller, Optional<ObjectNode> params) {
    Paged.Page<ReadableType> page =
        paged.page(caller.principal(), params, types, type -> type.by(caller));
    ObjectNode result = Json.object();
    ArrayNode templates = result.putArray("resourceTemplates");
    page.items()
        .forEach(
            type ->
                templates
                    .addObject()
                    .put("uriTemplate", type.type().uriTemplate())
                    .put("name", type.type().name())
                    .put("title", type.type().title())
                    .put("description", type.type().description())
                    .put("mimeType", "application/json"));
    page.nextCursor().ifPresent(cursor -> result.put("nextCursor", cursor));
    return Result.cacheable(result);
  }
}
