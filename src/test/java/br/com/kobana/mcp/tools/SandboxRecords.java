package br.com.kobana.mcp.tools;

import br.com.kobana.mcp.jsonrpc.Json;
import br.com.kobana.mcp.jsonrpc.MalformedJson;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The records of the sandbox, read past the gateway, and what the sandbox was asked. */
final class SandboxRecords {
  private final HttpClient http = HttpClient.newHttpClient();
  private final String url;

  SandboxRecords(int port) {
    this.url = "http://localhost:" + port;
  }

  /**
   * The newest record of a list.
   *
   * @param path of the list, with its query
   * @param condition {@code field=value} that the record has to meet, more of them after {@code &};
   *     empty for any record
   */
  JsonNode newest(String path, String condition) {
    for (JsonNode row : list(path)) {
      if (condition.isEmpty() || meets(row, condition)) {
        return row;
      }
    }
    throw new IllegalStateException("no record of " + path + " with " + condition);
  }

  List<JsonNode> list(String path) {
    JsonNode answer = send("GET", path);
    List<JsonNode> rows = new ArrayList<>();
    (answer.isArray() ? answer : answer.path("data")).forEach(rows::add);
    return rows;
  }

  /** Puts the data back as they were at the start. */
  void reset() {
    send("POST", "/sandbox/reset");
  }

  void forgetCalls() {
    send("DELETE", "/sandbox/calls");
  }

  /** What was asked since, as {@code METHOD path}, but for whose token it is. */
  List<String> calls() {
    List<String> calls = new ArrayList<>();
    for (JsonNode call : send("GET", "/sandbox/calls")) {
      String line = call.path("method").asText() + " " + call.path("path").asText();
      if (!line.equals("GET /v2/me")) {
        calls.add(line);
      }
    }
    return calls;
  }

  private static boolean meets(JsonNode row, String condition) {
    return Stream.of(condition.split("&", -1))
        .allMatch(
            one -> {
              int at = one.indexOf('=');
              return row.path(one.substring(0, at)).asText("").equals(one.substring(at + 1));
            });
  }

  private JsonNode send(String method, String path) {
    try {
      HttpResponse<byte[]> answer =
          http.send(
              HttpRequest.newBuilder(URI.create(url + path))
                  .header("Authorization", "Bearer sandbox-full")
                  .method(method, HttpRequest.BodyPublishers.noBody())
                  .build(),
              HttpResponse.BodyHandlers.ofByteArray());
      if (answer.statusCode() >= 300) {
        throw new IllegalStateException(path + " answered " + answer.statusCode());
      }
      return answer.body().length == 0 ? Json.object() : Json.parse(answer.body());
    } catch (IOException | MalformedJson e) {
      throw new IllegalStateException(path, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }
}
