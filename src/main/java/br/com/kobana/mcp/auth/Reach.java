package br.com.kobana.mcp.auth;

import br.com.kobana.mcp.upstream.Credential;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** What is found out about a sub-account for the holder of a token. */
sealed interface Reach {
  /**
   * @param parentUid whose sub-account it is; compared with the holder's account at each request
   * @param credential its own, where calls for it do not carry the holder's
   */
  record Open(
      String parentUid,
      Optional<List<String>> permissions,
      OptionalLong readsPerHour,
      OptionalLong writesPerHour,
      Optional<Credential> credential,
      Optional<Instant> keepUntil)
      implements Reach {}

  /** Missing, foreign or not to be reached: the three look alike. */
  record Closed() implements Reach {}

  /** The API refused the holder's own credential. */
  record TokenRefused() implements Reach {}

  /** Nothing: the API did not answer. Shared by those who wait for it, and not kept. */
  record Silence() implements Reach {}
}
