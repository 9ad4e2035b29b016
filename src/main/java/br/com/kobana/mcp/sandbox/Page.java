package br.com.kobana.mcp.sandbox;

import br.com.kobana.mcp.jsonrpc.Json;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.StringJoiner;

/** One page of a list: its number from 1, and how many rows fit. */
record Page(int number, int size) {
  /** Rows of a page when nothing is asked for. */
  static final int DEFAULT_SIZE = 50;

  /**
   * A size above the largest is brought down to it.
   *
   * @throws IllegalArgumentException when a number has the wrong form
   */
  static Page of(Query query, int largest) {
    return new Page(
        positive(query, "page", 1), Math.min(positive(query, "per_page", DEFAULT_SIZE), largest));
  }

  List<Row> cut(List<Row> all) {
    long from = (number - 1L) * size;
    if (from >= all.size()) {
      return List.of();
    }
    return all.subList((int) from, (int) Math.min(from + size, all.size()));
  }

  /**
   * The v2 object.
   *
   * @param endless whether a next page is named after the last one too, as the API does in places
   */
  ObjectNode pagination(Call call, int total, boolean endless) {
    ObjectNode pagination = Json.object();
    pagination.put("prev_url", number > 1 ? url(call, number - 1) : null);
    boolean more = (long) number * size < total;
    pagination.put("next_url", more || endless ? url(call, number + 1) : null);
    return pagination.put("page", number);
  }

  private static String url(Call call, int page) {
    StringJoiner query = new StringJoiner("&", call.path() + "?", "");
    call.query()
        .parameters()
        .forEach(
            (name, values) -> {
              if (!name.equals("page")) {
                values.forEach(value -> query.add(name + "=" + encoded(value)));
              }
            });
    return query.add("page=" + page).toString();
  }

  private static String encoded(String value) {
    return URLEncoder.encode(value, StandardCharsets.UTF_8);
  }

  private static int positive(Query query, String name, int otherwise) {
    int value = query.value(name).map(Integer::parseInt).orElse(otherwise);
    if (value < 1) {
      throw new IllegalArgumentException(name + " below 1");
    }
    return value;
  }
}
