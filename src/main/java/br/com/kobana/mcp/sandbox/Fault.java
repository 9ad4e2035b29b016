package br.com.kobana.mcp.sandbox;

import br.com.kobana.mcp.jsonrpc.Json;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/**
 * A fault to show instead of, or around, the true answer.
 *
 * @param method an HTTP method, or {@code *}
 * @param pathPrefix what the path starts with
 * @param status of {@code status}, {@code html} and {@code empty}
 * @param millis how long {@code delay} waits
 * @param times how many requests it meets; negative for all
 */
record Fault(String method, String pathPrefix, FaultKind kind, int status, long millis, int times) {
  private static final int DEFAULT_MILLIS = 3000;
  private static final int LONGEST_MILLIS = 600_000;

  /** The ways to fail. */
  enum FaultKind {
    /** A status with the API's error body; the operation does not run. */
    STATUS(502),
    /** A page of a proxy; the operation does not run. */
    HTML(502),
    /** The true answer, late. */
    DELAY(200),
    /** The connection closes; the operation does not run. */
    RESET(200),
    /** A status with no body; the operation does not run. */
    EMPTY(200),
    /** The connection closes while the request comes in: at its head, before its body. */
    CUT(200),
    /** The operation runs and its answer is lost: the connection closes. */
    DROP_AFTER_WRITE(200),
    /** The operation runs; its status comes, its body does not. */
    EMPTY_AFTER_WRITE(200);

    private final int defaultStatus;

    FaultKind(int defaultStatus) {
      this.defaultStatus = defaultStatus;
    }

    private String wireName() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private static Optional<FaultKind> named(String name) {
      return Arrays.stream(values()).filter(kind -> kind.wireName().equals(name)).findFirst();
    }
  }

  boolean meets(String requestMethod, String path) {
    return times != 0
        && (method.equals("*") || method.equals(requestMethod))
        && path.startsWith(pathPrefix);
  }

  Fault once() {
    return times < 0 ? this : new Fault(method, pathPrefix, kind, status, millis, times - 1);
  }

  /**
   * @throws IllegalArgumentException when a value is missing or wrong; the message says which
   */
  static Fault read(JsonNode json) {
    String[] match = json.path("match").asText("").strip().split("\\s+", 2);
    String prefix = match.length == 2 ? match[1] : match[0].equals("*") ? "/" : "";
    if (!prefix.startsWith("/")) {
      throw new IllegalArgumentException("match: a method or *, a space, a path prefix");
    }
    FaultKind kind =
        FaultKind.named(json.path("kind").asText(""))
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        "kind: status, html, delay, reset, empty, cut, drop-after-write or"
                            + " empty-after-write"));
    int status = number(json, "status", kind.defaultStatus, 200, 599);
    int millis = number(json, "ms", DEFAULT_MILLIS, 1, LONGEST_MILLIS);
    int times = number(json, "times", -1, -1, Integer.MAX_VALUE);
    return new Fault(match[0].toUpperCase(Locale.ROOT), prefix, kind, status, millis, times);
  }

  ObjectNode json() {
    ObjectNode json =
        Json.object()
            .put("match", method + " " + pathPrefix)
            .put("kind", kind.wireName())
            .put("status", status)
            .put("ms", millis);
    return times < 0 ? json : json.put("times", times);
  }

  private static int number(JsonNode json, String name, int otherwise, int least, int most) {
    JsonNode value = json.get(name);
    if (value == null || value.isNull()) {
      return otherwise;
    }
    if (!value.isInt() || value.intValue() < least || value.intValue() > most) {
      throw new IllegalArgumentException(name + ": a number from " + least + " to " + most);
    }
    return value.intValue();
  }
}
