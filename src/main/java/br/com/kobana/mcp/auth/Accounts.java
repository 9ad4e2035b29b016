package br.com.kobana.mcp.auth;

import br.com.kobana.mcp.settings.Settings;
import br.com.kobana.mcp.upstream.Credential;
import br.com.kobana.mcp.upstream.KobanaApi;
import br.com.kobana.mcp.upstream.UpstreamRequest;
import br.com.kobana.mcp.upstream.UpstreamResponse;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** Asks the API whose a credential is. */
final class Accounts {
  private final KobanaApi api;
  private final Me me;

  /** What the API answered; anything else means that nothing is known. */
  sealed interface Answer {
    record Known(Me.Seen seen) implements Answer {}

    record CredentialRefused() implements Answer {}

    record AccountRefused() implements Answer {}
  }

  Accounts(KobanaApi api, Settings.Auth settings) {
    this.api = api;
    this.me = new Me(settings);
  }

  /**
   * {@code GET /v2/me}; fails where the API is away or answers in no way that it describes.
   *
   * @param subAccount named in {@code X-Account-Uid}; then the answer must be for that account
   */
  CompletionStage<Answer> ask(Credential credential, Optional<String> subAccount) {
    return get("/v2/me", credential, subAccount).thenApply(answer -> answer(answer, subAccount));
  }

  CompletionStage<UpstreamResponse> get(
      String path, Credential credential, Optional<String> subAccount) {
    return api.send(
        new UpstreamRequest(
            "GET",
            path,
            List.of(),
            Optional.empty(),
            Optional.empty(),
            credential,
            subAccount,
            false,
            "identity",
            path));
  }

  private Answer answer(UpstreamResponse answer, Optional<String> subAccount) {
    return switch (answer.status()) {
      case 200 -> {
        Me.Seen seen = me.read(answer.body());
        if (subAccount.filter(uid -> !uid.equals(seen.accountUid())).isPresent()) {
          throw new IllegalStateException("/v2/me answered for another account than asked");
        }
        yield new Answer.Known(seen);
      }
      case 401 -> new Answer.CredentialRefused();
      case 403, 404 ->
          subAccount.isPresent() ? new Answer.AccountRefused() : new Answer.CredentialRefused();
      default -> throw new IllegalStateException("/v2/me answered " + answer.status());
    };
  }
}
