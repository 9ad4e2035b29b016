package br.com.kobana.mcp.auth;

import br.com.kobana.mcp.upstream.Credential;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/**
 * Whoever holds a good token, as it may be kept: without the token.
 *
 * @param accountUid the token's own account
 * @param panelUser the uid of the panel user behind the token
 * @param credential for the API, where it is not the token itself
 * @param expiresAt from when on the token is bad
 * @param keepUntil from when on this must be found out anew, though the token may still be good
 */
record Holder(
    String accountUid,
    Set<String> scopes,
    Optional<List<String>> permissions,
    Optional<String> panelUser,
    OptionalLong readsPerHour,
    OptionalLong writesPerHour,
    Optional<Credential> credential,
    Optional<Instant> expiresAt,
    Optional<Instant> keepUntil) {

  /** The credential for the API: the token itself where no other was given. */
  Credential credential(BearerToken.Present token) {
    return credential.orElse(token.credential());
  }

  /** The caller on the token's own account. */
  Caller caller(String principal, BearerToken.Present token) {
    return new Caller(
        accountUid,
        false,
        principal,
        principal,
        scopes,
        permissions,
        panelUser,
        readsPerHour,
        writesPerHour,
        credential(token));
  }

  /**
   * The caller on a sub-account: the scopes stay those of the token, whatever the credential for
   * the sub-account may do, and the permissions are those that both have.
   *
   * @param owner the principal of the token on its own account
   */
  Caller caller(
      String principal, String owner, BearerToken.Present token, String uid, Reach.Open reach) {
    return new Caller(
        uid,
        reach.credential().isEmpty(),
        principal,
        owner,
        scopes,
        Permissions.both(permissions, reach.permissions()),
        panelUser,
        reach.readsPerHour(),
        reach.writesPerHour(),
        reach.credential().orElse(credential(token)));
  }
}
