package br.com.kobana.mcp.auth;

import static br.com.kobana.mcp.auth.TokenWorld.ACCOUNT;
import static br.com.kobana.mcp.auth.TokenWorld.OTHER_ACCOUNT;
import static br.com.kobana.mcp.auth.TokenWorld.response;
import static org.assertj.core.api.Assertions.assertThat;

import br.com.kobana.mcp.protocol.Refusal;
import br.com.kobana.mcp.upstream.UpstreamResponse;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Sub-accounts acted on with their own token. */
class SubAccountTokensTest {
  private static final String SUB = "01900000-0000-7000-8000-0000000000a1";
  private static final String PATH = "/v2/admin/subaccounts/" + SUB;
  private final TokenWorld world =
      new TokenWorld(Map.of("mcp.sub-account.mode", "token"), Map.of());

  private static UpstreamResponse record(String uid, String parent, String token) {
    return response(
        200,
        "{\"data\":{\"uid\":\"%s\",\"parent_uid\":\"%s\",\"api_access_token\":%s}}"
            .formatted(uid, parent, token));
  }

  @BeforeEach
  void accounts() {
    world.accounts.put("t", ACCOUNT);
    world.accounts.put("of-sub", SUB);
    world.records.put(PATH, record(SUB, ACCOUNT, "\"of-sub\""));
  }

  private int status() {
    return TokenWorld.refusal(world.asked("t", SUB)).status();
  }

  @Test
  void itsOwnTokenIsUsedAndTheScopesStayThoseOfTheCaller() {
    world.scopes.put("t", "[\"charge.pix\",\"read\"]");
    Caller caller = world.asked("t", SUB).join();
    assertThat(caller.accountUid()).isEqualTo(SUB);
    assertThat(caller.upstreamAccount()).isEmpty();
    assertThat(caller.credential().authorization()).isEqualTo("Bearer of-sub");
    assertThat(caller.scopes()).containsExactlyInAnyOrder("charge.pix", "read");
    assertThat(new Access(true, List.of("charge.pix")).allows(caller)).isFalse();
    assertThat(new Access(false, List.of("crm.customers")).allows(caller)).isFalse();
    assertThat(caller.readsPerHour()).hasValue(77);
  }

  @Test
  void itIsFetchedWithTheCallersRightAndKept() {
    world.asked("t", SUB).join();
    assertThat(world.upstream)
        .filteredOn(r -> r.path().equals(PATH))
        .extracting(r -> r.credential().authorization())
        .containsExactly("Bearer t");
    int calls = world.upstream.size();
    world.pass(Duration.ofSeconds(299));
    world.asked("t", SUB).join();
    assertThat(world.upstream).hasSize(calls);
    world.pass(Duration.ofSeconds(2));
    world.asked("t", SUB).join();
    assertThat(world.upstream).hasSizeGreaterThan(calls);
  }

  @Test
  void whateverCannotBeReachedLooksMissing() {
    List<UpstreamResponse> all =
        List.of(
            response(404, "{}"),
            response(403, "{}"),
            record(SUB, OTHER_ACCOUNT, "\"of-sub\""),
            record(OTHER_ACCOUNT, ACCOUNT, "\"of-sub\""),
            record(SUB, ACCOUNT, "null"),
            record(SUB, ACCOUNT, "\"t\""),
            record(SUB, ACCOUNT, "\"unknown\""));
    for (UpstreamResponse one : all) {
      world.records.put(PATH, one);
      Refusal refusal = TokenWorld.refusal(world.asked("t", SUB));
      assertThat(refusal.status()).isEqualTo(403);
      assertThat(refusal.headers()).isEmpty();
      world.pass(Duration.ofSeconds(11));
    }
  }

  @Test
  void anAnswerThatSaysNothingIsNeitherYesNorNo() {
    for (UpstreamResponse odd :
        List.of(response(500, "{}"), response(429, "{}"), response(200, "<html>"))) {
      world.records.put(PATH, odd);
      assertThat(status()).isEqualTo(503);
    }
  }

  @Test
  void aCallersTokenThatIsRefusedMeanwhileIsInvalid() {
    world.asked("t").join();
    world.records.put(PATH, response(401, "{}"));
    world.accounts.remove("t");
    assertThat(status()).isEqualTo(401);
    assertThat(world.refusal("t").status()).isEqualTo(401);
  }

  @Test
  void aTokenOfAnotherAccountDoesNotFindWhatThisOneOpened() {
    world.asked("t", SUB).join();
    world.accounts.put("other", OTHER_ACCOUNT);
    assertThat(TokenWorld.refusal(world.asked("other", SUB)).status()).isEqualTo(403);
  }
}
