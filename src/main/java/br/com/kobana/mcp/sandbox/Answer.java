package br.com.kobana.mcp.sandbox;

import br.com.kobana.mcp.jsonrpc.Json;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.vertx.core.buffer.Buffer;
import java.util.HashMap;
import java.util.Map;

/**
 * What a request is answered with.
 *
 * @param body empty for none
 * @param executed whether the operation ran: only then does an idempotency key remember the answer
 */
record Answer(
    int status, String contentType, Buffer body, Map<String, String> headers, boolean executed) {
  static final String JSON = "application/json; charset=utf-8";

  static Answer json(int status, JsonNode body) {
    return new Answer(status, JSON, Buffer.buffer(Json.bytes(body)), Map.of(), true);
  }

  /** The v2 envelope around one value. */
  static Answer data(int status, JsonNode data) {
    ObjectNode envelope = Json.object();
    envelope.put("status", status);
    envelope.set("data", data);
    return json(status, envelope);
  }

  /** {@code {"message":"…"}} of the fire-and-forget operations of v1. */
  static Answer message(int status, String message) {
    return json(status, Json.object().put("message", message));
  }

  static Answer noContent() {
    return empty(204);
  }

  static Answer empty(int status) {
    return new Answer(status, "", Buffer.buffer(), Map.of(), true);
  }

  static Answer html(int status, String page) {
    return new Answer(status, "text/html; charset=utf-8", Buffer.buffer(page), Map.of(), true);
  }

  Answer withHeader(String name, String value) {
    return withHeaders(Map.of(name, value));
  }

  Answer withHeaders(Map<String, String> more) {
    Map<String, String> all = new HashMap<>(headers);
    all.putAll(more);
    return new Answer(status, contentType, body, all, executed);
  }

  /** The same answer of an operation that was refused before it ran. */
  Answer beforeExecution() {
    return new Answer(status, contentType, body, headers, false);
  }
}
