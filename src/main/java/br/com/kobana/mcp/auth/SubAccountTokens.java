package br.com.kobana.mcp.auth;

import br.com.kobana.mcp.jsonrpc.Json;
import br.com.kobana.mcp.jsonrpc.MalformedJson;
import br.com.kobana.mcp.upstream.ApiPath;
import br.com.kobana.mcp.upstream.Credential;
import br.com.kobana.mcp.upstream.UpstreamResponse;
import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Sub-accounts acted on with their own token, which {@code GET /v2/admin/subaccounts/{uid}} gives
 * to a parent that may administer them. The token is tried before it is used: it must open the
 * account that was asked for.
 */
final class SubAccountTokens implements SubAccounts {
  private final Accounts accounts;

  SubAccountTokens(Accounts accounts) {
    this.accounts = accounts;
  }

  @Override
  public CompletionStage<Reach> reach(Credential credential, String uid) {
    String path = ApiPath.expand("/v2/admin/subaccounts/{uid}", Map.of("uid", uid));
    return accounts
        .get(path, credential, Optional.empty())
        .thenCompose(answer -> fetched(answer, uid));
  }

  private CompletionStage<Reach> fetched(UpstreamResponse answer, String uid) {
    switch (answer.status()) {
      case 200 -> {
        JsonNode record = record(answer.body());
        String token = record.path("api_access_token").textValue();
        String parent = record.path("parent_uid").textValue();
        if (token == null || parent == null || !uid.equals(record.path("uid").textValue())) {
          return CompletableFuture.completedFuture(new Reach.Closed());
        }
        Credential own = new Credential(token);
        return accounts
            .ask(own, Optional.empty())
            .thenApply(seen -> opened(seen, uid, parent, own));
      }
      case 401 -> {
        return CompletableFuture.completedFuture(new Reach.TokenRefused());
      }
      case 403, 404 -> {
        return CompletableFuture.completedFuture(new Reach.Closed());
      }
      default ->
          throw new IllegalStateException("/v2/admin/subaccounts answered " + answer.status());
    }
  }

  private static Reach opened(Accounts.Answer answer, String uid, String parent, Credential own) {
    if (!(answer instanceof Accounts.Answer.Known known)
        || !known.seen().accountUid().equals(uid)) {
      return new Reach.Closed();
    }
    Me.Seen seen = known.seen();
    return new Reach.Open(
        parent,
        seen.permissions(),
        seen.readsPerHour(),
        seen.writesPerHour(),
        Optional.of(own),
        seen.expiresAt());
  }

  private static JsonNode record(byte[] body) {
    try {
      return Json.parse(body).path("data");
    } catch (MalformedJson e) {
      throw new IllegalStateException("/v2/admin/subaccounts is not JSON");
    }
  }
}
