package br.com.kobana.mcp.auth;

import br.com.kobana.mcp.upstream.Credential;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/**
 * Who sent a message, as the API's {@code GET /v2/me} tells it.
 *
 * @param accountUid the account acted on: the token's own, or the sub-account that {@code
 *     X-Account-Uid} named
 * @param subAccount whether a sub-account was named, so that upstream calls name it too
 * @param principal a keyed hash of token and account: the caller's name in cursors, caches and
 *     sealed state; it tells nothing about the token
 * @param token a keyed hash of the token alone, the same on every sub-account
 * @param scopes the token's scopes
 * @param permissions the panel user's permission patterns; empty where the token has no panel user,
 *     which narrows nothing
 * @param panelUser the API's uid of that user, where it told one
 * @param readsPerHour the account's own limit of reads, where it has one
 * @param writesPerHour the account's own limit of writes, where it has one
 * @param credential the token for upstream calls
 */
public record Caller(
    String accountUid,
    boolean subAccount,
    String principal,
    String token,
    Set<String> scopes,
    Optional<List<String>> permissions,
    Optional<String> panelUser,
    OptionalLong readsPerHour,
    OptionalLong writesPerHour,
    Credential credential) {

  /** On the token's own account, without a panel user whose name is known. */
  public Caller(
      String accountUid,
      boolean subAccount,
      String principal,
      Set<String> scopes,
      Optional<List<String>> permissions,
      OptionalLong readsPerHour,
      OptionalLong writesPerHour,
      Credential credential) {
    this(
        accountUid,
        subAccount,
        principal,
        principal,
        scopes,
        permissions,
        Optional.empty(),
        readsPerHour,
        writesPerHour,
        credential);
  }

  public Caller {
    scopes = Set.copyOf(scopes);
    permissions = permissions.map(List::copyOf);
  }

  /** What upstream calls send as {@code X-Account-Uid}. */
  public Optional<String> upstreamAccount() {
    return subAccount ? Optional.of(accountUid) : Optional.empty();
  }
}
