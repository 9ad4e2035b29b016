package br.com.kobana.mcp.resources;

import br.com.kobana.mcp.auth.Caller;
import br.com.kobana.mcp.catalog.Catalog;
import br.com.kobana.mcp.catalog.Listing;
import br.com.kobana.mcp.catalog.RecordType;
import br.com.kobana.mcp.catalog.RowIds;
import br.com.kobana.mcp.catalog.Tool;
import br.com.kobana.mcp.jsonrpc.Json;
import br.com.kobana.mcp.protocol.Cursors;
import br.com.kobana.mcp.protocol.Paged;
import br.com.kobana.mcp.protocol.Result;
import br.com.kobana.mcp.upstream.UpstreamRequest;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * {@code resources/list}: the newest records of each type the caller may read (design decision 24).
 * A page covers a few types, in the order of the catalogue, and costs one upstream call for each;
 * the calls are independent and may fail one by one. What a page answered is kept for a short time
 * for the same caller.
 */
public final class ResourceLists {
  /** Key of {@code _meta} under which the types stand that could not be listed. */
  public static final String UNAVAILABLE = "br.com.kobana/unavailable";

  private final List<ReadableType> types;
  private final Paged<ReadableType> paged;
  private final int newest;
  private final ListedPages pages;
  private final RowsSeen observer;

  /**
   * How much a page holds.
   *
   * @param types the most types, and so the most upstream calls, of a page
   * @param newest the most records of a type, at most 50
   */
  public record Sizes(int types, int newest) {
    public Sizes {
      if (types < 1 || newest < 1 || newest > 50) {
        throw new IllegalArgumentException("a page holds some types and 1 to 50 records of each");
      }
    }
  }

  /**
   * @throws IllegalArgumentException naming the record type whose tools do not fit
   */
  public ResourceLists(
      Catalog catalog, Cursors cursors, Sizes sizes, InstantSource clock, RowsSeen observer) {
    this.types = ReadableType.of(catalog);
    this.paged = new Paged<>(cursors, "resources/list", sizes.types(), t -> t.type().name());
    this.newest = sizes.newest();
    this.pages = new ListedPages(clock);
    this.observer = observer;
  }

  /** A page that has to be fetched. */
  public static final class Plan {
    private final Caller caller;
    private final Paged.Page<ReadableType> page;
    private final List<UpstreamRequest> requests;

    private Plan(Caller caller, Paged.Page<ReadableType> page, List<UpstreamRequest> requests) {
      this.caller = caller;
      this.page = page;
      this.requests = List.copyOf(requests);
    }

    /** One call for each type of the page, in the order of {@link #types()}; may be none. */
    public List<UpstreamRequest> requests() {
      return requests;
    }

    /** The types of the page. */
    public List<RecordType> types() {
      return page.items().stream().map(ReadableType::type).toList();
    }
  }

  /**
   * The page as this caller was given it a moment ago.
   *
   * @throws br.com.kobana.mcp.protocol.Refusal -32602 for a cursor of another list or caller
   */
  public Optional<Result> cached(Caller caller, Optional<ObjectNode> params) {
    return pages.get(key(caller, page(caller, params)));
  }

  /**
   * The calls that make the page.
   *
   * @throws br.com.kobana.mcp.protocol.Refusal -32602 for a cursor of another list or caller
   */
  public Plan prepare(Caller caller, Optional<ObjectNode> params) {
    Paged.Page<ReadableType> page = page(caller, params);
    List<UpstreamRequest> requests =
        page.items().stream()
            .flatMap(type -> type.list().stream())
            .map(l -> get(caller, l))
            .toList();
    return new Plan(caller, page, requests);
  }

  /**
   * The page. A type that failed is left out and named under {@link #UNAVAILABLE}.
   *
   * @param outcomes one for each request of the plan, in the same order
   */
  public Result conclude(Plan plan, List<Outcome> outcomes) {
    if (outcomes.size() != plan.requests().size()) {
      throw new IllegalArgumentException("one outcome for each request");
    }
    ObjectNode result = Json.object();
    ArrayNode resources = result.putArray("resources");
    List<String> unavailable = new ArrayList<>();
    boolean settled = true;
    for (int i = 0; i < outcomes.size(); i++) {
      ReadableType type = plan.page.items().get(i);
      Optional<List<ObjectNode>> rows = ListedRows.of(outcomes.get(i), newest);
      if (rows.isEmpty()) {
        unavailable.add(type.type().name());
        settled &= isSettled(outcomes.get(i));
        continue;
      }
      rows.get().forEach(row -> ListedRows.entry(type, row).ifPresent(resources::add));
      observer.seen(plan.caller, type.type(), RowIds.of(rows.get()));
    }
    plan.page.nextCursor().ifPresent(cursor -> result.put("nextCursor", cursor));
    Result answer = withUnavailable(Result.cacheable(result), unavailable);
    pages.put(key(plan.caller, plan.page), answer, settled);
    return answer;
  }

  /** A refusal that will be the same in a minute; any other failure is asked again soon. */
  private static boolean isSettled(Outcome outcome) {
    return outcome instanceof Outcome.Answered answered
        && (answered.response().status() == 403 || answered.response().status() == 404);
  }

  private static Result withUnavailable(Result result, List<String> unavailable) {
    if (unavailable.isEmpty()) {
      return result;
    }
    ObjectNode meta = Json.object();
    unavailable.forEach(meta.putArray(UNAVAILABLE)::add);
    return result.withMeta(meta);
  }

  private Paged.Page<ReadableType> page(Caller caller, Optional<ObjectNode> params) {
    return paged.page(caller.principal(), params, types, type -> type.listedFor(caller));
  }

  /** The types are part of the key: a caller whose access changed never gets the old page. */
  private static ListedPages.Key key(Caller caller, Paged.Page<ReadableType> page) {
    return new ListedPages.Key(
        caller.principal(),
        page.items().stream().map(type -> type.type().name()).toList(),
        page.nextCursor().isPresent());
  }

  private UpstreamRequest get(Caller caller, Tool list) {
    List<UpstreamRequest.Parameter> query = new ArrayList<>();
    list.listing()
        .ifPresent(
            listing -> {
              listing.fixed().forEach((n, v) -> query.add(new UpstreamRequest.Parameter(n, v)));
              if (listing.paging() != Listing.Paging.NONE) {
                query.add(new UpstreamRequest.Parameter("per_page", Integer.toString(newest)));
              }
            });
    return ReadableType.get(caller, list, list.operation().path(), query);
  }
}
