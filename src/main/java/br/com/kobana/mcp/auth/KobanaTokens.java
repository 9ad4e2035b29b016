package br.com.kobana.mcp.auth;

import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** Tokens that Kobana issued: the API says whose they are (design decision 8). */
final class KobanaTokens implements TokenVerifier {
  private final Accounts accounts;
  private final Optional<String> purpose;

  /**
   * @param purpose what a token must have been issued for; empty for anything
   */
  KobanaTokens(Accounts accounts, Optional<String> purpose) {
    this.accounts = accounts;
    this.purpose = purpose;
  }

  @Override
  public CompletionStage<Verdict> verify(BearerToken.Present token, String principal) {
    return accounts.ask(token.credential(), Optional.empty()).thenApply(this::verdict);
  }

  private Verdict verdict(Accounts.Answer answer) {
    if (!(answer instanceof Accounts.Answer.Known known)) {
      return new Verdict.Bad();
    }
    Me.Seen seen = known.seen();
    if (purpose.isPresent() && !purpose.equals(seen.purpose())) {
      return new Verdict.Bad();
    }
    return new Verdict.Good(
        new Holder(
            seen.accountUid(),
            seen.scopes(),
            seen.permissions(),
            seen.panelUser(),
            seen.readsPerHour(),
            seen.writesPerHour(),
            Optional.empty(),
            seen.expiresAt(),
            Optional.empty()));
  }
}
