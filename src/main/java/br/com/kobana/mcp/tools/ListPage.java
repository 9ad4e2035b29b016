package br.com.kobana.mcp.tools;

import br.com.kobana.mcp.catalog.Listing.Paging;
import br.com.kobana.mcp.catalog.Tool;
import br.com.kobana.mcp.protocol.Cursors;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * One page of one list: what is asked of the API and where the next page starts.
 *
 * <p>A cursor holds the number of rows a page and the position: the page number, the API's own
 * cursor, or for an endpoint that returns everything the offset. It opens for the same tool, the
 * same caller and the same path and filters only. A call with a cursor may leave {@code limit} out;
 * another limit than the cursor's is refused, since pages would overlap.
 *
 * @param limit rows a page
 * @param position where this page starts
 * @param binding digest of path and query, which the cursor is tied to
 */
record ListPage(Paging paging, int limit, String position, String binding) {
  /** Rows a page where the caller does not say and the schema has no {@code default}. */
  static final int DEFAULT_LIMIT = 20;

  private static final String FIRST_PAGE = "1";
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
            case PAGE -> FIRST_PAGE;
            case KEYSET -> "";
            case NONE -> "0";
          };
      return new ListPage(paging, limit(tool, paging, arguments), start, binding);
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
    return new ListPage(paging, limit, opened.substring(separator + 1), binding);
  }

  /** Adds what the API needs to know. */
  void ask(Map<String, String> query) {
    switch (paging) {
      case PAGE -> {
        query.put("page", position);
        query.put("per_page", Integer.toString(limit));
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

  /** The rows of this page, where the endpoint returned more than the page. */
  JsonNode cut(JsonNode rows) {
    if (paging != Paging.NONE || limit == EVERYTHING || !(rows instanceof ArrayNode all)) {
      return rows;
    }
    ArrayNode page = all.arrayNode();
    int from = Integer.parseInt(position);
    for (int i = from; i < all.size() && i - from < limit; i++) {
      page.add(all.get(i));
    }
    return page;
  }

  /**
   * The cursor of the next page, if there is one. A short page ends the list whatever {@code
   * next_url} says, and so does a {@code next_url} that is null; a keyset ends with its own cursor.
   *
   * @param rows all rows as the API returned them
   * @param pagination the API's own words on pages
   */
  Optional<String> next(
      JsonNode rows, JsonNode pagination, Cursors cursors, String tool, String principal) {
    Optional<String> next =
        switch (paging) {
          case PAGE ->
              !rows.isArray() || rows.size() < limit || pagination.path("next_url").isNull()
                  ? Optional.empty()
                  : Optional.of(Integer.toString(Integer.parseInt(position) + 1));
          case KEYSET -> Scalar.text(pagination.path("next_cursor")).filter(c -> !c.isEmpty());
          case NONE -> {
            long end = Long.parseLong(position) + limit;
            yield end < rows.size() ? Optional.of(Long.toString(end)) : Optional.empty();
          }
        };
    return next.map(p -> cursors.issue(tool, principal, binding, "" + limit + SEPARATOR + p));
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
