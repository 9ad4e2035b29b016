package br.com.kobana.mcp.auth;

import br.com.kobana.mcp.upstream.Credential;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** Which credential calls to the API carry for the holder of a verified token (decision 9). */
interface UpstreamCredentials {
  /** What there is for a holder. */
  sealed interface Outcome {
    /** The caller's own token. */
    record SameToken() implements Outcome {}

    /**
     * @param until when it ends, where that is known
     */
    record Other(Credential credential, Optional<Instant> until) implements Outcome {}

    /** The authorization server does not take the token any more. */
    record TokenRefused() implements Outcome {}

    record None() implements Outcome {}

    /** Nothing: the authorization server did not answer, or not as it should. */
    record Silence() implements Outcome {}
  }

  /**
   * Fails where nothing can be known.
   *
   * @param principal the keyed hash of the token
   */
  CompletionStage<Outcome> of(BearerToken.Present token, String principal, Claims claims);

  /** Forgets what is kept under this hash: the API refused it. */
  default void forget(String principal) {}

  /** Reads again what comes from files. */
  default void reload() {}
}
