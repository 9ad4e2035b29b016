package br.com.kobana.mcp.auth;

import br.com.kobana.mcp.jsonrpc.Json;
import br.com.kobana.mcp.jsonrpc.MalformedJson;
import br.com.kobana.mcp.settings.TokenSettings;
import br.com.kobana.mcp.upstream.SideCalls;
import com.fasterxml.jackson.databind.JsonNode;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.stream.Collectors;

/** Posts forms to an endpoint of an authorization server, with HTTP Basic (RFC 6749 §2.3.1). */
final class OAuthClient {
  private final SideCalls calls;
  private final URI url;
  private final String authorization;

  OAuthClient(SideCalls calls, URI url, TokenSettings.Client client) {
    this.calls = calls;
    this.url = url;
    String pair = encoded(client.id()) + ":" + encoded(client.secret().reveal());
    this.authorization =
        "Basic " + Base64.getEncoder().encodeToString(pair.getBytes(StandardCharsets.UTF_8));
  }

  /** The answer, whatever its status; fails where none came. */
  CompletionStage<SideCalls.Answer> post(Map<String, String> form) {
    String body =
        form.entrySet().stream()
            .map(e -> encoded(e.getKey()) + "=" + encoded(e.getValue()))
            .collect(Collectors.joining("&"));
    return calls.send(
        new SideCalls.Request(
            "POST",
            url,
            Map.of(
                "authorization", authorization,
                "accept", "application/json",
                "content-type", "application/x-www-form-urlencoded"),
            Optional.of(body.getBytes(StandardCharsets.UTF_8))));
  }

  /** The JSON of an answer; a missing node where it is none. */
  static JsonNode json(SideCalls.Answer answer) {
    try {
      return Json.parse(answer.body());
    } catch (MalformedJson e) {
      return com.fasterxml.jackson.databind.node.MissingNode.getInstance();
    }
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }
}
