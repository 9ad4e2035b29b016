package br.com.kobana.mcp.auth;

import static br.com.kobana.mcp.auth.TokenWorld.ACCOUNT;
import static br.com.kobana.mcp.auth.TokenWorld.OTHER_ACCOUNT;
import static br.com.kobana.mcp.auth.TokenWorld.RESOURCE;
import static br.com.kobana.mcp.auth.TokenWorld.START;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import br.com.kobana.mcp.settings.Settings;
import br.com.kobana.mcp.settings.WrongSetting;
import br.com.kobana.mcp.upstream.SideCalls;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What calls to the API carry in the place of the caller's token. */
class UpstreamCredentialTest {
  private static final Map<String, String> INTROSPECTION =
      Map.of(
          "mcp.auth.mode", "introspection",
          "mcp.auth.introspection.url", "https://as.example.com/introspect",
          "mcp.auth.introspection.client-id", "gateway",
          "mcp.auth.introspection.client-secret", "secret");

  private String exchangeAnswer =
      "{\"access_token\":\"exchanged\",\"token_type\":\"Bearer\",\"expires_in\":600}";
  private int exchangeStatus = 200;

  private static TokenWorld world(Map<String, String> more, Map<String, String> environment) {
    Map<String, String> settings = new LinkedHashMap<>(INTROSPECTION);
    settings.putAll(more);
    return new TokenWorld(settings, environment);
  }

  private TokenWorld exchanging() {
    TokenWorld world =
        world(
            Map.of(
                "mcp.upstream.credential", "exchange",
                "mcp.upstream.exchange.url", "https://as.example.com/token",
                "mcp.upstream.exchange.client-id", "gateway",
                "mcp.upstream.exchange.client-secret", "secret",
                "mcp.upstream.exchange.audience", "https://api.kobana.com.br"),
            Map.of());
    world.server = this::answer;
    world.accounts.put("exchanged", ACCOUNT);
    return world;
  }

  private static TokenWorld mapping(Path file) {
    return mapping(Map.of("mcp.upstream.mapped.file", file.toString()), Map.of());
  }

  private static TokenWorld mapping(Map<String, String> more, Map<String, String> environment) {
    Map<String, String> settings = new LinkedHashMap<>(more);
    settings.put("mcp.upstream.credential", "mapped");
    TokenWorld world = world(settings, environment);
    world.server = request -> introspected(request, ACCOUNT);
    world.accounts.put("held-a", ACCOUNT);
    world.accounts.put("held-b", OTHER_ACCOUNT);
    return world;
  }

  private static Optional<SideCalls.Answer> introspected(SideCalls.Request asked, String account) {
    return TokenWorld.json(
        200,
        "{\"active\":true,\"scope\":\"all read\",\"aud\":\"%s\",\"exp\":%d,\"account_uid\":\"%s\"}"
            .formatted(RESOURCE, START.plusSeconds(7200).getEpochSecond(), account));
  }

  private Optional<SideCalls.Answer> answer(SideCalls.Request request) {
    return request.url().getPath().equals("/token")
        ? TokenWorld.json(exchangeStatus, exchangeAnswer)
        : introspected(request, ACCOUNT);
  }

  private static long exchanges(TokenWorld world) {
    return world.side.stream().filter(r -> r.url().getPath().equals("/token")).count();
  }

  private static void assertNothingUpstreamHolds(TokenWorld world, String token) {
    assertThat(world.upstream)
        .isNotEmpty()
        .noneMatch(r -> r.credential().authorization().contains(token));
  }

  @Test
  void anExchangedTokenGoesUpstreamAndTheCallersDoesNot() {
    TokenWorld world = exchanging();
    Caller caller = world.caller("callers-own");
    assertThat(caller.credential().authorization()).isEqualTo("Bearer exchanged");
    assertNothingUpstreamHolds(world, "callers-own");
    SideCalls.Request asked = world.side.get(1);
    assertThat(TokenWorld.form(asked))
        .containsEntry("grant_type", "urn:ietf:params:oauth:grant-type:token-exchange")
        .containsEntry("subject_token", "callers-own")
        .containsEntry("subject_token_type", "urn:ietf:params:oauth:token-type:access_token")
        .containsEntry("audience", "https://api.kobana.com.br")
        .doesNotContainKey("scope");
  }

