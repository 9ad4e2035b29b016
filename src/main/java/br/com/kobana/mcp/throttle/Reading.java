package br.com.kobana.mcp.throttle;

import br.com.kobana.mcp.jsonrpc.Json;
import br.com.kobana.mcp.protocol.Refusal;
import br.com.kobana.mcp.protocol.Rung;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * How a bucket stands after a request was counted.
 *
 * @param limit how many the window allows
 * @param count how many it has seen, this one included
 * @param resetEpochSecond when the window ends
 * @param nowEpochSecond the counter's time
 */
public record Reading(
    Bucket bucket, long limit, long count, long resetEpochSecond, long nowEpochSecond) {
  private static final String DETAIL =
      "Veja mais em https://docs.banking.kobana.com.br/pt/api/overview/rate-limit";

  /** A closed bucket reads as one that is used up until it opens. */
  static Reading of(Bucket bucket, long limit, WindowCounter.Count count) {
    if (count.isClosed()) {
      return new Reading(
          bucket, limit, limit + 1, count.closedUntilEpochSecond(), count.nowEpochSecond());
    }
    return new Reading(
        bucket, limit, count.value(), count.resetEpochSecond(), count.nowEpochSecond());
  }

  Reading withCount(long other) {
    return new Reading(bucket, limit, other, resetEpochSecond, nowEpochSecond);
  }

  /** Whether this request is one too many. */
  public boolean isExceeded() {
    return count > limit;
  }

  public long remaining() {
    return Math.max(0, limit - count);
  }

  /** The {@code ratelimit-*} headers of a counted answer. */
  public List<Map.Entry<String, String>> headers() {
    return List.of(
        Map.entry("ratelimit-name", bucket.wire()),
        Map.entry("ratelimit-limit", Long.toString(limit)),
        Map.entry("ratelimit-remaining", Long.toString(remaining())),
        Map.entry("ratelimit-reset", Long.toString(resetEpochSecond)));
  }

  /** The same for {@code _meta}, so that an agent can plan. */
  public ObjectNode json() {
    return Json.object()
        .put("bucket", bucket.wire())
        .put("limit", limit)
        .put("remaining", remaining())
        .put("reset", resetEpochSecond);
  }

  /** The 429: a REST-style body, because the JSON-RPC message was not processed. */
  public Refusal refusal() {
    Map<String, String> headers = new LinkedHashMap<>();
    headers().forEach(h -> headers.put(h.getKey(), h.getValue()));
    headers.put("retry-after", Long.toString(Math.max(1, resetEpochSecond - nowEpochSecond)));
    ObjectNode body = Json.object().put("status", 429);
    body.putArray("errors")
        .addObject()
        .put("title", bucket.title(limit))
        .put("code", 429)
        .put("detail", DETAIL);
    boolean ofAddress = bucket == Bucket.ADDRESS || bucket == Bucket.VERIFICATION;
    Rung rung = ofAddress ? Rung.ADDRESS_BUDGET : Rung.BUCKET;
    return new Refusal(rung, 429, headers, new Refusal.Body.Plain(body));
  }
}
