package br.com.kobana.mcp.tools;

import br.com.kobana.mcp.auth.Caller;
import br.com.kobana.mcp.upstream.UpstreamRequest;
import br.com.kobana.mcp.upstream.UpstreamResponse;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * How far one call of a tool has come: the request under way, how to read its answer, and what
 * earlier answers brought. Immutable.
 *
 * @param view to which the client narrowed itself
 * @param arguments of the call
 * @param fields those asked for; none means all
 * @param page of a list
 * @param key the idempotency key of a write
 * @param keyChosen whether the caller chose it
 * @param request the request under way
 * @param reread how the record is read again after an answer with nothing in it
 * @param written that answer, where the request under way reads the record again
 * @param rows what earlier pages brought, masked; empty on the first
 * @param pages how many pages those were
 */
record CallStep(
    CompiledTool compiled,
    Caller caller,
    ToolView view,
    ObjectNode arguments,
    List<String> fields,
    Optional<ListPage> page,
    Optional<String> key,
    boolean keyChosen,
    UpstreamRequest request,
    Optional<Reread> reread,
    Optional<UpstreamResponse> written,
    List<JsonNode> rows,
    int pages) {

  /** The tool that reads the record and its request. */
  record Reread(CompiledTool tool, UpstreamRequest request) {}

  CallStep {
    rows = List.copyOf(rows);
  }

  /** A first step. */
  static CallStep first(
      CompiledTool compiled,
      Caller caller,
      ToolView view,
      ObjectNode arguments,
      List<String> fields,
      Optional<ListPage> page,
      Optional<String> key,
      UpstreamRequest request,
      Optional<Reread> reread) {
    return new CallStep(
        compiled,
        caller,
        view,
        arguments,
        fields,
        page,
        key,
        false,
        request,
        reread,
        Optional.empty(),
        List.of(),
        0);
  }

  /** The same, its key known for one that the caller chose. */
  CallStep withChosenKey() {
    return new CallStep(
        compiled, caller, view, arguments, fields, page, key, true, request, reread, written, rows,
        pages);
  }

  /** The same with another idempotency key. */
  CallStep withKey(String other) {
    return with(Optional.of(other), request.withIdempotencyKey(other), written, rows, pages);
  }

  /** The request of the page after these rows. */
  CallStep onward(JsonNode more) {
    UpstreamRequest next = request.withQuery(page.orElseThrow().asked(request.query(), pages + 1));
    return with(key, next, written, together(more), pages + 1);
  }

  /** The request that reads the record again, after the write was answered with nothing. */
  CallStep rereading(UpstreamResponse answer) {
    return with(key, reread.orElseThrow().request(), Optional.of(answer), rows, pages);
  }

  private CallStep with(
      Optional<String> otherKey,
      UpstreamRequest other,
      Optional<UpstreamResponse> answer,
      List<JsonNode> otherRows,
      int otherPages) {
    return new CallStep(
        compiled,
        caller,
        view,
        arguments,
        fields,
        page,
        otherKey,
        keyChosen,
        other,
        reread,
        answer,
        otherRows,
        otherPages);
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
