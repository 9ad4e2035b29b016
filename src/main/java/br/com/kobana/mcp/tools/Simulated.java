package br.com.kobana.mcp.tools;

import br.com.kobana.mcp.jsonrpc.Json;
import br.com.kobana.mcp.jsonrpc.MalformedJson;
import br.com.kobana.mcp.protocol.Result;
import br.com.kobana.mcp.upstream.UpstreamRequest;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** Shows the request of a call instead of sending it. */
public final class Simulated {
  private static final String SENTENCE =
      "Simulation: this is the request that the call would send to the Kobana API. Nothing was"
          + " sent.";

  private Simulated() {}

  /**
   * {@code {"simulated":true,"request":{method, path, query, body, idempotencyKey, accountUid}}},
   * the last four where the request has them; never the token.
   */
  public static Result of(ToolCalls.Prepared.Send send) {
    UpstreamRequest request = send.request();
    ObjectNode json = Json.object().put("simulated", true);
    ObjectNode shown =
        json.putObject("request").put("method", request.method()).put("path", request.path());
    if (!request.query().isEmpty()) {
      ObjectNode query = shown.putObject("query");
      request.query().forEach(p -> query.put(p.name(), p.value()));
    }
    request.body().ifPresent(body -> shown.set("body", json(body)));
    request.idempotencyKey().ifPresent(key -> shown.put("idempotencyKey", key));
    request.accountUid().ifPresent(uid -> shown.put("accountUid", uid));
    ObjectNode meta = Json.object().put("br.com.kobana/simulated", true);
    return Answers.success(json, Optional.of(SENTENCE), meta);
  }

  private static JsonNode json(byte[] body) {
    try {
      return Json.parse(body);
    } catch (MalformedJson e) {
      return TextNode.valueOf(new String(body, StandardCharsets.UTF_8));
    }
  }
}
