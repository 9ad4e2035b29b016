package br.com.kobana.mcp.protocol;

import br.com.kobana.mcp.jsonrpc.Json;
import br.com.kobana.mcp.jsonrpc.JsonRpcError;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * A message that is answered without running: the status, the headers and the body of that answer.
 * Thrown by whoever finds the reason and turned into the answer at one place. It carries no stack
 * trace: it is an ordinary outcome.
 */
public final class Refusal extends RuntimeException {
  private final Rung rung;
  private final int status;
  private final transient Map<String, String> headers;
  private final transient Body body;

  /** What the refused caller reads. */
  public sealed interface Body {
    /** A JSON-RPC error, with the request's id where it is known. */
    record Rpc(JsonRpcError error) implements Body {}

    /** A body of another shape, such as the REST-style body of a 429. */
    record Plain(ObjectNode json) implements Body {}

    /** No body. */
    record None() implements Body {}
  }

  public Refusal(Rung rung, int status, Map<String, String> headers, Body body) {
    super(rung.name(), null, false, false);
    this.rung = rung;
    this.status = status;
    this.headers = Collections.unmodifiableMap(new LinkedHashMap<>(headers));
    this.body = body;
  }

  /** A JSON-RPC error with the HTTP status that the rung gives. */
  public static Refusal rpc(Rung rung, int status, int code, String message) {
    return new Refusal(rung, status, Map.of(), new Body.Rpc(JsonRpcError.of(code, message)));
  }

  /** A JSON-RPC error with data. */
  public static Refusal rpc(Rung rung, int status, JsonRpcError error) {
    return new Refusal(rung, status, Map.of(), new Body.Rpc(error));
  }

  /** Parameters the method cannot take: -32602 in HTTP 200, in both eras. */
  public static Refusal invalidParams(String message) {
    return rpc(Rung.PARAMS, 200, JsonRpcError.INVALID_PARAMS, message);
  }

  /** A resource that does not exist for this caller, with the code its era gives. */
  public static Refusal resourceNotFound(Era era, String uri) {
    int code = era == Era.STATELESS ? JsonRpcError.INVALID_PARAMS : JsonRpcError.RESOURCE_NOT_FOUND;
    ObjectNode data = Json.object().put("uri", uri);
    return rpc(Rung.PARAMS, 200, JsonRpcError.of(code, "Resource not found", data));
  }

  public Rung rung() {
    return rung;
  }

  public int status() {
    return status;
  }

  public Map<String, String> headers() {
    return headers;
  }

  public Body body() {
    return body;
  }

  /** The error, where this refusal is answered as one. */
  public Optional<JsonRpcError> error() {
    return body instanceof Body.Rpc rpc ? Optional.of(rpc.error()) : Optional.empty();
  }
}
