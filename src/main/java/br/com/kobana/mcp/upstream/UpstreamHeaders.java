package br.com.kobana.mcp.upstream;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Exactly which headers go to the API and which are kept of its answers: nothing inbound passes by
 * default.
 */
final class UpstreamHeaders {
  /** Of an answer. */
  static final List<String> KEPT =
      List.of(
          "content-type",
          "ratelimit-name",
          "ratelimit-limit",
          "ratelimit-remaining",
          "ratelimit-reset",
          "retry-after",
          "request-id",
          "x-request-id",
          "x-idempotency-replayed");

  private static final String USER_AGENT = "kobana-mcp-gateway/1.1.0 (+https://www.kobana.com.br)";

  private UpstreamHeaders() {}

  static Map<String, String> of(UpstreamRequest request) {
    Map<String, String> headers = new LinkedHashMap<>();
    headers.put("Authorization", request.credential().authorization());
    headers.put("Accept", "application/json");
    headers.put("User-Agent", USER_AGENT);
    if (request.body().isPresent()) {
      headers.put("Content-Type", "application/json; charset=utf-8");
    }
    request.idempotencyKey().ifPresent(key -> headers.put("X-Idempotency-Key", key));
    request.accountUid().ifPresent(uid -> headers.put("X-Account-Uid", uid));
    request.traceparent().ifPresent(trace -> headers.put("traceparent", trace));
    return headers;
  }

  /** Path and encoded query. */
  static String target(UpstreamRequest request) {
    String query = query(request);
    return query.isEmpty() ? request.path() : request.path() + "?" + query;
  }

  /** The query, percent-encoded; empty where there is none. */
  static String query(UpstreamRequest request) {
    StringBuilder query = new StringBuilder();
    for (UpstreamRequest.Parameter parameter : request.query()) {
      if (!query.isEmpty()) {
        query.append('&');
      }
      query
          .append(ApiPath.encode(parameter.name()))
          .append('=')
          .append(ApiPath.encode(parameter.value()));
    }
    return query.toString();
  }
}
