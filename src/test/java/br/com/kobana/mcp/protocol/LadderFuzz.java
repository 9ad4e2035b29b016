package br.com.kobana.mcp.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import br.com.kobana.mcp.jsonrpc.Inbound;
import br.com.kobana.mcp.jsonrpc.JsonRpcError;
import br.com.kobana.mcp.protocol.Ladder.Negotiated;
import br.com.kobana.mcp.protocol.Ladder.Outcome;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Any header lines, an empty line, any body: an answer of the ladder or a message whose headers and
 * body say the same.
 */
public final class LadderFuzz {
  private static final Map<Integer, Set<Integer>> ANSWERS =
      Map.of(
          400,
          Set.of(
              JsonRpcError.INVALID_REQUEST,
              JsonRpcError.INVALID_PARAMS,
              JsonRpcError.HEADER_MISMATCH,
              JsonRpcError.UNSUPPORTED_VERSION),
          404,
          Set.of(JsonRpcError.METHOD_NOT_FOUND),
          200,
          Set.of(JsonRpcError.METHOD_NOT_FOUND));

  private LadderFuzz() {}

  public static void fuzzerTestOneInput(byte[] input) {
    String text = new String(input, StandardCharsets.UTF_8);
    int end = text.indexOf("\n\n");
    List<String> lines = end < 0 ? List.of() : text.substring(0, end).lines().toList();
    RequestHead head = new RequestHead("POST", "/mcp", "127.0.0.1", name -> values(lines, name));
    Inbound inbound =
        Inbound.read(text.substring(end < 0 ? 0 : end + 2).getBytes(StandardCharsets.UTF_8));
    Optional<Refusal> disagreement = Ladder.agree(inbound, head);
    disagreement.ifPresent(LadderFuzz::isAnAnswer);
    Outcome outcome = Ladder.negotiate(inbound, head);
    if (outcome instanceof Outcome.Refused refused) {
      isAnAnswer(refused.refusal());
    } else if (outcome instanceof Outcome.Spoken spoken
        && disagreement.isEmpty()
        && inbound instanceof Inbound.Request request
        && spoken.negotiated().version().isStateless()) {
      saysTheSame(request, head, spoken.negotiated());
    }
  }

  /** Written anew from the specification, not from the code. */
  private static void saysTheSame(
      Inbound.Request request, RequestHead head, Negotiated negotiated) {
    JsonNode params = request.params().<JsonNode>map(p -> p).orElseThrow();
    String version =
        params.path("_meta").path("io.modelcontextprotocol/protocolVersion").textValue();
    assertThat(version).isEqualTo("2026-07-28").isEqualTo(negotiated.version().wire());
    assertThat(head.only("MCP-Protocol-Version")).contains(version);
    assertThat(head.only("Mcp-Method")).contains(request.method());
    String mirrored =
        switch (request.method()) {
          case "tools/call", "prompts/get" -> "name";
          case "resources/read" -> "uri";
          default -> "";
        };
    JsonNode named = params.path(mirrored);
    if (named.isTextual()) {
      assertThat(Sentinel.decode(head.only("Mcp-Name").orElseThrow())).contains(named.textValue());
    }
    assertThat(params).isInstanceOf(ObjectNode.class);
  }

  private static void isAnAnswer(Refusal refusal) {
    JsonRpcError error = refusal.error().orElseThrow();
    assertThat(ANSWERS).containsKey(refusal.status());
    assertThat(ANSWERS.get(refusal.status())).contains(error.code());
    assertThat(error.message()).hasSizeLessThan(500).doesNotContainPattern("\\p{Cntrl}");
  }

  private static List<String> values(List<String> lines, String name) {
    return lines.stream()
        .filter(line -> line.regionMatches(true, 0, name + ":", 0, name.length() + 1))
        .map(line -> line.substring(name.length() + 1))
        .toList();
  }
}
