package br.com.kobana.mcp.auth;

import java.util.concurrent.CompletionStage;

/** Finds out what a token is worth. It keeps nothing of the token but its keyed hash. */
interface TokenVerifier {
  /**
   * The verdict. Fails where nothing can be known, which is neither a yes nor a no.
   *
   * @param principal the keyed hash of the token, under which something may be kept
   */
  CompletionStage<Verdict> verify(BearerToken.Present token, String principal);

  /** Forgets what is kept under this hash: the API refused the credential. */
  default void forget(String principal) {}

  /** Reads again what comes from files. */
  default void reload() {}
}
