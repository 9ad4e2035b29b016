package br.com.kobana.mcp.sandbox;

import java.util.List;
import java.util.Optional;

/**
 * What a token may do, and on which account.
 *
 * @param token the number of the token, for its uid
 * @param permissions those of the panel user behind the token, where there is one; told by {@code
 *     /v2/me} and not enforced here, so that a gateway that forgets them shows
 */
record Grant(long token, Account account, List<String> scopes, Optional<List<String>> permissions) {

  Grant on(Account other) {
    return new Grant(token, other, scopes, permissions);
  }

  /** A level scope, then the resource scope: the API's two checks, in its order. */
  Optional<Answer> refusal(Operation operation) {
    if (operation.scope().isEmpty()) {
      return Optional.empty();
    }
    boolean level = scopes.contains("write") || (operation.read() && scopes.contains("read"));
    if (!level) {
      return Optional.of(Errors.missingScope(operation.read() ? "read write" : "write"));
    }
    if (!scopes.contains("all") && !scopes.contains(operation.scope())) {
      return Optional.of(Errors.missingScope("all " + operation.scope()));
    }
    return Optional.empty();
  }
}
