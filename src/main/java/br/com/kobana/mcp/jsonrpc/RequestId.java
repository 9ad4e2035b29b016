package br.com.kobana.mcp.jsonrpc;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * The id of a request: a string or a whole number of any size, returned with the same type and
 * digits (JSON-RPC 2.0; MCP schema {@code RequestId}).
 */
public record RequestId(JsonNode value) {
  public RequestId {
    if (!isValid(value)) {
      throw new IllegalArgumentException("an id is a string or an integer");
    }
  }

  /** The id this value stands for, or empty where the value may not be an id. */
  public static Optional<RequestId> of(JsonNode value) {
    return isValid(value) ? Optional.of(new RequestId(value)) : Optional.empty();
  }

  /** The id as it stands in an answer. */
  public byte[] json() {
    return value.isNumber()
        ? value.asText().getBytes(StandardCharsets.US_ASCII)
        : Json.quoted(value.textValue());
  }

  private static boolean isValid(JsonNode value) {
    return value.isTextual() || value.isIntegralNumber();
  }
}