  @Test
  void anExchangeIsKeptUntilItEndsThoughTheVerdictIsNot() {
    TokenWorld world = exchanging();
    world.caller("t");
    world.pass(Duration.ofSeconds(301));
    world.caller("t");
    assertThat(exchanges(world)).isEqualTo(1);
    world.pass(Duration.ofSeconds(290));
    world.caller("t");
    assertThat(exchanges(world)).isEqualTo(2);
  }

  @Test
  void anExchangeThatTheApiRefusesIsMadeAnew() {
    TokenWorld world = exchanging();
    Caller caller = world.caller("t");
    world.identity.forget(caller);
    world.caller("t");
    assertThat(exchanges(world)).isEqualTo(2);
  }

  @Test
  void aTokenThatIsNotExchangedIsInvalidAndAServerThatIsAwaySaysNothing() {
    TokenWorld world = exchanging();
    exchangeStatus = 400;
    exchangeAnswer = "{\"error\":\"invalid_grant\"}";
    assertThat(world.refusal("t").status()).isEqualTo(401);
    world.pass(Duration.ofSeconds(11));
    for (int status : List.of(401, 500)) {
      exchangeStatus = status;
      assertThat(world.refusal("t").status()).isEqualTo(503);
    }
    exchangeStatus = 400;
    exchangeAnswer = "{\"error\":\"invalid_client\"}";
    assertThat(world.refusal("t").status()).isEqualTo(503);
    assertThat(world.upstream).isEmpty();
  }

  @Test
  void anExchangeThatGivesTheSameTokenBackIsNone() {
    TokenWorld world = exchanging();
    exchangeAnswer = "{\"access_token\":\"t\",\"token_type\":\"Bearer\",\"expires_in\":600}";
    assertThat(world.refusal("t").status()).isEqualTo(503);
    assertThat(world.upstream).isEmpty();
  }

  @Test
  void theCredentialHeldForAnAccountGoesUpstream(@TempDir Path directory) throws IOException {
    Path properties = Files.writeString(directory.resolve("a.properties"), ACCOUNT + "=held-a\n");
    Path json = Files.writeString(directory.resolve("a.json"), "{\"" + ACCOUNT + "\":\"held-a\"}");
    for (Path file : List.of(properties, json)) {
      TokenWorld world = mapping(file);
      assertThat(world.caller("callers-own").credential().authorization())
          .isEqualTo("Bearer held-a");
      assertNothingUpstreamHolds(world, "callers-own");
    }
  }

  @Test
  void aVariableHoldsTheCredentialOfAUidAndOfNothingElse() {
    Map<String, String> settings = Map.of("mcp.upstream.mapped.environment", "KOBANA_TOKEN_");
    String variable =
        "KOBANA_TOKEN_" + ACCOUNT.toUpperCase(java.util.Locale.ROOT).replace('-', '_');
    assertThat(
            mapping(settings, Map.of(variable, "held-a")).caller("t").credential().authorization())
        .isEqualTo("Bearer held-a");
    TokenWorld other = mapping(settings, Map.of("KOBANA_TOKEN_A_B", "held-a"));
    for (String account : List.of("a-b", "a_b", "A_B")) {
      other.server = request -> introspected(request, account);
      assertThat(other.refusal("t-" + account.hashCode()).status()).isEqualTo(403);
    }
  }

  @Test
  void anAccountWithoutACredentialIsNotServedAndNothingGoesUpstream(@TempDir Path directory)
      throws IOException {
    TokenWorld world =
        mapping(Files.writeString(directory.resolve("a.properties"), OTHER_ACCOUNT + "=held-b\n"));
    assertThat(world.refusal("t").status()).isEqualTo(403);
    assertThat(world.upstream).isEmpty();
  }

