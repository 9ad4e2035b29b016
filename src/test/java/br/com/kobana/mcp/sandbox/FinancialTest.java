package br.com.kobana.mcp.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import br.com.kobana.mcp.sandbox.SandboxClient.Reply;
import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FinancialTest extends SandboxTest {
  private static final String ACCOUNTS = "/v2/financial/accounts";
  private static final String ACCOUNT = ACCOUNTS + "/01900000-001e-7000-800a-000000000001";
  private static final String STATEMENT = ACCOUNT + "/statement_transactions";

  @Test
  void accountIsFoundByUidOrExternalId() {
    assertThat(api().get(ACCOUNTS).data()).hasSize(3);
    JsonNode byUid = api().get(ACCOUNT).data();
    assertThat(api().get(ACCOUNTS + "/conta-1?field=external_id").data()).isEqualTo(byUid);
    assertThat(api().get(ACCOUNTS + "/conta-1").status()).isEqualTo(404);
    assertThat(byUid.path("service_accounts")).hasSize(3);
  }

  @Test
  void accountIsCreatedAndUpdated() {
    Reply created =
        api()
            .post(
                ACCOUNTS,
                """
                {'account_number':'123','account_digit':'0','agency_number':'1','custom_name':'N',
                'financial_provider_slug':'bb','person_info':{'name':'X','document_number':
                '11.222.333/0001-81'},'tags':['t']}
                """);
    assertThat(created.status()).isEqualTo(201);
    String one = ACCOUNTS + "/" + created.data().path("uid").asText();

    Reply updated = api().put(one, "{'custom_name':'M','person_info':{'name':'Y'}}");
    assertThat(updated.status()).isEqualTo(200);
    assertThat(updated.data().path("custom_name").asText()).isEqualTo("M");
    assertThat(updated.data().at("/person_info/document_number").asText())
        .isEqualTo("11.222.333/0001-81");
    assertThat(api().put(one, "{'person_info':{'document_number':'1'}}").status()).isEqualTo(422);
    assertThat(api().post(ACCOUNTS, "{}").json().path("errors")).hasSize(5);
  }

  @Test
  void deletionTakesWhatBelongsToTheAccount() {
    Reply deleted = api().delete(ACCOUNT);

    assertThat(deleted.status()).isEqualTo(202);
    assertThat(deleted.json().path("message").asText()).isNotEmpty();
    assertThat(deleted.json().has("data")).isFalse();
    assertThat(api().get(ACCOUNT).status()).isEqualTo(404);
    assertThat(api().get(STATEMENT).status()).isEqualTo(404);
    assertThat(api().get("/v2/payment/pix").data()).isEmpty();
    assertThat(api().get(ACCOUNTS).data()).hasSize(2);
  }

  @Test
  void balancesShowTheirAccount() {
    Reply created = api().post(ACCOUNT + "/balances", "{'amount':-12.5,'external_id':'b-1'}");
    assertThat(created.status()).isEqualTo(201);
    assertThat(created.text()).contains("\"amount\":-12.50");

    Reply list = api().get(ACCOUNT + "/balances");
    assertThat(list.data()).hasSize(4);
    assertThat(list.data().at("/0/financial_account/uid").asText()).endsWith("000000000001");
    assertThat(list.data().at("/0/financial_account").has("balance")).isFalse();
    String uid = created.data().path("uid").asText();
    assertThat(api().get(ACCOUNT + "/balances/" + uid).status()).isEqualTo(200);
    assertThat(api().get(ACCOUNT + "/balances/b-1?field=external_id").data().path("uid").asText())
        .isEqualTo(uid);
    String other = ACCOUNT.substring(0, ACCOUNT.length() - 1) + "2";
    assertThat(api().get(other + "/balances/" + uid).status()).isEqualTo(404);
    assertThat(api().post(ACCOUNT + "/balances", "{}").status()).isEqualTo(422);
  }

  @Test
  void statementTakesPagesOfFiveHundred() {
    assertThat(api().get(STATEMENT).data()).hasSize(50);
    Reply all = api().get(STATEMENT + "?per_page=1000");
    assertThat(all.data()).hasSize(200);
    assertThat(all.json().at("/pagination/next_url").isNull()).isTrue();
    assertThat(all.data().at("/0/occurrence_date").asText()).isEqualTo("2026-11-30");
  }

  @ParameterizedTest
  @CsvSource({
    "kind=debit,101",
    "kind=credit,99",
    "category=105,34",
    "'category=105,999',34",
    "category=999,0",
    "q=manutencao,34",
    "q=pix,66",
    "amount_to=0,101",
    "amount_from=0,99",
    "occurrence_date_from=2026-11-26,3",
    "occurrence_date_to=2000-01-01,0",
    "updated_since=2026-11-29T00:00:00-03:00,1",
    "amount_abs_from=100000,0"
  })
  void statementFilters(String query, int count) {
    assertThat(api().get(STATEMENT + "?per_page=500&" + query).data()).hasSize(count);
  }

  @Test
  void amountsOfEitherSignFilterByTheirSize() {
    for (JsonNode row : api().get(STATEMENT + "?per_page=500&amount_abs_to=50.00").data()) {
      assertThat(row.path("amount").decimalValue().abs())
          .isLessThanOrEqualTo(new java.math.BigDecimal("50.00"));
    }
  }

  @Test
  void keysetWalksOnceOverEverything() {
    List<Long> ids = new ArrayList<>();
    String cursor = "";
    int pages = 0;
    do {
      Reply page =
          api()
              .get(
                  STATEMENT
                      + "?pagination=keyset&per_page=70"
                      + (cursor.isEmpty() ? "" : "&cursor=" + cursor));
      page.data().forEach(row -> ids.add(row.path("id").longValue()));
      assertThat(page.json().path("pagination").has("next_url")).isFalse();
      cursor = page.json().at("/pagination/next_cursor").asText("");
      pages++;
    } while (!cursor.isEmpty() && !cursor.equals("null") && pages < 10);

    assertThat(pages).isEqualTo(3);
    assertThat(ids).hasSize(200).doesNotHaveDuplicates();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "pagination=keyset&cursor=!!",
        "occurrence_date_from=x",
        "amount_from=x",
        "page=x"
      })
  void malformedStatementQueryIsRefused(String query) {
    Reply refused = api().get(STATEMENT + "?" + query);
    assertThat(refused.status()).isEqualTo(400);
    assertThat(refused.json().at("/errors/0/code").asText()).isEqualTo("invalid_get_param");
  }

  @Test
  void fieldsWinOverTheCompactView() {
    assertThat(api().get(STATEMENT + "?per_page=1&view=compact").data().get(0)).hasSize(6);
    assertThat(
            api().get(STATEMENT + "?per_page=1&view=compact&fields=amount,%20kind").data().get(0))
        .hasSize(2);
    Reply refused = api().get(STATEMENT + "?fields=amount,secret");
    assertThat(refused.status()).isEqualTo(422);
    assertThat(refused.json().at("/errors/0/param").asText()).isEqualTo("fields");
  }

  @Test
  void strictWindowIsOfHalfAYear() {
    Reply strict = api().get(STATEMENT + "?per_page=500&date_window=strict");
    assertThat(strict.data()).hasSize(91);
    assertThat(strict.json().at("/filters/occurrence_date_from").asText()).isEqualTo("2026-06-03");
    assertThat(strict.header("deprecation")).isEmpty();

    Reply tooLong =
        api()
            .get(
                STATEMENT
                    + "?date_window=strict&occurrence_date_from=2026-01-01&occurrence_date_to=2026-11-30");
    assertThat(tooLong.status()).isEqualTo(422);
  }

  @Test
  void answersThatTheStrictWindowWouldChangeSaySo() {
    Reply all = api().get(STATEMENT);
    assertThat(all.header("deprecation")).isEqualTo("true");
    assertThat(all.header("sunset")).isEqualTo("Fri, 05 Feb 2027 00:00:00 GMT");
    assertThat(api().get(STATEMENT + "?occurrence_date_from=2026-11-01").header("deprecation"))
        .isEmpty();
  }

  @Test
  void summaryAddsUpToTheStatement() {
    Reply summary = api().get(STATEMENT + "/summary?group_by=month,kind&kind=credit");

    int count = 0;
    for (JsonNode group : summary.data()) {
      assertThat(group.path("kind").asText()).isEqualTo("credit");
      assertThat(group.path("net_total")).isEqualTo(group.path("credit_total"));
      count += group.path("count").intValue();
    }
    assertThat(count).isEqualTo(99);
    assertThat(summary.json().at("/filters/group_by")).hasSize(2);
    assertThat(summary.json().at("/meta").has("current_balance")).isTrue();
    assertThat(api().get(STATEMENT + "/summary?group_by=year").status()).isEqualTo(422);
    assertThat(
            api()
                .get(
                    STATEMENT
                        + "/summary?occurrence_date_from=2020-01-01&occurrence_date_to=2026-01-01")
                .status())
        .isEqualTo(422);
  }

  @Test
  void syncIssuesACommandAMonth() {
    Reply started =
        api().post(STATEMENT + "/sync", "{'start_at':'2026-09-15','end_at':'2026-11-30'}");

    assertThat(started.status()).isEqualTo(201);
    assertThat(started.data().path("operation").asText()).isEqualTo("statement_sync");
    assertThat(started.json().at("/sync/commands_count").intValue()).isEqualTo(3);
    assertThat(started.json().at("/sync/status").asText()).isEqualTo("pending");

    JsonNode sync =
        api().get(STATEMENT + "/syncs/" + started.json().at("/sync/uid").asText()).data();
    assertThat(sync.path("status").asText()).isEqualTo("done");
    assertThat(sync.path("commands")).hasSize(3);
    assertThat(api().get(STATEMENT + "/syncs?status=done").data()).hasSize(2);
    assertThat(api().get(STATEMENT + "/syncs?status=failed").data()).isEmpty();
    assertThat(api().get(ACCOUNT + "/commands").data()).hasSize(4);
    assertThat(
            api()
                .post(STATEMENT + "/sync", "{'start_at':'2026-12-01','end_at':'2026-11-01'}")
                .status())
        .isEqualTo(422);
  }

  @Test
  void importsAreRead() {
    JsonNode one = api().get(STATEMENT + "/imports").data().get(0);
    assertThat(api().get(STATEMENT + "/imports/" + one.path("uid").asText()).data()).isEqualTo(one);
    assertThat(api().get(STATEMENT + "/imports?status=pending").data()).isEmpty();
  }

  @Test
  void categoriesAndProvidersDoNotPage() {
    for (String uri :
        new String[] {"/v2/financial/statement_categories", "/v2/financial/providers"}) {
      Reply list = api().get(uri);
      assertThat(list.data()).isNotEmpty();
      assertThat(list.json().has("pagination")).isFalse();
    }
  }
}
