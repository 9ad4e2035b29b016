package br.com.kobana.mcp.auth;

import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** Where the claims of a token come from. */
interface ClaimsSource {
  /** The claims of a good token, empty for a bad one. Fails where nothing can be known. */
  CompletionStage<Optional<Claims>> claims(String token);
}
