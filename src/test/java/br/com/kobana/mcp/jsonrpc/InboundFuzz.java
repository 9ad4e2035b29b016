package br.com.kobana.mcp.jsonrpc;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** Any bytes as a body: read without a throw, and what is read is written back as it was. */
public final class InboundFuzz {
  private InboundFuzz() {}

  public static void fuzzerTestOneInput(byte[] body) {
    Inbound inbound = Inbound.read(body);
    Optional<JsonNode> json = parsed(body);
    if (json.isEmpty()) {
      Inbound.Malformed malformed = (Inbound.Malformed) inbound;
      assertThat(malformed.error().code()).isEqualTo(JsonRpcError.PARSE_ERROR);
      assertThat(malformed.id()).isEmpty();
      return;
    }
    byte[] written = Json.bytes(json.get());
    assertThat(Json.bytes(parsed(written).orElseThrow())).isEqualTo(written);
    if (inbound instanceof Inbound.Malformed malformed) {
      assertThat(malformed.error().code()).isEqualTo(JsonRpcError.INVALID_REQUEST);
      malformed.id().ifPresent(id -> sameId(id, json.get()));
    } else if (inbound instanceof Inbound.Request request) {
      sameId(request.id(), json.get());
      assertThat(request.method()).isEqualTo(json.get().path("method").textValue());
    } else {
      assertThat(json.get().has("id")).isEqualTo(inbound instanceof Inbound.Response);
    }
  }

  private static void sameId(RequestId id, JsonNode message) {
    assertThat(parsed(id.json())).contains(message.path("id"));
  }

  private static Optional<JsonNode> parsed(byte[] bytes) {
    try {
      JsonNode node = Json.parse(bytes);
      assertThat(new String(bytes, StandardCharsets.UTF_8)).doesNotContain("\u0000");
      return Optional.of(node);
    } catch (MalformedJson e) {
      return Optional.empty();
    }
  }
}
