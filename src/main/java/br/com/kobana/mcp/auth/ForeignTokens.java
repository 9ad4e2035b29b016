package br.com.kobana.mcp.auth;

import br.com.kobana.mcp.auth.UpstreamCredentials.Outcome;
import br.com.kobana.mcp.upstream.Credential;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tokens that an authorization server vouches for. What they may do stands in their claims; the API
 * is asked once whose the credential is that calls will carry, so that a claim and a credential
 * that do not belong together serve nobody, and so that the account's own limits are known.
 */
final class ForeignTokens implements TokenVerifier {
  private static final Logger LOG = LoggerFactory.getLogger(ForeignTokens.class);
  private final ClaimsSource source;
  private final UpstreamCredentials credentials;
  private final Accounts accounts;

  ForeignTokens(ClaimsSource source, UpstreamCredentials credentials, Accounts accounts) {
    this.source = source;
    this.credentials = credentials;
    this.accounts = accounts;
  }

  @Override
  public CompletionStage<Verdict> verify(BearerToken.Present token, String principal) {
    return source
        .claims(token.value())
        .thenCompose(
            claims ->
                claims.isEmpty()
                    ? done(new Verdict.Bad())
                    : credentials
                        .of(token, principal, claims.get())
                        .thenCompose(outcome -> held(outcome, token, principal, claims.get())));
  }

  @Override
  public void forget(String principal) {
    credentials.forget(principal);
  }

  @Override
  public void reload() {
    credentials.reload();
  }

  private CompletionStage<Verdict> held(
      Outcome outcome, BearerToken.Present token, String principal, Claims claims) {
    if (outcome instanceof Outcome.SameToken) {
      return accounts
          .ask(token.credential(), Optional.empty())
          .thenApply(
              answer ->
                  answer instanceof Accounts.Answer.Known known
                      ? good(claims, known.seen(), Optional.empty(), Optional.empty())
                      : new Verdict.Bad());
    }
    if (outcome instanceof Outcome.Other other) {
      return accounts
          .ask(other.credential(), Optional.empty())
          .thenApply(answer -> verdict(answer, other, principal, claims));
    }
    if (outcome instanceof Outcome.Silence) {
      return done(new Verdict.Silence());
    }
    return done(
        outcome instanceof Outcome.TokenRefused ? new Verdict.Bad() : new Verdict.NotServed());
  }

  private Verdict verdict(
      Accounts.Answer answer, Outcome.Other other, String principal, Claims claims) {
    if (answer instanceof Accounts.Answer.Known known) {
      return good(claims, known.seen(), Optional.of(other.credential()), other.until());
    }
    LOG.error("the API refuses the credential held for a caller: principal={}", principal);
    credentials.forget(principal);
    return new Verdict.NotServed();
  }

  private static Verdict good(
      Claims claims, Me.Seen seen, Optional<Credential> credential, Optional<Instant> until) {
    boolean agree =
        claims.account().filter(a -> !a.equals(seen.accountUid())).isEmpty()
            && claims.parent().filter(p -> !Optional.of(p).equals(seen.parentUid())).isEmpty();
    if (!agree) {
      LOG.error("a token's account is not that of its credential: account={}", seen.accountUid());
      return new Verdict.NotServed();
    }
    return new Verdict.Good(
        new Holder(
            seen.accountUid(),
            claims.scopes(),
            Permissions.both(claims.permissions(), seen.permissions()),
            seen.panelUser(),
            seen.readsPerHour(),
            seen.writesPerHour(),
            credential,
            claims.expiresAt(),
            Stream.concat(until.stream(), seen.expiresAt().stream()).min(Instant::compareTo)));
  }

  private static CompletionStage<Verdict> done(Verdict verdict) {
    return CompletableFuture.completedFuture(verdict);
  }
}
