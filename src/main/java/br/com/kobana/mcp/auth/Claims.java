package br.com.kobana.mcp.auth;

import br.com.kobana.mcp.settings.TokenSettings;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What an authorization server says of a token, in a JWT (RFC 7519, RFC 9068) or in an answer to an
 * introspection (RFC 7662).
 *
 * @param key the value of the claim that names the mapped secret
 */
record Claims(
    Optional<String> account,
    Optional<String> parent,
    Set<String> scopes,
    Optional<List<String>> permissions,
    Optional<String> key,
    Optional<Instant> expiresAt) {

  /** Which claims mean what, and what they must say. */
  record Rules(
      TokenSettings.Claims names,
      Optional<String> keyClaim,
      String audience,
      boolean audienceRequired,
      boolean expiryRequired,
      Duration skew) {}

  /**
   * The claims, or empty where they make no good token now: not for this resource, over, not begun,
   * or of another shape than the standards say.
   */
  static Optional<Claims> read(ObjectNode json, Rules rules, Instant now) {
    if (!isForUs(json.path("aud"), rules) || !isCurrent(json, rules, now)) {
      return Optional.empty();
    }
    JsonNode permissions = json.path(rules.names().permissions());
    return Optional.of(
        new Claims(
            text(json, rules.names().account()),
            text(json, rules.names().parent()),
            Set.copyOf(Texts.words(json.has("scope") ? json.path("scope") : json.path("scp"))),
            permissions.isMissingNode() ? Optional.empty() : Optional.of(Texts.words(permissions)),
            rules.keyClaim().flatMap(claim -> text(json, claim)),
            time(json, "exp")));
  }

  private static boolean isForUs(JsonNode audience, Rules rules) {
    if (audience.isMissingNode()) {
      return !rules.audienceRequired();
    }
    return audience.isArray()
        ? Texts.of(audience).contains(rules.audience())
        : rules.audience().equals(audience.textValue());
  }

  /** A token is over from its end on; its beginning may lie a little ahead of this clock. */
  private static boolean isCurrent(ObjectNode json, Rules rules, Instant now) {
    for (String name : List.of("exp", "nbf", "iat")) {
      if (json.has(name) && time(json, name).isEmpty()) {
        return false;
      }
    }
    Optional<Instant> end = time(json, "exp");
    Instant latest = now.plus(rules.skew());
    return (end.isPresent() ? now.isBefore(end.get()) : !rules.expiryRequired())
        && time(json, "nbf").filter(latest::isBefore).isEmpty()
        && time(json, "iat").filter(latest::isBefore).isEmpty();
  }

  /** Seconds since the epoch, of which fractions are cut off. */
  private static Optional<Instant> time(ObjectNode json, String name) {
    JsonNode value = json.path(name);
    return value.isNumber() && value.canConvertToLong()
        ? Optional.of(Instant.ofEpochSecond(Math.max(0, Math.min(value.longValue(), LATEST))))
        : Optional.empty();
  }

  private static Optional<String> text(ObjectNode json, String claim) {
    return Optional.ofNullable(json.path(claim).textValue()).filter(t -> !t.isEmpty());
  }

  /** The end of the year 9999. */
  private static final long LATEST = 253_402_300_799L;
}
