package br.com.kobana.mcp.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import br.com.kobana.mcp.sandbox.SandboxClient.Reply;
import com.fasterxml.jackson.databind.JsonNode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class IdentityTest extends SandboxTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          sandbox-full    | 0a | ["all","read","write"]
          sandbox-read    | 0a | ["all","read"]
          sandbox-charge  | 0a | ["charge.bank_billets","charge.pix","read","write"]
          sandbox-panel   | 0a | ["all","read","write"]
          sandbox-login   | 0a | ["login"]
          sandbox-limited | 0b | ["all","read","write"]
          sandbox-bench   | 0c | ["all","read","write"]
          """)
  void meTellsAccountAndScopes(String token, String account, String scopes) {
    Reply me = api().get(token, "/v2/me");

    assertThat(me.status()).isEqualTo(200);
    assertThat(me.json().path("status").intValue()).isEqualTo(200);
    assertThat(me.data().at("/account/uid").asText())
        .isEqualTo("01900000-0000-7000-8000-0000000000" + account);
    assertThat(me.data().at("/account/parent_uid").isNull()).isTrue();
    assertThat(me.data().at("/access_token/scopes")).hasToString(scopes);
    assertThat(me.data().at("/access_token/version").intValue()).isEqualTo(2);
  }

  @Test
  void limitsOfTheAccountAreAnnounced() {
    assertThat(limits("sandbox-full")).hasToString("{}");
    assertThat(limits("sandbox-limited"))
        .hasToString("{\"rate_limits_mcp_read_hour\":5,\"rate_limits_post_hour\":3}");
    assertThat(limits("sandbox-bench"))
        .hasToString(
            "{\"rate_limits_mcp_read_hour\":100000000,\"rate_limits_post_hour\":100000000}");
  }

  @Test
  void onlyThePanelTokenHasAUser() {
    assertThat(api().get("/v2/me").data().path("user").isNull()).isTrue();
    JsonNode user = api().get("sandbox-panel", "/v2/me").data().path("user");
    assertThat(user.path("permissions")).hasToString("[\"charge.*\",\"crm.customers.*\"]");
    assertThat(user.path("uid").asText()).isNotEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"sandbox-expired", "sandbox-fullx", "x", ""})
  void anythingElseIsUnauthorized(String token) {
    for (String uri : new String[] {"/v2/me", "/v1/bank_billets"}) {
      Reply refused = api().get(token, uri);
      assertThat(refused.status()).isEqualTo(401);
      assertThat(refused.json().at("/errors/0/code").asText()).isEqualTo("unauthorized");
    }
  }

  @Test
  void schemeIsReadInAnyCase() {
    Reply me = api().send("GET", "/v2/me", "", "", "Authorization", "bEaReR sandbox-full");
    assertThat(me.status()).isEqualTo(200);
  }

  @Test
  void subaccountIsActedOnWithTheParentsToken() {
    Reply me = api().get("sandbox-read", "/v2/me", "X-Account-Uid", SandboxClient.A1);

    assertThat(me.data().at("/account/uid").asText()).isEqualTo(SandboxClient.A1);
    assertThat(me.data().at("/account/parent_uid").asText())
        .isEqualTo("01900000-0000-7000-8000-00000000000a");
    assertThat(me.data().at("/access_token/scopes")).hasToString("[\"all\",\"read\"]");
    assertThat(
            api().get("sandbox-full", "/v1/bank_billets", "X-Account-Uid", SandboxClient.A1).json())
        .hasSize(3);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "01900000-0000-7000-8000-00000000000b",
        "01900000-0000-7000-8000-0000000000ff",
        "not-a-uid"
      })
  void otherAccountsAreRefused(String uid) {
    Reply refused = api().get("sandbox-full", "/v2/me", "X-Account-Uid", uid);
    assertThat(refused.status()).isEqualTo(403);
    assertThat(refused.json().at("/errors/0/code").asText()).isEqualTo("forbidden");
  }

  @Test
  void subaccountOfAnotherParentIsRefused() {
    assertThat(api().get("sandbox-limited", "/v2/me", "X-Account-Uid", SandboxClient.A1).status())
        .isEqualTo(403);
  }

  @Test
  void ownUidIsAccepted() {
    assertThat(
            api()
                .get(
                    "sandbox-full",
                    "/v2/me",
                    "X-Account-Uid",
                    "01900000-0000-7000-8000-00000000000a")
                .status())
        .isEqualTo(200);
  }

  @Test
  void levelScopeIsAskedForFirst() {
    Reply read = api().get("sandbox-login", "/v1/bank_billets");
    assertThat(read.status()).isEqualTo(403);
    assertThat(read.json().at("/errors/0/title").asText()).contains("\"read write\"");

    Reply write = api().send("POST", "/v1/bank_billets", "sandbox-read", "{}");
    assertThat(write.status()).isEqualTo(403);
    assertThat(write.json().at("/errors/0/title").asText()).contains("\"write\"");
  }

  @Test
  void accountsDoNotShowEachOthersRecords() {
    assertThat(api().get("sandbox-limited", "/v1/bank_billets").json()).hasSize(10);
    assertThat(api().get("sandbox-bench", "/v1/bank_billets").json()).hasSize(10);
    assertThat(api().get("sandbox-limited", "/v1/bank_billets/11").status()).isEqualTo(404);
    String uidOfA = api().get("/v1/bank_billets/1").json().path("uid").asText();
    assertThat(api().get("sandbox-limited", "/v1/bank_billets/" + uidOfA).status()).isEqualTo(404);
  }

  private JsonNode limits(String token) {
    return api().get(token, "/v2/me").data().at("/account/rate_limits");
  }
}
