package br.com.kobana.mcp.sandbox;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;
import java.util.Optional;

/**
 * One request to an operation, authorised and parsed.
 *
 * @param path the path as sent, without the query
 * @param params the values of the path's variables
 * @param body the fields sent; empty where there was no body
 */
record Call(
    Grant grant,
    AccountData data,
    String path,
    Map<String, String> params,
    Query query,
    ObjectNode body,
    Times times) {

  Version version() {
    return Version.of(path);
  }

  /** The same call as if this query parameter had been sent. */
  Call withQuery(String name, String value) {
    return new Call(grant, data, path, params, query.with(name, value), body, times);
  }

  String param(String name) {
    return params.getOrDefault(name, "");
  }

  Table table(Kind kind) {
    return data.table(kind);
  }

  /** A field of the body, or a missing node. */
  JsonNode field(String name) {
    return body.path(name);
  }

  /** The record that a field of the body, or a parameter, names by its uid. */
  Optional<Row> named(Kind kind, String uid) {
    return uid.isEmpty() ? Optional.empty() : table(kind).find(uid);
  }

  /** The record changed now. */
  void touch(Row row) {
    row.json().put("updated_at", times.stamp());
  }
}
