package br.com.kobana.mcp.auth;

import static br.com.kobana.mcp.auth.TokenWorld.ACCOUNT;
import static br.com.kobana.mcp.auth.TokenWorld.ISSUER;
import static br.com.kobana.mcp.auth.TokenWorld.OTHER_ACCOUNT;
import static br.com.kobana.mcp.auth.TokenWorld.RESOURCE;
import static br.com.kobana.mcp.auth.TokenWorld.START;
import static org.assertj.core.api.Assertions.assertThat;

import br.com.kobana.mcp.protocol.Refusal;
import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.JWSSigner;
import com.nimbusds.jose.crypto.ECDSASigner;
import com.nimbusds.jose.crypto.MACSigner;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jose.crypto.opts.AllowWeakRSAKey;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.gen.ECKeyGenerator;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.PlainJWT;
import com.nimbusds.jwt.SignedJWT;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Date;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** JSON Web Tokens: those that are good, and every way in which one is not. */
class JwtTest {
  private static final String JWKS = "https://as.example.com/keys";
  private static final RSAKey KEY = rsa("one");
  private static final RSAKey NEW_KEY = rsa("two");
  private static final RSAKey FOREIGN_KEY = rsa("one");
  private static final ECKey EC_KEY = ec("three");
  private static final String SECRET =
      Base64.getEncoder()
          .encodeToString("0123456789abcdef0123456789abcdef".getBytes(StandardCharsets.US_ASCII));

  private List<JWK> published = List.of(KEY, EC_KEY);
  private final TokenWorld world = world(Map.of());

  private TokenWorld world(Map<String, String> more) {
    Map<String, String> settings =
        new LinkedHashMap<>(
            Map.of(
                "mcp.auth.mode", "jwt",
                "mcp.auth.jwt.issuer", ISSUER,
                "mcp.auth.jwt.jwks-url", JWKS));
    settings.putAll(more);
    TokenWorld made = new TokenWorld(settings, Map.of());
    made.server =
        request -> TokenWorld.json(200, new JWKSet(published).toPublicJWKSet().toString(true));
    return made;
  }

  private static RSAKey rsa(String kid) {
    try {
      return new RSAKeyGenerator(2048).keyID(kid).generate();
    } catch (JOSEException e) {
      throw new IllegalStateException(e);
    }
  }

  private static ECKey ec(String kid) {
    try {
      return new ECKeyGenerator(Curve.P_256).keyID(kid).generate();
    } catch (JOSEException e) {
      throw new IllegalStateException(e);
    }
  }

  private static JWTClaimsSet.Builder claims() {
    return new JWTClaimsSet.Builder()
        .issuer(ISSUER)
        .audience(RESOURCE)
        .issueTime(Date.from(START))
        .expirationTime(Date.from(START.plusSeconds(3600)))
        .claim("scope", "charge.pix read");
  }

  private static JWSHeader.Builder header(JWSAlgorithm algorithm, String kid) {
    return new JWSHeader.Builder(algorithm).type(new JOSEObjectType("at+jwt")).keyID(kid);
  }

  private static String signed(JWSHeader header, JWTClaimsSet claims, JWSSigner signer) {
    try {
      SignedJWT jwt = new SignedJWT(header, claims);
      jwt.sign(signer);
      return jwt.serialize();
    } catch (JOSEException e) {
      throw new IllegalStateException(e);
    }
  }

  private static String signed(JWSHeader header, JWTClaimsSet claims, RSAKey key) {
    try {
      return signed(header, claims, new RSASSASigner(key));
    } catch (JOSEException e) {
      throw new IllegalStateException(e);
    }
  }

  /** A good token after this change to its claims; the API takes it as one of account A. */
  private String token(Consumer<JWTClaimsSet.Builder> change) {
    JWTClaimsSet.Builder claims = claims();
    change.accept(claims);
    return known(signed(header(JWSAlgorithm.RS256, "one").build(), claims.build(), KEY));
  }

  private String known(String token) {
    world.accounts.put(token, ACCOUNT);
    return token;
  }

