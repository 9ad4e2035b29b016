package br.com.kobana.mcp.auth;

import br.com.kobana.mcp.jsonrpc.Json;
import br.com.kobana.mcp.jsonrpc.MalformedJson;
import br.com.kobana.mcp.settings.Settings;
import br.com.kobana.mcp.upstream.Credential;
import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;

/** Reads the answer of {@code GET /v2/me}. */
final class Me {
  private final Settings.Auth settings;

  /** A caller without the token: what may be kept. */
  record Profile(
      String accountUid,
      boolean subAccount,
      Set<String> scopes,
      Optional<List<String>> permissions,
      OptionalLong readsPerHour,
      OptionalLong writesPerHour) {

    Caller caller(String principal, Credential credential) {
      return new Caller(
          accountUid,
          subAccount,
          principal,
          scopes,
          permissions,
          readsPerHour,
          writesPerHour,
          credential);
    }
  }

  Me(Settings.Auth settings) {
    this.settings = settings;
  }

  /**
   * @throws IllegalStateException when the answer is not what the API describes: then nothing is
   *     known of the caller
   */
  Profile read(byte[] body, Optional<String> subAccount) {
    JsonNode data = parse(body).path("data");
    JsonNode account = data.path("account");
    String uid = account.path("uid").textValue();
    if (uid == null || !data.path("access_token").path("scopes").isArray()) {
      throw new IllegalStateException("/v2/me names no account or no scopes");
    }
    if (subAccount.isPresent() && !subAccount.get().equals(uid)) {
      throw new IllegalStateException("/v2/me answered for another account than asked");
    }
    JsonNode limits = account.path("rate_limits");
    return new Profile(
        uid,
        subAccount.isPresent(),
        Set.copyOf(texts(data.path("access_token").path("scopes"))),
        permissions(data.path("user")),
        limit(limits.path(settings.readLimitKey())),
        limit(limits.path(settings.writeLimitKey())));
  }

  private static JsonNode parse(byte[] body) {
    try {
      return Json.parse(body);
    } catch (MalformedJson e) {
      throw new IllegalStateException("/v2/me is not JSON");
    }
  }

  /** No panel user narrows nothing; a user without a list of permissions may do nothing. */
  private static Optional<List<String>> permissions(JsonNode user) {
    return user.isObject() ? Optional.of(texts(user.path("permissions"))) : Optional.empty();
  }

  private static OptionalLong limit(JsonNode value) {
    return value.canConvertToLong() && value.isIntegralNumber() && value.longValue() >= 0
        ? OptionalLong.of(value.longValue())
        : OptionalLong.empty();
  }

  private static List<String> texts(JsonNode array) {
    Set<String> texts = new TreeSet<>();
    array.forEach(
        v -> {
          if (v.isTextual()) {
            texts.add(v.textValue());
          }
        });
    return new ArrayList<>(texts);
  }
}
