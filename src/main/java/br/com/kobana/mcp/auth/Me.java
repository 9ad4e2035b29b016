package br.com.kobana.mcp.auth;

import br.com.kobana.mcp.jsonrpc.Json;
import br.com.kobana.mcp.jsonrpc.MalformedJson;
import br.com.kobana.mcp.settings.Settings;
import com.fasterxml.jackson.databind.JsonNode;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/** Reads the answer of {@code GET /v2/me}. */
final class Me {
  private final Settings.Auth settings;

  /**
   * What the API says of a token on an account.
   *
   * @param permissions empty where no panel user stands behind the token, which narrows nothing
   * @param purpose what the token was issued for, where the API says it
   */
  record Seen(
      String accountUid,
      Optional<String> parentUid,
      Set<String> scopes,
      Optional<List<String>> permissions,
      Optional<String> panelUser,
      OptionalLong readsPerHour,
      OptionalLong writesPerHour,
      Optional<String> purpose,
      Optional<Instant> expiresAt) {}

  Me(Settings.Auth settings) {
    this.settings = settings;
  }

  /**
   * @throws IllegalStateException when the answer is not what the API describes: then nothing is
   *     known of the caller
   */
  Seen read(byte[] body) {
    JsonNode data = parse(body).path("data");
    JsonNode account = data.path("account");
    JsonNode token = data.path("access_token");
    String uid = account.path("uid").textValue();
    if (uid == null || !token.path("scopes").isArray()) {
      throw new IllegalStateException("/v2/me names no account or no scopes");
    }
    JsonNode limits = account.path("rate_limits");
    return new Seen(
        uid,
        Optional.ofNullable(account.path("parent_uid").textValue()),
        Set.copyOf(Texts.of(token.path("scopes"))),
        permissions(data.path("user")),
        Optional.ofNullable(data.path("user").path("uid").textValue()),
        limit(limits.path(settings.readLimitKey())),
        limit(limits.path(settings.writeLimitKey())),
        Optional.ofNullable(token.path("purpose").textValue()),
        Optional.ofNullable(token.path("expires_at").textValue()).map(Me::instant));
  }

  private static JsonNode parse(byte[] body) {
    try {
      return Json.parse(body);
    } catch (MalformedJson e) {
      throw new IllegalStateException("/v2/me is not JSON");
    }
  }

  /** A date without a time ends the token at its beginning: the earlier reading is the safe one. */
  private static Instant instant(String text) {
    try {
      return OffsetDateTime.parse(text.length() == 10 ? text + "T00:00:00Z" : text).toInstant();
    } catch (DateTimeException e) {
      throw new IllegalStateException("/v2/me has an end of the token that is no time");
    }
  }

  /** No panel user narrows nothing; a user without a list of permissions may do nothing. */
  private static Optional<List<String>> permissions(JsonNode user) {
    return user.isObject() ? Optional.of(Texts.of(user.path("permissions"))) : Optional.empty();
  }

  private static OptionalLong limit(JsonNode value) {
    return value.canConvertToLong() && value.isIntegralNumber() && value.longValue() >= 0
        ? OptionalLong.of(value.longValue())
        : OptionalLong.empty();
  }
}