  private void assertRefused(String token) {
    Refusal refusal = world.refusal(token);
    assertThat(refusal.status()).isEqualTo(401);
    assertThat(refusal.headers().get("www-authenticate"))
        .contains("error=\"invalid_token\"")
        .contains("resource_metadata=");
    assertThat(world.upstream).isEmpty();
  }

  @Test
  void aGoodTokenSaysWhoAndWhatAndTheApiHowMuch() {
    Caller caller = world.caller(token(c -> c.claim("permissions", List.of("charge.*"))));
    assertThat(caller.accountUid()).isEqualTo(ACCOUNT);
    assertThat(caller.scopes()).containsExactlyInAnyOrder("charge.pix", "read");
    assertThat(caller.permissions()).contains(List.of("charge.*"));
    assertThat(caller.readsPerHour()).hasValue(77);
  }

  @Test
  void scopesAreReadFromScpTooAndAudienceFromAList() {
    String token =
        token(
            c ->
                c.claim("scope", null)
                    .claim("scp", List.of("all", "read"))
                    .audience(List.of("https://other.example.com", RESOURCE)));
    assertThat(world.caller(token).scopes()).containsExactlyInAnyOrder("all", "read");
    String words = token(c -> c.claim("scope", null).claim("scp", "all  write"));
    assertThat(world.caller(words).scopes()).containsExactlyInAnyOrder("all", "write");
    String none = token(c -> c.claim("scope", null));
    assertThat(world.caller(none).scopes()).isEmpty();
  }

  @Test
  void ellipticSignaturesAreTaken() throws Exception {
    String token =
        known(
            signed(
                header(JWSAlgorithm.ES256, "three").build(),
                claims().build(),
                new ECDSASigner(EC_KEY)));
    assertThat(world.caller(token).accountUid()).isEqualTo(ACCOUNT);
  }

  @Test
  void noAlgorithmIsNoSignature() {
    assertRefused(known(new PlainJWT(claims().build()).serialize()));
    String[] parts = token(c -> {}).split("\\.");
    for (String header :
        List.of(
            "{\"alg\":\"none\"}",
            "{\"alg\":\"None\",\"kid\":\"one\"}",
            "{\"alg\":\"\"}",
            "{}",
            "{\"alg\":\"RS256\",\"kid\":\"one\"}")) {
      String encoded =
          Base64.getUrlEncoder()
              .withoutPadding()
              .encodeToString(header.getBytes(StandardCharsets.UTF_8));
      assertRefused(known(encoded + "." + parts[1] + "."));
    }
  }

  @Test
  void anotherIssuerIsRefusedThoughTheKeyIsRight() {
    for (String issuer : List.of("https://evil.example.com", "https://as.example.com")) {
      assertRefused(token(c -> c.issuer(issuer)));
    }
    assertRefused(token(c -> c.issuer(null)));
    assertThat(world.side).as("nothing is fetched for them").isEmpty();
  }

  @Test
  void anotherAudienceIsRefused() {
    for (String audience :
        List.of(
            "https://mcp.example.com",
            RESOURCE + "/",
            "https://MCP.example.com/mcp",
            "https://api.kobana.com.br")) {
      assertRefused(token(c -> c.audience(audience)));
    }
    assertRefused(token(c -> c.audience((String) null)));
    assertRefused(token(c -> c.audience(List.of())));
  }

  @Test
  void aTokenIsOverAtItsEndWithoutGrace() {
    String token = token(c -> c.expirationTime(Date.from(START.plusSeconds(60))));
    world.pass(Duration.ofSeconds(59));
    assertThat(world.caller(token).accountUid()).isEqualTo(ACCOUNT);
    world.upstream.clear();
    world.pass(Duration.ofSeconds(1));
    assertRefused(token);
    String second = token(c -> c.expirationTime(Date.from(world.now().minusSeconds(1))));
    assertRefused(second);
    assertRefused(token(c -> c.expirationTime(null)));
  }

  @Test
  void aTokenThatBeginsLaterIsRefusedButForTheSkew() {
    assertThat(world.caller(token(c -> c.notBeforeTime(Date.from(START.plusSeconds(5))))))
        .isNotNull();
    world.upstream.clear();
    assertRefused(token(c -> c.notBeforeTime(Date.from(START.plusSeconds(6)))));
    assertRefused(token(c -> c.issueTime(Date.from(START.plusSeconds(6)))));
  }

