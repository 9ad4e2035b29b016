package br.com.kobana.mcp.resources;

import br.com.kobana.mcp.catalog.RecordType;
import br.com.kobana.mcp.jsonrpc.Json;
import br.com.kobana.mcp.jsonrpc.MalformedJson;
import br.com.kobana.mcp.upstream.ApiPath;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Rows of a list of the API, and a row as an entry of {@code resources/list}. */
final class ListedRows {
  private ListedRows() {}

  /** The rows: a bare array in v1, {@code data} in v2; empty where the answer is no list. */
  static Optional<List<ObjectNode>> of(Outcome outcome, int limit) {
    if (!(outcome instanceof Outcome.Answered answered)
        || answered.response().status() < 200
        || answered.response().status() > 299) {
      return Optional.empty();
    }
    JsonNode root;
    try {
      root = Json.parse(answered.response().body());
    } catch (MalformedJson e) {
      return Optional.empty();
    }
    if (!((root.isArray() ? root : root.path("data")) instanceof ArrayNode array)) {
      return Optional.empty();
    }
    List<ObjectNode> rows = new ArrayList<>();
    for (JsonNode row : array) {
      if (row instanceof ObjectNode object && rows.size() < limit) {
        rows.add(object);
      }
    }
    return Optional.of(rows);
  }

  /** The entry, or empty where the row does not tell which record it is. */
  static Optional<ObjectNode> entry(ReadableType readable, ObjectNode row) {
    RecordType type = readable.type();
    List<String> variables = readable.uri().variables();
    Map<String, String> ids = new HashMap<>();
    for (String variable : variables) {
      id(type, variable, row).ifPresent(id -> ids.put(variable, id));
    }
    if (ids.size() != variables.size()) {
      return Optional.empty();
    }
    String id = ids.getOrDefault(variables.get(variables.size() - 1), "");
    List<String> hidden = new ArrayList<>(readable.read().masked());
    readable.list().ifPresent(list -> hidden.addAll(list.masked()));
    ObjectNode entry =
        Json.object()
            .put("uri", ApiPath.expand(type.uriTemplate(), ids))
            .put("name", type.name() + " " + id)
            .put("title", RecordTitle.of(type, row, hidden, id))
            .put("mimeType", "application/json");
    type.updatedField()
        .flatMap(field -> time(RecordTitle.at(row, field)))
        .ifPresent(time -> entry.putObject("annotations").put("lastModified", time));
    return Optional.of(entry);
  }

  /** The uid where the row has one: v1 rows of old carry a number only, which reads as well. */
  private static Optional<String> id(RecordType type, String variable, ObjectNode row) {
    List<String> fields =
        new ArrayList<>(List.of(variable, ReadableType.pathVariable(type, variable)));
    if (variable.equals("uid") || variable.equals("id")) {
      fields.addAll(List.of("uid", "id"));
    }
    return fields.stream()
        .map(row::path)
        .filter(value -> value.isTextual() || value.isIntegralNumber())
        .map(JsonNode::asText)
        .filter(id -> ApiPath.objection(id).isEmpty())
        .findFirst();
  }

  private static Optional<String> time(JsonNode value) {
    try {
      return value.isTextual()
          ? Optional.of(OffsetDateTime.parse(value.textValue())).map(t -> value.textValue())
          : Optional.empty();
    } catch (DateTimeParseException e) {
      return Optional.empty();
    }
  }
}
