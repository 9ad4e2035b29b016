package br.com.kobana.mcp.catalog;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What the rows of a list are called by, in their order: their own {@code uid} and {@code id},
 * where these are text or whole numbers. No other field of a row.
 */
public record RowIds(List<String> uids, List<String> ids) {
  public static final String UID = "uid";
  public static final String ID = "id";

  public RowIds {
    uids = List.copyOf(uids);
    ids = List.copyOf(ids);
  }

  public static RowIds of(Iterable<? extends JsonNode> rows) {
    List<String> uids = new ArrayList<>();
    List<String> ids = new ArrayList<>();
    for (JsonNode row : rows) {
      text(row.path(UID)).ifPresent(uids::add);
      text(row.path(ID)).ifPresent(ids::add);
    }
    return new RowIds(uids, ids);
  }

  private static Optional<String> text(JsonNode id) {
    return id.isTextual() || id.isIntegralNumber() ? Optional.of(id.asText()) : Optional.empty();
  }
}
