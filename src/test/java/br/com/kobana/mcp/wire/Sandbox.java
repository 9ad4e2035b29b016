package br.com.kobana.mcp.wire;

import br.com.kobana.mcp.jsonrpc.Json;
import br.com.kobana.mcp.jsonrpc.MalformedJson;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** The controls of the sandbox behind the gateway. */
final class Sandbox {
  private final int port;

  Sandbox(int port) {
    this.port = port;
  }

  Answer control(String method, String path, String body) throws IOException {
    Transcript.Request request =
        new Transcript.Request(
            method + " " + path,
            body.isEmpty() ? List.of() : List.of("Content-Type: application/json"),
            body);
    try (WireClient client = new WireClient(port)) {
      Answer answer = client.exchange(RequestBytes.of(request, new Variables(Target.bare(port))));
      if (answer.status() >= 300) {
        throw new IOException(
            "the sandbox refused " + method + " " + path + ": " + answer.describe());
      }
      return answer;
    }
  }

  /** The calls that the gateway made, without those that ask who a token is. */
  List<JsonNode> calls() throws IOException {
    JsonNode root;
    try {
      root = control("GET", "/sandbox/calls", "").json();
    } catch (MalformedJson e) {
      throw new IOException("the list of calls is not JSON", e);
    }
    List<JsonNode> calls = new ArrayList<>();
    for (JsonNode call : root.isArray() ? root : root.path("calls")) {
      if (!call.path("path").asText("").startsWith("/v2/me")) {
        calls.add(call);
      }
    }
    return calls;
  }

  long count(String method, String pathPrefix) throws IOException {
    return calls().stream()
        .filter(c -> method.isEmpty() || c.path("method").asText("").equals(method))
        .filter(c -> c.path("path").asText("").startsWith(pathPrefix))
        .count();
  }

  String text() throws IOException {
    return control("GET", "/sandbox/calls", "").text();
  }

  static JsonNode pattern(String text) throws IOException {
    try {
      return Json.parse(text);
    } catch (MalformedJson e) {
      throw new IOException("the pattern is not JSON: " + text, e);
    }
  }
}
