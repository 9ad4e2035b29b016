package br.com.kobana.mcp.tools;

import br.com.kobana.mcp.auth.Caller;
import br.com.kobana.mcp.upstream.UpstreamRequest;
import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * How far one call of a tool has come: the request under way, how to read its answer, and what
 * earlier answers brought. Immutable.
 *
 * @param view to which the client narrowed itself
 * @param fields those asked for; none means all
 * @param page of a list
 * @param key the idempotency key of a write
 * @param request the request under way
 * @param rows what earlier pages brought, masked; empty on the first
 * @param pages how many pages those were
 */
record CallStep(
    CompiledTool compiled,
    Caller caller,
    ToolView view,
    List<String> fields,
    Optional<ListPage> page,
    Optional<String> key,
    UpstreamRequest request,
    List<JsonNode> rows,
    int pages) {

  CallStep {
    rows = List.copyOf(rows);
  }

  /** A first step. */
  static CallStep first(
      CompiledTool compiled,
      Caller caller,
      ToolView view,
      List<String> fields,
      Optional<ListPage> page,
      Optional<String> key,
      UpstreamRequest request) {
    return new CallStep(compiled, caller, view, fields, page, key, request, List.of(), 0);
  }

  /** The same with another idempotency key. */
  CallStep withKey(String other) {
    UpstreamRequest keyed =
        new UpstreamRequest(
            request.method(),
            request.path(),
            request.query(),
            request.body(),
            Optional.of(other),
            request.credential(),
            request.accountUid(),
            request.write(),
            request.area());
    return new CallStep(
        compiled, caller, view, fields, page, Optional.of(other), keyed, rows, pages);
  }

  /** The request of the page after these rows. */
  CallStep onward(JsonNode more) {
    UpstreamRequest next =
        new UpstreamRequest(
            request.method(),
            request.path(),
            page.orElseThrow().asked(request.query(), pages + 1),
            request.body(),
            request.idempotencyKey(),
            request.credential(),
            request.accountUid(),
            request.write(),
            request.area());
    return new CallStep(compiled, caller, view, fields, page, key, next, together(more), pages + 1);
  }

  /** The rows of earlier pages and these. */
  List<JsonNode> together(JsonNode more) {
    List<JsonNode> all = new ArrayList<>(rows);
    more.forEach(all::add);
    return all;
  }

  /** Whether the whole of the answer may come from more than one page of the API. */
  boolean spansPages() {
    return page.map(ListPage::spansPages).orElse(false);
  }
}