  @Test
  void timesThatAreNoTimesAreRefused() {
    assertRefused(token(c -> c.expirationTime(null).claim("exp", "4000000000")));
    assertRefused(token(c -> c.claim("nbf", Map.of())));
  }

  @Test
  void anotherKeyOfTheSameNameSignsNothing() {
    assertRefused(
        known(signed(header(JWSAlgorithm.RS256, "one").build(), claims().build(), FOREIGN_KEY)));
  }

  @Test
  void aChangedClaimBreaksTheSignature() {
    String[] parts = token(c -> {}).split("\\.");
    String payload =
        new String(Base64.getUrlDecoder().decode(parts[1]), StandardCharsets.UTF_8)
            .replace("charge.pix read", "all write");
    String forged =
        Base64.getUrlEncoder()
            .withoutPadding()
            .encodeToString(payload.getBytes(StandardCharsets.UTF_8));
    assertRefused(known(parts[0] + "." + forged + "." + parts[2]));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"../../etc/passwd", "one' OR '1'='1", "https://evil.example.com/keys", "ONE", ""})
  void aKeyIdIsComparedAndNothingElse(String kid) {
    assertRefused(known(signed(header(JWSAlgorithm.RS256, kid).build(), claims().build(), KEY)));
    assertThat(world.side).extracting(r -> r.url().toString()).containsOnly(JWKS);
  }

  @Test
  void keysThatATokenBringsOrPointsToAreNotUsed() {
    JWSHeader own =
        new JWSHeader.Builder(JWSAlgorithm.RS256).jwk(FOREIGN_KEY.toPublicJWK()).build();
    assertRefused(known(signed(own, claims().build(), FOREIGN_KEY)));
    JWSHeader elsewhere =
        header(JWSAlgorithm.RS256, "one")
            .jwkURL(URI.create("https://evil.example.com/keys"))
            .x509CertURL(URI.create("https://evil.example.com/cert"))
            .build();
    assertRefused(known(signed(elsewhere, claims().build(), FOREIGN_KEY)));
    assertThat(world.side).extracting(r -> r.url().toString()).containsOnly(JWKS);
  }

  @Test
  void unknownCriticalHeadersAndOtherTypesAreRefused() {
    assertRefused(
        known(
            signed(
                header(JWSAlgorithm.RS256, "one")
                    .criticalParams(Set.of("exp"))
                    .customParam("exp", 1)
                    .build(),
                claims().build(),
                KEY)));
    assertRefused(
        known(
            signed(
                header(JWSAlgorithm.RS256, "one").type(new JOSEObjectType("dpop+jwt")).build(),
                claims().build(),
                KEY)));
  }

  @Test
  void anAlgorithmThatIsNotListedIsRefused() throws Exception {
    assertRefused(known(signed(header(JWSAlgorithm.RS512, "one").build(), claims().build(), KEY)));
    byte[] publicKey = KEY.toRSAPublicKey().getEncoded();
    assertRefused(
        known(
            signed(
                header(JWSAlgorithm.HS256, "one").build(),
                claims().build(),
                new MACSigner(publicKey))));
  }

  @Test
  void aSharedSecretSignsWhereItIsConfiguredAndAPublicKeyStillDoesNot() throws Exception {
    TokenWorld hmac =
        world(Map.of("mcp.auth.jwt.algorithms", "HS256,RS256", "mcp.auth.jwt.secret", SECRET));
    String good =
        signed(
            header(JWSAlgorithm.HS256, "any").build(),
            claims().build(),
            new MACSigner(Base64.getDecoder().decode(SECRET)));
    hmac.accounts.put(good, ACCOUNT);
    assertThat(hmac.caller(good).accountUid()).isEqualTo(ACCOUNT);
    String confused =
        signed(
            header(JWSAlgorithm.HS256, "one").build(),
            claims().build(),
            new MACSigner(KEY.toRSAPublicKey().getEncoded()));
    assertThat(hmac.refusal(confused).status()).isEqualTo(401);
  }

  @Test
  void garbageIsRefusedAndFetchesNothing() {
    List<String> garbage = new ArrayList<>(List.of("a", "a.b", "a.b.c", "...", "e30.e30.e30"));
    garbage.add("eyJhbGciOiJSUzI1NiJ9." + "A".repeat(7000) + ".A");
    garbage.forEach(this::assertRefused);
    assertThat(world.side).isEmpty();
  }

  @Test
  void duplicateClaimsAreRefused() {
    String twice =
        "{\"iss\":\"%s\",\"aud\":\"%s\",\"exp\":%d,\"scope\":\"read\",\"scope\":\"all write\"}"
            .formatted(ISSUER, RESOURCE, START.plusSeconds(60).getEpochSecond());
    try {
      com.nimbusds.jose.JWSObject jws =
          new com.nimbusds.jose.JWSObject(
              header(JWSAlgorithm.RS256, "one").build(), new com.nimbusds.jose.Payload(twice));
      jws.sign(new RSASSASigner(KEY));
      assertRefused(known(jws.serialize()));
    } catch (JOSEException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void anAccountThatIsNotThatOfTheCredentialServesNobody() {
    Refusal refusal = world.refusal(token(c -> c.claim("account_uid", OTHER_ACCOUNT)));
    assertThat(refusal.status()).isEqualTo(403);
    assertThat(world.caller(token(c -> c.claim("account_uid", ACCOUNT))).accountUid())
        .isEqualTo(ACCOUNT);
    assertThat(world.refusal(token(c -> c.claim("parent_uid", OTHER_ACCOUNT))).status())
        .isEqualTo(403);
  }

  @Test
  void aTokenTheApiDoesNotTakeIsInvalid() {
    String token = token(c -> {});
    world.accounts.clear();
    assertThat(world.refusal(token).status()).isEqualTo(401);
  }

  @Test
  void rotatedKeysAreFetchedOnceATokenNamesThem() {
    world.caller(token(c -> {}));
    published = List.of(NEW_KEY);
    world.pass(Duration.ofSeconds(31));
    String fresh =
        known(signed(header(JWSAlgorithm.RS256, "two").build(), claims().build(), NEW_KEY));
    assertThat(world.caller(fresh).accountUid()).isEqualTo(ACCOUNT);
    assertThat(world.side).hasSize(2);
  }

  @Test
  void inventedKeyIdsDoNotFloodTheServer() {
    for (int i = 0; i < 500; i++) {
      String invented =
          signed(header(JWSAlgorithm.RS256, "kid" + i).build(), claims().build(), NEW_KEY);
      assertThat(world.refusal(invented).status()).isEqualTo(401);
    }
    assertThat(world.side).hasSize(1);
  }

  @Test
  void keysOutliveAServerThatIsAwayForAWhileAndNotForEver() {
    world.caller(token(c -> {}));
    world.server = request -> java.util.Optional.empty();
    Instant late = START.plus(Duration.ofHours(9));
    world.pass(Duration.ofMinutes(30));
    assertThat(world.caller(token(c -> c.expirationTime(Date.from(late)).jwtID("1")))).isNotNull();
    world.pass(Duration.ofHours(2));
    Refusal away = world.refusal(token(c -> c.expirationTime(Date.from(late)).jwtID("2")));
    assertThat(away.status()).isEqualTo(503);
    assertThat(away.headers()).doesNotContainKey("www-authenticate");
  }

  @Test
  void keysThatCannotBeHadAreNeitherYesNorNo() {
    for (var answer :
        List.of(
            TokenWorld.json(500, "{}"),
            TokenWorld.json(200, "<html>"),
            TokenWorld.json(302, "{}"))) {
      world.server = request -> answer;
      assertThat(world.refusal(token(c -> {})).status()).isEqualTo(503);
      world.pass(Duration.ofSeconds(3));
    }
  }

  @Test
  void smallKeysAreNotTrusted() throws Exception {
    RSAKey small = new RSAKeyGenerator(1024, true).keyID("small").generate();
    published = List.of(small);
    RSASSASigner signer =
        new RSASSASigner(small.toRSAPrivateKey(), Set.of(AllowWeakRSAKey.getInstance()));
    assertRefused(
        known(signed(header(JWSAlgorithm.RS256, "small").build(), claims().build(), signer)));
  }
}
