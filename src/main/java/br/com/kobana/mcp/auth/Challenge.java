package br.com.kobana.mcp.auth;

import br.com.kobana.mcp.protocol.Refusal;
import java.util.List;

/** Says to a caller which consent is missing. */
public interface Challenge {
  /**
   * 403 with {@code WWW-Authenticate: Bearer error="insufficient_scope"}.
   *
   * @param scopes everything the operation needs, in one challenge
   */
  Refusal insufficientScope(List<String> scopes);
}
