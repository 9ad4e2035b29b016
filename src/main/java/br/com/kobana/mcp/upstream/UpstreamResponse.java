package br.com.kobana.mcp.upstream;

import java.util.Map;
import java.util.Optional;

/**
 * What the Kobana API answered.
 *
 * @param status HTTP status
 * @param headers the few headers the gateway reads, names in lower case: {@code content-type},
 *     {@code ratelimit-*}, {@code retry-after}, {@code request-id}, {@code x-request-id}, {@code
 *     x-idempotency-replayed}; no other header is kept
 * @param body the body as received, empty where there was none
 */
public record UpstreamResponse(int status, Map<String, String> headers, byte[] body) {
  public Optional<String> header(String lowerCaseName) {
    return Optional.ofNullable(headers.get(lowerCaseName));
  }
}
