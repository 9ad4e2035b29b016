package br.com.kobana.mcp.testing;

import br.com.kobana.mcp.jsonrpc.Json;
import br.com.kobana.mcp.jsonrpc.MalformedJson;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** A plain client of the gateway for tests that are not transcripts. */
public final class McpClient {
  private static final HttpClient HTTP =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private static final Optional<McpSchemas> SCHEMAS = McpSchemas.atHand();
  private final String url;
  private final String token;

  private final Optional<McpSchemas> schemas;

  public McpClient(String url, String token) {
    this(url, token, SCHEMAS);
  }

  private McpClient(String url, String token, Optional<McpSchemas> schemas) {
    this.url = url;
    this.token = token;
    this.schemas = schemas;
  }

  /** The same for routes that a test made to answer what no schema allows. */
  public McpClient takingAnyAnswer() {
    return new McpClient(url, token, Optional.empty());
  }

  /** An answer with its body as JSON; a missing node where there is none. */
  public record Answer(int status, java.net.http.HttpHeaders headers, JsonNode json) {}

  /** Sends a message of the handshake era and waits. */
  public Answer send(String body, Map<String, String> headers) {
    return sendAsync(body, headers).join();
  }

  public Answer call(String method, String params) {
    return send(request(method, params), Map.of());
  }

  public CompletableFuture<Answer> callAsync(String method, String params) {
    return sendAsync(request(method, params), Map.of());
  }

  /** A message in the stateless era. */
  public Answer modern(String method, String name, String params) {
    String meta =
        "\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","
            + "\"io.modelcontextprotocol/clientCapabilities\":{}}";
    String inner = params.isEmpty() ? meta : params + "," + meta;
    Map<String, String> headers = new java.util.LinkedHashMap<>();
    headers.put("MCP-Protocol-Version", "2026-07-28");
    headers.put("Mcp-Method", method);
    if (!name.isEmpty()) {
      headers.put("Mcp-Name", name);
    }
    return send(request(method, "{" + inner + "}"), headers);
  }

  private static String request(String method, String params) {
    return "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\""
        + method
        + "\""
        + (params.isEmpty() ? "" : ",\"params\":" + params)
        + "}";
  }

  public CompletableFuture<Answer> sendAsync(String body, Map<String, String> headers) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(url))
            .timeout(Duration.ofSeconds(60))
            .header("Authorization", "Bearer " + token)
            .header("Content-Type", "application/json")
            .header("Accept", "application/json, text/event-stream")
            .POST(HttpRequest.BodyPublishers.ofString(body));
    headers.forEach(request::setHeader);
    return HTTP.sendAsync(request.build(), HttpResponse.BodyHandlers.ofByteArray())
        .thenApply(
            answer -> {
              JsonNode json = json(answer.body());
              check(headers.getOrDefault("MCP-Protocol-Version", ""), body, json);
              return new Answer(answer.statusCode(), answer.headers(), json);
            });
  }

  /** Whatever a test looks at, every answer is also as the schema of its version says. */
  private void check(String version, String body, JsonNode answer) {
    byte[] message = body.getBytes(StandardCharsets.UTF_8);
    List<String> wrong = schemas.map(s -> s.violations(version, message, answer)).orElse(List.of());
    if (!wrong.isEmpty()) {
      throw new AssertionError(wrong + " in an answer to " + body);
    }
  }

  private static JsonNode json(byte[] body) {
    try {
      return body.length == 0
          ? com.fasterxml.jackson.databind.node.MissingNode.getInstance()
          : Json.parse(body);
    } catch (MalformedJson e) {
      throw new IllegalStateException(
          "not JSON: " + new String(body, 0, Math.min(200, body.length)), e);
    }
  }

  /** Whether something listens there. */
  public static boolean listens(int port) {
    try (java.net.Socket socket = new java.net.Socket("127.0.0.1", port)) {
      return socket.isConnected();
    } catch (IOException e) {
      return false;
    }
  }
}
