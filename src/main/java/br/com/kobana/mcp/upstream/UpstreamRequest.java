package br.com.kobana.mcp.upstream;

import java.util.List;
import java.util.Optional;

/**
 * One call to the Kobana API. The address is the configured base and {@code path}; nothing a client
 * sends can name another host.
 *
 * @param method GET, POST, PUT, PATCH or DELETE
 * @param path percent-encoded, from {@code /v1} or {@code /v2} on, without a query
 * @param query parameters in order, not yet encoded
 * @param body JSON in UTF-8, where the operation has one
 * @param idempotencyKey sent as {@code X-Idempotency-Key}; every POST, PUT and PATCH has one
 * @param credential the token of the upstream call
 * @param accountUid the sub-account acted on, sent as {@code X-Account-Uid}
 * @param write whether an answer that never came may mean that something happened
 * @param area the part of the API, such as {@code charge}, for pools, breakers and metrics
 * @param template the path as the API describes it, such as {@code /v1/bank_billets/{id}}: a label,
 *     without ids
 * @param traceparent where it stands in a trace (W3C Trace Context)
 */
public record UpstreamRequest(
    String method,
    String path,
    List<Parameter> query,
    Optional<byte[]> body,
    Optional<String> idempotencyKey,
    Credential credential,
    Optional<String> accountUid,
    boolean write,
    String area,
    String template,
    Optional<String> traceparent) {

  /** A query parameter, unencoded. */
  public record Parameter(String name, String value) {}

  public UpstreamRequest {
    query = List.copyOf(query);
  }

  /** A request that is in no trace. */
  public UpstreamRequest(
      String method,
      String path,
      List<Parameter> query,
      Optional<byte[]> body,
      Optional<String> idempotencyKey,
      Credential credential,
      Optional<String> accountUid,
      boolean write,
      String area,
      String template) {
    this(
        method,
        path,
        query,
        body,
        idempotencyKey,
        credential,
        accountUid,
        write,
        area,
        template,
        Optional.empty());
  }

  /** The same at this place of a trace. */
  public UpstreamRequest in(String trace) {
    return new UpstreamRequest(
        method,
        path,
        query,
        body,
        idempotencyKey,
        credential,
        accountUid,
        write,
        area,
        template,
        Optional.of(trace));
  }

  /** The same under another idempotency key. */
  public UpstreamRequest withIdempotencyKey(String key) {
    return new UpstreamRequest(
        method,
        path,
        query,
        body,
        Optional.of(key),
        credential,
        accountUid,
        write,
        area,
        template,
        traceparent);
  }

  /** The same with another query. */
  public UpstreamRequest withQuery(List<Parameter> other) {
    return new UpstreamRequest(
        method,
        path,
        other,
        body,
        idempotencyKey,
        credential,
        accountUid,
        write,
        area,
        template,
        traceparent);
  }

  /** Method and path only: a query or a body may hold personal data. */
  @Override
  public String toString() {
    return method + " " + path;
  }
}
