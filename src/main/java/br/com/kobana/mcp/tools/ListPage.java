package br.com.kobana.mcp.tools;

import br.com.kobana.mcp.catalog.Listing.Paging;
import br.com.kobana.mcp.catalog.Tool;
import br.com.kobana.mcp.protocol.Cursors;
import br.com.kobana.mcp.upstream.UpstreamRequest;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * One page of one list: what is asked of the API and where the next page starts.
 *
 * <p>A limit above what the API gives at once is met from several of its pages, at most {@value
 * #MOST_PAGES} in one call; then the API is asked for whole pages and the rows are cut here.
 *
 * <p>A cursor holds the number of rows a page and the position: the rows before it, or the API's
 * own cursor. It opens for the same tool, the same caller and the same path and filters only. A
 * call with a cursor may leave {@code limit} out; another limit than the cursor's is refused, since
 * pages would overlap.
 *
 * @param limit rows a page
 * @param atOnce the rows asked of the API in one request
 * @param position where this page starts
 * @param binding digest of path and query, which the cursor is tied to
 */
record ListPage(Paging paging, int limit, int atOnce, String position, String binding) {
  /** Rows a page where the caller does not say and the schema has no {@code default}. */
  static final int DEFAULT_LIMIT = 20;

  /** Pages of the API that one call reads at most: each spends one of the account's requests. */
  static final int MOST_PAGES = 4;

  private static final String START = "0";
  private static final char SEPARATOR = ':';
  private static final int EVERYTHING = Integer.MAX_VALUE;

  static ListPage of(
      Tool tool,
      ObjectNode arguments,
      String path,
      Map<String, String> query,
      Cursors cursors,
      String principal)
      throws BadArguments {
    Paging paging = tool.listing().orElseThrow().paging();
    String binding = binding(path, query);
    JsonNode cursor = arguments.path("cursor");
    if (cursor.isMissingNode() || cursor.isNull()) {
      String start =
          switch (paging) {
            case PAGE, NONE -> START;
            case KEYSET -> "";
          };
      return of(tool, paging, limit(tool, paging, arguments), start, binding);
    }
    String opened =
        cursors
            .open(cursor.asText(), tool.name(), principal, binding)
            .orElseThrow(ListPage::foreign);
    int separator = opened.indexOf(SEPARATOR);
    int limit = Integer.parseInt(opened.substring(0, separator));
    if (arguments.hasNonNull("limit") && limit(tool, paging, arguments) != limit) {
      throw foreign();
    }
    return of(tool, paging, limit, opened.substring(separator + 1), binding);
  }

  private static ListPage of(Tool tool, Paging paging, int limit, String position, String binding) {
    int atOnce = Math.min(limit, tool.listing().orElseThrow().pageSize());
    return new ListPage(paging, limit, atOnce, position, binding);
  }

  /** Adds what the API needs to know. */
  void ask(Map<String, String> query) {
    switch (paging) {
      case PAGE -> {
        query.put("page", Integer.toString(page(0)));
        query.put("per_page", Integer.toString(atOnce));
      }
      case KEYSET -> {
        query.put("pagination", "keyset");
        query.put("per_page", Integer.toString(limit));
        if (!position.isEmpty()) {
          query.put("cursor", position);
        }
      }
      case NONE -> {}
    }
  }

  /** The parameters of the request for a later page of the API. */
  List<UpstreamRequest.Parameter> asked(List<UpstreamRequest.Parameter> first, int pagesBefore) {
    return first.stream()
        .map(
            parameter ->
                parameter.name().equals("page")
                    ? new UpstreamRequest.Parameter("page", Integer.toString(page(pagesBefore)))
                    : parameter)
        .toList();
  }

  /** Whether more than one page of the API may be needed, or a part of one. */
  boolean spansPages() {
    return paging == Paging.PAGE && (limit > atOnce || skipped() > 0);
  }

  /**
   * The API's last answer, as far as it tells where the next page starts.
   *
   * @param rows how many it has; none where it is no list
   * @param pagination the API's own words on pages, or missing
   */
  record Last(int rows, JsonNode pagination) {}

  /** Whether rows are still missing, the API has more, and one more page may be read. */
  boolean wantsMore(CallStep step, Last last) {
    int have = step.rows().size() + last.rows() - skipped();
    return hasMore(last) && have < limit && step.pages() + 1 < MOST_PAGES;
  }

  /** Whether one answer of the API is this page, no row more. */
  boolean isWhole() {
    return paging == Paging.NONE ? limit == EVERYTHING : !spansPages();
  }

  /** The rows of this page, where the API returned more than the page. */
  JsonNode cut(JsonNode rows) {
    if (isWhole() || !(rows instanceof ArrayNode all)) {
      return rows;
    }
    ArrayNode page = all.arrayNode();
    int from = paging == Paging.NONE ? offset() : skipped();
    for (int i = from; i < all.size() && i - from < limit; i++) {
      page.add(all.get(i));
    }
    return page;
  }

  /**
   * Where the next page starts, if there is one. A short page ends the list whatever {@code
   * next_url} says, and so does a {@code next_url} that is null; a keyset ends with its own cursor.
   *
   * @param last the last answer, with all its rows
   */
  Optional<String> next(CallStep step, Last last) {
    return switch (paging) {
      case PAGE -> {
        int beyond = step.rows().size() + last.rows() - skipped() - limit;
        boolean cut = spansPages() && beyond > 0;
        int taken = spansPages() ? limit + Math.min(0, beyond) : limit;
        yield cut || hasMore(last) ? Optional.of(after(taken)) : Optional.empty();
      }
      case KEYSET -> Scalar.text(last.pagination().path("next_cursor")).filter(c -> !c.isEmpty());
      case NONE -> {
        long end = (long) offset() + limit;
        yield end < last.rows() ? Optional.of(Long.toString(end)) : Optional.empty();
      }
    };
  }

  /** The position after so many rows of this page. */
  String after(int rows) {
    return Integer.toString(offset() + rows);
  }

  /** What the caller sends to go on from there. */
  String cursor(String next, Cursors cursors, String tool, String principal) {
    return cursors.issue(tool, principal, binding, "" + limit + SEPARATOR + next);
  }

  private boolean hasMore(Last last) {
    return last.rows() >= atOnce && !last.pagination().path("next_url").isNull();
  }

  private int offset() {
    return Integer.parseInt(position);
  }

  /** Rows at the beginning of the API's page that belong to the page before. */
  private int skipped() {
    return paging == Paging.PAGE ? offset() % atOnce : 0;
  }

  private int page(int pagesBefore) {
    return offset() / atOnce + 1 + pagesBefore;
  }

  private static int limit(Tool tool, Paging paging, ObjectNode arguments) throws BadArguments {
    int most = tool.listing().orElseThrow().maxLimit();
    JsonNode given = arguments.path("limit");
    if (given.isMissingNode() || given.isNull()) {
      JsonNode declared = tool.inputSchema().path("properties").path("limit").path("default");
      int limit = declared.canConvertToInt() ? declared.intValue() : DEFAULT_LIMIT;
      return paging == Paging.NONE ? EVERYTHING : Math.min(limit, most);
    }
    BigDecimal limit = given.isNumber() ? given.decimalValue() : BigDecimal.ZERO;
    if (limit.compareTo(BigDecimal.ONE) < 0 || limit.compareTo(BigDecimal.valueOf(most)) > 0) {
      throw new BadArguments("\"limit\" must be a whole number from 1 to " + most + ".");
    }
    return limit.intValue();
  }

  private static BadArguments foreign() {
    return new BadArguments(
        "cursor is not one this tool issued for these filters; start again without it, or send it"
            + " with the filters and the limit it was issued for.");
  }

  private static String binding(String path, Map<String, String> query) {
    MessageDigest digest = Bytes.sha256();
    update(digest, path);
    new TreeMap<>(query)
        .forEach(
            (name, value) -> {
              update(digest, name);
              update(digest, value);
            });
    return Bytes.base64(digest.digest());
  }

  /** Each part is preceded by its length, so that no two queries digest alike. */
  private static void update(MessageDigest digest, String part) {
    byte[] bytes = part.getBytes(StandardCharsets.UTF_8);
    digest.update((bytes.length + ":").getBytes(StandardCharsets.US_ASCII));
    digest.update(bytes);
  }
}