  @Test
  void aCredentialOfAnotherAccountServesNobody(@TempDir Path directory) throws IOException {
    TokenWorld world =
        mapping(Files.writeString(directory.resolve("a.properties"), ACCOUNT + "=held-b\n"));
    assertThat(world.refusal("t").status()).isEqualTo(403);
  }

  @Test
  void aChangedFileCountsAtOnceAndAWrongOneNotAtAll(@TempDir Path directory) throws IOException {
    Path file = Files.writeString(directory.resolve("a.properties"), ACCOUNT + "=held-a\n");
    TokenWorld world = mapping(file);
    world.caller("t");
    Files.writeString(file, ACCOUNT + "=not a token\n");
    assertThatThrownBy(world.identity::reload)
        .isInstanceOf(WrongSetting.class)
        .hasMessageNotContaining("not a token");
    assertThat(world.caller("t").credential().authorization()).isEqualTo("Bearer held-a");
    world.accounts.put("held-a2", ACCOUNT);
    Files.writeString(file, ACCOUNT + "=held-a2\n");
    world.identity.reload();
    assertThat(world.caller("t").credential().authorization()).isEqualTo("Bearer held-a2");
    Files.writeString(file, "");
    world.identity.reload();
    assertThat(world.refusal("t").status()).isEqualTo(403);
  }

  @Test
  void modesThatCannotGoTogetherStopTheStart() {
    assertThatThrownBy(
            () ->
                Settings.with(
                    Map.of("kobana.api-url", "sandbox", "mcp.upstream.credential", "exchange")))
        .isInstanceOf(WrongSetting.class)
        .hasMessageContaining("mcp.upstream.credential");
    for (String missing : INTROSPECTION.keySet()) {
      if (!missing.equals("mcp.auth.mode")) {
        Map<String, String> settings = new LinkedHashMap<>(INTROSPECTION);
        settings.remove(missing);
        settings.put("kobana.api-url", "sandbox");
        assertThatThrownBy(() -> Settings.with(settings))
            .isInstanceOf(WrongSetting.class)
            .hasMessageContaining(missing);
      }
    }
  }

  @Test
  void aSharedSecretIsAtLeastAsLongAsItsHash() {
    Map<String, String> settings =
        new LinkedHashMap<>(
            Map.of(
                "kobana.api-url", "sandbox",
                "mcp.auth.mode", "jwt",
                "mcp.auth.jwt.issuer", "kobana",
                "mcp.auth.jwt.algorithms", "HS512",
                "mcp.auth.jwt.secret", "QUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUE="));
    assertThatThrownBy(() -> Settings.with(settings))
        .isInstanceOf(WrongSetting.class)
        .hasMessageContaining("mcp.auth.jwt.secret")
        .hasMessageContaining("64 bytes")
        .hasMessageNotContaining("QUFB");
    settings.put("mcp.auth.jwt.algorithms", "HS256");
    assertThat(Settings.with(settings).auth().tokens().jwt().orElseThrow().secret()).isPresent();
    settings.put("mcp.auth.jwt.secret", "");
    assertThatThrownBy(() -> Settings.with(settings)).hasMessageContaining("mcp.auth.jwt.secret");
    settings.put("mcp.auth.jwt.algorithms", "none");
    assertThatThrownBy(() -> Settings.with(settings))
        .hasMessageContaining("mcp.auth.jwt.algorithms");
  }

  @Test
  void secretsGoToNoServerInClear() {
    Map<String, String> settings = new LinkedHashMap<>(INTROSPECTION);
    settings.put("kobana.api-url", "sandbox");
    settings.put("mcp.auth.introspection.url", "http://as.example.com/introspect");
    assertThatThrownBy(() -> Settings.with(settings))
        .isInstanceOf(WrongSetting.class)
        .hasMessageContaining("https");
    settings.put("mcp.auth.introspection.url", "http://localhost:9000/introspect");
    assertThat(Settings.with(settings).toString()).doesNotContain("=secret").contains("masked");
  }
}
