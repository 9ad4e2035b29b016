package br.com.kobana.mcp.jsonrpc;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Optional;

/**
 * The error member of a JSON-RPC answer.
 *
 * @param code one of the constants here; no other code is ever sent
 * @param message for the person who reads the client's log; never contains a secret or the body
 * @param data machine-readable detail, where the specification defines one
 */
public record JsonRpcError(int code, String message, Optional<ObjectNode> data) {
  public static final int PARSE_ERROR = -32700;
  public static final int INVALID_REQUEST = -32600;
  public static final int METHOD_NOT_FOUND = -32601;
  public static final int INVALID_PARAMS = -32602;
  public static final int INTERNAL_ERROR = -32603;

  /** Handshake era only; the stateless era answers a missing resource with INVALID_PARAMS. */
  public static final int RESOURCE_NOT_FOUND = -32002;

  public static final int HEADER_MISMATCH = -32020;
  public static final int MISSING_CAPABILITY = -32021;
  public static final int UNSUPPORTED_VERSION = -32022;

  public static JsonRpcError of(int code, String message) {
    return new JsonRpcError(code, message, Optional.empty());
  }

  public static JsonRpcError of(int code, String message, ObjectNode data) {
    return new JsonRpcError(code, message, Optional.of(data));
  }

  /** The error object as it goes on the wire. */
  public ObjectNode toJson() {
    ObjectNode error = Json.object().put("code", code).put("message", message);
    data.ifPresent(d -> error.set("data", d));
    return error;
  }
}
