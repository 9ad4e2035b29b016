package br.com.kobana.mcp.auth;

import br.com.kobana.mcp.protocol.Refusal;
import java.util.List;

/**
 * Makes the refusal that asks a client to come back with more scopes: 403 with a {@code
 * WWW-Authenticate} challenge that names them and the resource metadata (RFC 6750 §3.1, RFC 9728).
 */
public interface Challenge {
  /**
   * @param scopes every scope the operation needs, held or not
   */
  Refusal insufficientScope(List<String> scopes);
}
