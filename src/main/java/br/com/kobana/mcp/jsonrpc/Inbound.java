package br.com.kobana.mcp.jsonrpc;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Optional;

/**
 * What one POST body is, as JSON-RPC 2.0 sees it. The reader never throws: what is not a message is
 * {@link Malformed} with the error to answer.
 */
public sealed interface Inbound {

  /** A call that wants an answer. */
  record Request(RequestId id, String method, Optional<ObjectNode> params) implements Inbound {}

  /** A message without an id: accepted, never executed, never answered. */
  record Notification(String method, Optional<ObjectNode> params) implements Inbound {}

  /** A client's answer to a request that this server never sends. */
  record Response() implements Inbound {}

  /**
   * Not a message.
   *
   * @param id the id where one was readable, so that the error can carry it
   */
  record Malformed(JsonRpcError error, Optional<RequestId> id) implements Inbound {
    static Malformed request(String message, Optional<RequestId> id) {
      return new Malformed(JsonRpcError.of(JsonRpcError.INVALID_REQUEST, message), id);
    }
  }

  /** Classifies one body. Arrays are refused: batching is not supported. */
  static Inbound read(byte[] body) {
    JsonNode root;
    try {
      root = Json.parse(body);
    } catch (MalformedJson e) {
      return new Malformed(
          JsonRpcError.of(JsonRpcError.PARSE_ERROR, "Parse error: " + e.getMessage()),
          Optional.empty());
    }
    return classify(root);
  }

  private static Inbound classify(JsonNode root) {
    if (root.isArray()) {
      return Malformed.request("Batching is not supported", Optional.empty());
    }
    if (!(root instanceof ObjectNode message)) {
      return Malformed.request("A message is a JSON object", Optional.empty());
    }
    JsonNode idNode = message.get("id");
    Optional<RequestId> id = idNode == null ? Optional.empty() : RequestId.of(idNode);
    if (!message.path("jsonrpc").asText("").equals("2.0") || !message.path("jsonrpc").isTextual()) {
      return Malformed.request("jsonrpc must be \"2.0\"", id);
    }
    JsonNode method = message.get("method");
    if (method == null) {
      boolean response = message.has("result") || message.has("error");
      return response && id.isPresent()
          ? new Response()
          : Malformed.request("method is missing", id);
    }
    if (!method.isTextual()) {
      return Malformed.request("method must be a string", id);
    }
    if (idNode != null && id.isEmpty()) {
      return Malformed.request("id must be a string or an integer", id);
    }
    JsonNode params = message.get("params");
    if (params != null && !params.isNull() && !params.isObject()) {
      return Malformed.request("params must be an object", id);
    }
    Optional<ObjectNode> object =
        params instanceof ObjectNode node ? Optional.of(node) : Optional.empty();
    return id.<Inbound>map(i -> new Request(i, method.textValue(), object))
        .orElseGet(() -> new Notification(method.textValue(), object));
  }
}
