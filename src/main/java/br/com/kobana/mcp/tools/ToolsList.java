package br.com.kobana.mcp.tools;

import br.com.kobana.mcp.auth.Access;
import br.com.kobana.mcp.auth.Caller;
import br.com.kobana.mcp.catalog.Catalog;
import br.com.kobana.mcp.catalog.Tool;
import br.com.kobana.mcp.jsonrpc.Json;
import br.com.kobana.mcp.protocol.Cursors;
import br.com.kobana.mcp.protocol.Refusal;
import br.com.kobana.mcp.protocol.Result;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.nio.charset.StandardCharsets;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * {@code tools/list}: the tools this caller may run, in catalogue order.
 *
 * <p>A tool is rendered once per catalogue and a page once per set of allowed tools; a request
 * copies at most one page. Thread-safe.
 */
public final class ToolsList {
  private static final String METHOD = "tools/list";
  private static final long PAGES_BYTES = 32L * 1024 * 1024;
  private static final long PROFILES = 10_000;

  private final List<Tool> tools;
  private final List<Access> access;
  private final List<byte[]> rendered;
  private final Cursors cursors;
  private final int pageSize;
  private final Cache<Profile, BitSet> allowed =
      Caffeine.newBuilder().maximumSize(PROFILES).executor(Runnable::run).build();
  private final Cache<BitSet, ToolPages> pages =
      Caffeine.newBuilder()
          .maximumWeight(PAGES_BYTES)
          .weigher((BitSet set, ToolPages made) -> made.weight())
          .executor(Runnable::run)
          .build();

  /** What decides which tools a caller may run and wants to see. */
  private record Profile(Set<String> scopes, Optional<List<String>> permissions, ToolView view) {}

  /**
   * @param pageSize the most tools a page holds, at least 1
   */
  public ToolsList(Catalog catalog, Cursors cursors, int pageSize) {
    if (pageSize < 1) {
      throw new IllegalArgumentException("a page holds at least one tool");
    }
    this.tools = catalog.tools();
    this.access = catalog.tools().stream().map(t -> new Access(t.writes(), t.scopes())).toList();
    this.rendered = catalog.tools().stream().map(ToolsList::entry).toList();
    this.cursors = cursors;
    this.pageSize = pageSize;
  }

  /** One page of all tools the caller may run. */
  public Result list(Caller caller, Optional<ObjectNode> params) {
    return list(caller, ToolView.ALL, params);
  }

  /**
   * One page.
   *
   * @param view to which the client narrowed the list
   * @throws Refusal -32602 for a cursor that is no string or was not issued for this caller's list
   */
  public Result list(Caller caller, ToolView view, Optional<ObjectNode> params) {
    ToolPages mine = pagesOf(caller, view);
    int page = params.map(p -> p.get("cursor")).map(c -> opened(c, caller, mine)).orElse(0);
    ToolPages.Page wanted = mine.page(page);
    if (page + 1 == mine.count()) {
      return new Result(
          wanted.members(), Result.Kind.CACHEABLE, Json.object(), Optional.of(wanted.deflated()));
    }
    String next =
        cursors.issue(METHOD, caller.principal(), mine.binding(), Integer.toString(page + 1));
    byte[] cursor = (",\"nextCursor\":\"" + next + "\"").getBytes(StandardCharsets.US_ASCII);
    return new Result(Bytes.join(wanted.members(), cursor), Result.Kind.CACHEABLE, Json.object());
  }

  private int opened(JsonNode cursor, Caller caller, ToolPages mine) {
    if (cursor.isNull()) {
      return 0;
    }
    if (!cursor.isTextual()) {
      throw Refusal.invalidParams("cursor must be a string");
    }
    return cursors
        .open(cursor.textValue(), METHOD, caller.principal(), mine.binding())
        .map(Integer::parseInt)
        .orElseThrow(
            () ->
                Refusal.invalidParams(
                    "cursor was not issued for this list; start again without it"));
  }

  private ToolPages pagesOf(Caller caller, ToolView view) {
    Profile profile = new Profile(caller.scopes(), caller.permissions(), view);
    BitSet mine = allowed.get(profile, p -> allowedTo(caller, view));
    return pages.get(mine, set -> ToolPages.of(rendered, set, pageSize));
  }

  private BitSet allowedTo(Caller caller, ToolView view) {
    BitSet set = new BitSet(access.size());
    for (int i = 0; i < access.size(); i++) {
      set.set(i, view.shows(tools.get(i)) && access.get(i).allows(caller));
    }
    return set;
  }

  /** A tool as it is listed: compact JSON in UTF-8. */
  public static byte[] entry(Tool tool) {
    ObjectNode json = Json.object();
    json.put("name", tool.name());
    json.put("title", tool.title());
    json.put("description", tool.description());
    json.set("inputSchema", tool.inputSchema());
    json.putObject("annotations")
        .put("readOnlyHint", tool.kind() == Tool.Kind.READ)
        .put("destructiveHint", tool.kind() == Tool.Kind.DESTRUCTIVE)
        .put("idempotentHint", tool.idempotent())
        .put("openWorldHint", tool.openWorld());
    return Json.bytes(json);
  }
}
