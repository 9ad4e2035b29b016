package br.com.kobana.mcp.wire;

import br.com.kobana.mcp.jsonrpc.MalformedJson;
import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** What holds for every answer of the gateway, whatever a transcript says about it. */
final class Invariants {
  private static final Set<Integer> CODES =
      Set.of(-32700, -32600, -32601, -32602, -32603, -32002, -32020, -32021, -32022);
  private static final Set<String> FORBIDDEN_HEADERS =
      Set.of("mcp-session-id", "set-cookie", "authorization", "x-account-uid", "x-powered-by");

  private Invariants() {}

  static List<String> violations(RequestBytes request, Answer answer) {
    List<String> found = new ArrayList<>();
    for (Answer.Header header : answer.headers()) {
      String name = header.name().toLowerCase(Locale.ROOT);
      if (FORBIDDEN_HEADERS.contains(name)
          || name.startsWith("camel")
          || name.equals("breadcrumbid")
          || name.startsWith("mcp-")) {
        found.add("no answer carries the header " + header.name());
      }
    }
    if (answer.text().contains("sandbox-full")
        || answer.headers().toString().contains("sandbox-full")) {
      found.add("the token came back");
    }
    if (answer.status() == 202 && answer.header("Content-Type").isPresent()) {
      found.add("202 has no Content-Type");
    }
    if (answer.body().length > 0 && answer.isJson()) {
      json(request, answer, found);
    }
    return found;
  }

  private static void json(RequestBytes request, Answer answer, List<String> found) {
    if (answer.text().indexOf('\n') >= 0) {
      found.add("JSON is one line");
    }
    JsonNode json;
    try {
      json = answer.json();
    } catch (MalformedJson e) {
      found.add("the body is not JSON: " + e.getMessage());
      return;
    }
    if (!json.has("jsonrpc")) {
      return;
    }
    if (json.path("id").isNull()) {
      found.add("id is never null");
    }
    if (json.has("result") == json.has("error")) {
      found.add("an answer holds either a result or an error");
    }
    JsonNode error = json.path("error");
    if (error.isObject()) {
      error(error, found);
    }
    boolean stateless = request.version().equals("2026-07-28");
    if (!stateless && json.path("result").isObject()) {
      handshakeResult(json.path("result"), found);
    }
  }

  private static void error(JsonNode error, List<String> found) {
    if (!error.path("code").isInt() || !CODES.contains(error.path("code").intValue())) {
      found.add("code " + error.path("code") + " is not one of the protocol's");
    }
    if (error.path("message").asText("").isBlank()) {
      found.add("an error says why");
    }
    String message = error.path("message").asText("");
    if (message.contains("Exception") || message.contains("\tat ")) {
      found.add("an error shows internals: " + message);
    }
  }

  private static void handshakeResult(JsonNode result, List<String> found) {
    for (String name : List.of("resultType", "ttlMs", "cacheScope")) {
      if (result.has(name)) {
        found.add("a handshake-era result has no " + name);
      }
    }
    if (result.path("_meta").has("io.modelcontextprotocol/serverInfo")) {
      found.add("a handshake-era result has no server identity");
    }
  }
}
