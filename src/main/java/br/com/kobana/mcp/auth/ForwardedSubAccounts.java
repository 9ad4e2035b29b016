package br.com.kobana.mcp.auth;

import br.com.kobana.mcp.upstream.Credential;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** Sub-accounts acted on with the holder's credential and {@code X-Account-Uid}. */
final class ForwardedSubAccounts implements SubAccounts {
  private final Accounts accounts;

  ForwardedSubAccounts(Accounts accounts) {
    this.accounts = accounts;
  }

  @Override
  public CompletionStage<Reach> reach(Credential credential, String uid) {
    return accounts.ask(credential, Optional.of(uid)).thenApply(ForwardedSubAccounts::reach);
  }

  private static Reach reach(Accounts.Answer answer) {
    if (answer instanceof Accounts.Answer.CredentialRefused) {
      return new Reach.TokenRefused();
    }
    if (!(answer instanceof Accounts.Answer.Known known) || known.seen().parentUid().isEmpty()) {
      return new Reach.Closed();
    }
    Me.Seen seen = known.seen();
    return new Reach.Open(
        seen.parentUid().get(),
        seen.permissions(),
        seen.readsPerHour(),
        seen.writesPerHour(),
        Optional.empty(),
        seen.expiresAt());
  }
}
