package br.com.kobana.mcp.auth;

import br.com.kobana.mcp.jsonrpc.Json;
import br.com.kobana.mcp.jsonrpc.MalformedJson;
import br.com.kobana.mcp.settings.TokenSettings;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.JWSObject;
import com.nimbusds.jose.JWSVerifier;
import com.nimbusds.jose.crypto.ECDSAVerifier;
import com.nimbusds.jose.crypto.MACVerifier;
import com.nimbusds.jose.crypto.RSASSAVerifier;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.RSAKey;
import java.text.ParseException;
import java.time.InstantSource;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Claims of a signed JSON Web Token. Everything that costs nothing is looked at first, so that a
 * token that cannot be good causes neither a fetch of keys nor a signature check. Keys come from
 * the configured place alone: what a token's header points to ({@code jku}, {@code jwk}, {@code
 * x5u}) is never followed, and its {@code kid} is only compared.
 */
final class JwtClaims implements ClaimsSource {
  private static final Set<String> TYPES = Set.of("jwt", "at+jwt", "application/at+jwt");
  private static final int LEAST_RSA_BITS = 2048;
  private final TokenSettings.Jwt settings;
  private final Claims.Rules rules;
  private final SigningKeys keys;
  private final InstantSource clock;
  private final Set<String> algorithms;

  JwtClaims(TokenSettings.Jwt settings, Claims.Rules rules, SigningKeys keys, InstantSource clock) {
    this.settings = settings;
    this.rules = rules;
    this.keys = keys;
    this.clock = clock;
    this.algorithms = Set.copyOf(settings.algorithms());
  }

  @Override
  public CompletionStage<Optional<Claims>> claims(String token) {
    Optional<JWSObject> parsed = parsed(token);
    Optional<Claims> claims = parsed.flatMap(this::claims);
    if (claims.isEmpty()) {
      return CompletableFuture.completedFuture(Optional.empty());
    }
    JWSObject signed = parsed.orElseThrow();
    if (signed.getHeader().getAlgorithm().getName().startsWith("HS")) {
      return CompletableFuture.completedFuture(claims.filter(c -> isOurs(signed)));
    }
    return keys.matching(signed.getHeader())
        .thenApply(
            candidates -> claims.filter(c -> candidates.stream().anyMatch(k -> signs(k, signed))));
  }

  /** A header without a signature algorithm that is accepted ends the matter. */
  private Optional<JWSObject> parsed(String token) {
    try {
      JWSObject signed = JWSObject.parse(token);
      JWSHeader header = signed.getHeader();
      boolean typed =
          header.getType() == null
              || TYPES.contains(header.getType().getType().toLowerCase(Locale.ROOT));
      return typed
              && algorithms.contains(header.getAlgorithm().getName())
              && header.getCriticalParams() == null
              && header.isBase64URLEncodePayload()
          ? Optional.of(signed)
          : Optional.empty();
    } catch (ParseException | IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  private Optional<Claims> claims(JWSObject signed) {
    try {
      return Json.parse(signed.getPayload().toBytes()) instanceof ObjectNode json
              && settings.issuer().equals(json.path("iss").textValue())
          ? Claims.read(json, rules, clock.instant())
          : Optional.empty();
    } catch (MalformedJson e) {
      return Optional.empty();
    }
  }

  private boolean isOurs(JWSObject signed) {
    try {
      byte[] secret = Base64.getDecoder().decode(settings.secret().orElseThrow().reveal());
      return signed.verify(new MACVerifier(secret));
    } catch (JOSEException e) {
      return false;
    }
  }

  /** A key of the wrong kind, curve or size signs nothing. */
  private static boolean signs(JWK key, JWSObject signed) {
    try {
      return signed.verify(verifier(key));
    } catch (JOSEException | IllegalArgumentException | IllegalStateException e) {
      return false;
    }
  }

  private static JWSVerifier verifier(JWK key) throws JOSEException {
    if (key instanceof RSAKey rsa && rsa.size() >= LEAST_RSA_BITS) {
      return new RSASSAVerifier(rsa.toRSAPublicKey());
    }
    if (key instanceof ECKey ec) {
      return new ECDSAVerifier(ec.toECPublicKey());
    }
    throw new JOSEException("not a key for signatures");
  }

  /** Without a place for keys only the shared secret signs. */
  static SigningKeys noKeys() {
    return header -> CompletableFuture.completedFuture(List.of());
  }
}
