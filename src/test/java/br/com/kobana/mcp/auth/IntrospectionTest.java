package br.com.kobana.mcp.auth;

import static br.com.kobana.mcp.auth.TokenWorld.ACCOUNT;
import static br.com.kobana.mcp.auth.TokenWorld.RESOURCE;
import static br.com.kobana.mcp.auth.TokenWorld.START;
import static org.assertj.core.api.Assertions.assertThat;

import br.com.kobana.mcp.upstream.SideCalls;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Tokens that the authorization server is asked about. */
class IntrospectionTest {
  private static final long END = START.plusSeconds(3600).getEpochSecond();
  private final TokenWorld world = world("true");

  private static TokenWorld world(String requireAudience) {
    TokenWorld world =
        new TokenWorld(
            Map.of(
                "mcp.auth.mode", "introspection",
                "mcp.auth.introspection.url", "https://as.example.com/introspect",
                "mcp.auth.introspection.client-id", "gateway:1",
                "mcp.auth.introspection.client-secret", "s/cret",
                "mcp.auth.introspection.require-audience", requireAudience),
            Map.of());
    world.accounts.put("t", ACCOUNT);
    return world;
  }

  private void says(String json) {
    world.server = request -> TokenWorld.json(200, json);
  }

  private static String active(String more) {
    return "{\"active\":true,\"scope\":\"all read\",\"exp\":" + END + more + "}";
  }

  private static final String FOR_US = ",\"aud\":\"" + RESOURCE + "\"";

  @Test
  void anActiveTokenIsTakenAndTheServerAskedAsItWants() {
    says(active(FOR_US));
    Caller caller = world.caller("t");
    assertThat(caller.accountUid()).isEqualTo(ACCOUNT);
    assertThat(caller.scopes()).containsExactlyInAnyOrder("all", "read");
    SideCalls.Request asked = world.side.get(0);
    assertThat(asked.method()).isEqualTo("POST");
    assertThat(TokenWorld.form(asked)).containsEntry("token", "t");
    String basic = asked.headers().get("authorization").substring("Basic ".length());
    assertThat(new String(Base64.getDecoder().decode(basic), StandardCharsets.UTF_8))
        .isEqualTo("gateway%3A1:s%2Fcret");
    assertThat(asked.toString()).doesNotContain("s%2Fcret", "token=");
  }

  @Test
  void onlyAPlainYesIsOne() {
    for (String no :
        List.of(
            "{\"active\":false}",
            "{}",
            "{\"active\":\"true\"}",
            "{\"active\":1}",
            active(",\"aud\":\"https://other.example.com\""),
            active(""),
            active(FOR_US + ",\"nbf\":" + END),
            "{\"active\":true,\"exp\":" + START.getEpochSecond() + FOR_US + "}")) {
      says(no);
      assertThat(world.refusal("t").status()).as(no).isEqualTo(401);
      world.pass(Duration.ofSeconds(11));
    }
    assertThat(world.upstream).isEmpty();
  }

  @Test
  void anAudienceMayBeLeftOutWhereThatIsSet() {
    TokenWorld lenient = world("false");
    lenient.server = request -> TokenWorld.json(200, active(""));
    assertThat(lenient.caller("t").accountUid()).isEqualTo(ACCOUNT);
  }

  @Test
  void aServerThatDoesNotAnswerTheGatewayIsNeitherYesNorNo() {
    for (Optional<SideCalls.Answer> answer :
        List.of(
            TokenWorld.json(401, "{\"error\":\"invalid_client\"}"),
            TokenWorld.json(503, ""),
            TokenWorld.json(200, "<html>"),
            Optional.<SideCalls.Answer>empty())) {
      world.server = request -> answer;
      assertThat(world.refusal("t").status()).isEqualTo(503);
    }
  }

  @Test
  void anAnswerIsKeptForItsTimeAndNeverPastTheEndOfTheToken() {
    says(active(FOR_US));
    world.caller("t");
    world.pass(Duration.ofSeconds(299));
    world.caller("t");
    assertThat(world.side).hasSize(1);
    says("{\"active\":false}");
    world.pass(Duration.ofSeconds(2));
    assertThat(world.refusal("t").status()).isEqualTo(401);
  }

  @Test
  void aTokenThatTheApiRefusesIsAskedAboutAgain() {
    says(active(FOR_US));
    Caller caller = world.caller("t");
    world.identity.forget(caller);
    says("{\"active\":false}");
    assertThat(world.refusal("t").status()).isEqualTo(401);
  }
}
