package br.com.kobana.mcp.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import br.com.kobana.mcp.sandbox.SandboxClient.Reply;
import com.fasterxml.jackson.databind.JsonNode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PixTest extends SandboxTest {
  private static final String PIX = "/v2/charge/pix";

  @Test
  void listHasItsEnvelopeAndNamesANextPageEvenAfterTheLast() {
    Reply first = api().get(PIX + "?per_page=50");
    Reply last = api().get(PIX + "?per_page=50&page=2");

    assertThat(first.json().path("status").intValue()).isEqualTo(200);
    assertThat(first.data()).hasSize(50);
    assertThat(first.json().at("/pagination/page").intValue()).isEqualTo(1);
    assertThat(first.json().at("/pagination/prev_url").isNull()).isTrue();
    assertThat(first.json().at("/pagination/next_url").asText())
        .isEqualTo("/v2/charge/pix?per_page=50&page=2");
    assertThat(last.data()).hasSize(10);
    assertThat(last.json().at("/pagination/next_url").isNull()).isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "status=opened,24",
    "status=paid,18",
    "status=overdue,12",
    "status=canceled,6",
    "tags=loja,30",
    "'tags=loja,site',50",
    "pix_account_id=1,30",
    "paid_from=2000-01-01,18",
    "expire_to=2026-11-29,12",
    "created_to=2026-10-31,31",
    "txid=none,0",
    "anything=else,50"
  })
  void filters(String query, int count) {
    assertThat(api().get(PIX + "?" + query).data()).hasSize(count);
  }

  @Test
  void payersDocumentFiltersInAnyForm() {
    String document = Documents.cpf(5);
    int masked = api().get(PIX + "?cnpj_cpf=" + document).data().size();
    assertThat(masked).isEqualTo(5);
    assertThat(api().get(PIX + "?cnpj_cpf=" + Documents.plain(document)).data()).hasSize(masked);

    Reply refused = api().get(PIX + "?cnpj_cpf=123");
    assertThat(refused.status()).isEqualTo(422);
    assertThat(refused.json().at("/errors/0/code").asText()).isEqualTo("invalid_cnpj_cpf");
  }

  @Test
  void createdChargeIsRegisteredOnlyAfterItsAnswer() {
    Reply created =
        api()
            .post(
                PIX,
                """
                {'amount':100.5,'expire_at':'2026-12-01T10:00:00-03:00','pix_account_uid':'%s',
                'payer':{'document_number':'111.444.777-35','name':'Ana','email':'a@example.com'},
                'additional_info':{'big':9007199254740993}}
                """
                    .formatted(accountUid()));

    assertThat(created.status()).isEqualTo(201);
    assertThat(created.json().path("status").intValue()).isEqualTo(201);
    assertThat(created.data().path("registration_status").asText()).isEqualTo("pending");
    assertThat(created.data().at("/qrcode/emv").isNull()).isTrue();
    assertThat(created.text()).contains("\"amount\":100.50", "\"big\":9007199254740993");

    JsonNode later = api().get(PIX + "/" + created.data().path("uid").asText()).data();
    assertThat(later.path("registration_status").asText()).isEqualTo("confirmed");
    assertThat(later.at("/qrcode/png").asText().length()).isGreaterThan(1000);
    assertThat(later.path("txid").asText()).isNotEmpty();
  }

  @Test
  void problemsAreListed() {
    Reply refused =
        api().post(PIX, "{'payer':{'document_number':'1','name':''},'pix_account_uid':'x'}");

    assertThat(refused.status()).isEqualTo(422);
    assertThat(refused.json().path("errors").findValuesAsText("param"))
        .containsExactlyInAnyOrder("amount", "expire_at", "pix_account_uid", "payer", "payer");
    assertThat(refused.json().at("/errors/0/code").asText()).isEqualTo("validation_error");
  }

  @Test
  void cancelAnswersWithACommandThenTheStateChanges() {
    String uid = uidOf("opened");
    Reply canceled = api().put(PIX + "/" + uid + "/cancel", "");

    assertThat(canceled.status()).isEqualTo(200);
    JsonNode command = canceled.data();
    assertThat(command.path("status").asText()).isEqualTo("pending");
    assertThat(command.path("operation").asText()).isEqualTo("cancel");
    assertThat(command.path("resource_type").asText()).isEqualTo("Pix");
    assertThat(command.path("resource_uid").asText()).isEqualTo(uid);
    assertThat(command.at("/pix/uid").asText()).isEqualTo(uid);
    assertThat(command.at("/pix/status").asText()).isEqualTo("opened");

    assertThat(api().get(PIX + "/" + uid).data().path("status").asText()).isEqualTo("canceled");
    Reply again = api().put(PIX + "/" + uid + "/cancel", "");
    assertThat(again.status()).isEqualTo(422);
    assertThat(again.json().at("/errors/0/code").asText()).isEqualTo("change_pix_already_canceled");
  }

  @Test
  void commandsOfAChargeAreFoundByNumberAndUid() {
    String uid = uidOf("opened");
    JsonNode command = api().put(PIX + "/" + uid + "/cancel", "").data();

    JsonNode list = api().get(PIX + "/" + uid + "/commands").data();
    assertThat(list).hasSize(1);
    assertThat(list.at("/0/status").asText()).isEqualTo("confirmed");
    for (String id : new String[] {command.path("id").asText(), command.path("uid").asText()}) {
      assertThat(api().get(PIX + "/" + uid + "/commands/" + id).data().at("/pix/status").asText())
          .isEqualTo("canceled");
    }
    assertThat(api().get(PIX + "/" + uidOf("paid") + "/commands").data()).isEmpty();
    assertThat(api().get(PIX + "/nothing/commands").status()).isEqualTo(404);
    assertThat(api().get("/v2/admin/commands?resource_uid=" + uid).data().at("/0/uid").asText())
        .isEqualTo(command.path("uid").asText());
  }

  @Test
  void updateChangesAfterItsCommand() {
    String uid = uidOf("opened");
    Reply updated = api().put(PIX + "/" + uid + "/update", "{'amount':7,'message':'novo'}");

    assertThat(updated.data().path("operation").asText()).isEqualTo("update");
    assertThat(updated.data().at("/params/message").asText()).isEqualTo("novo");
    assertThat(api().get(PIX + "/" + uid).text())
        .contains("\"amount\":7.00", "\"message\":\"novo\"");
    assertThat(api().put(PIX + "/" + uid + "/update", "{'amount':0}").status()).isEqualTo(422);
  }

  @ParameterizedTest
  @CsvSource({"paid,unprocessable_content", "canceled,change_pix_already_canceled"})
  void finishedChargesAreNotChanged(String status, String code) {
    for (String action : new String[] {"/update", "/cancel"}) {
      Reply refused = api().put(PIX + "/" + uidOf(status) + action, "{'amount':1}");
      assertThat(refused.status()).isEqualTo(422);
      assertThat(refused.json().at("/errors/0/code").asText()).isEqualTo(code);
    }
  }

  @Test
  void onlyAFinishedChargeIsDeleted() {
    Reply refused = api().delete(PIX + "/" + uidOf("opened"));
    assertThat(refused.status()).isEqualTo(422);
    assertThat(refused.json().at("/errors/0/code").asText()).isEqualTo("destroy_pix_opened");

    String canceled = uidOf("canceled");
    assertThat(api().delete(PIX + "/" + canceled).status()).isEqualTo(204);
    assertThat(api().get(PIX + "/" + canceled).status()).isEqualTo(404);
  }

  @ParameterizedTest
  @ValueSource(strings = {"1", "nothing", "..%2Fpix_accounts"})
  void v2TakesUidsOnly(String id) {
    assertThat(api().get(PIX + "/" + id).status()).isEqualTo(404);
  }

  @Test
  void pixAccountLivesFromCreationToDeletion() {
    String accounts = "/v2/charge/pix_accounts";
    String financial = api().get("/v2/financial/accounts").data().at("/0/uid").asText();
    Reply created =
        api()
            .post(
                accounts,
                "{'financial_account_uid':'"
                    + financial
                    + "','key':'k@example.com','default':true}");
    assertThat(created.status()).isEqualTo(201);
    assertThat(created.data().path("status").asText()).isEqualTo("pending");
    String one = accounts + "/" + created.data().path("uid").asText();

    assertThat(api().get(accounts).data().findValuesAsText("default"))
        .containsExactly("true", "false", "false");
    assertThat(api().put(one, "{'enabled':false}").data().path("status").asText())
        .isEqualTo("inactive");
    assertThat(api().put(one, "{'key':''}").status()).isEqualTo(422);

    Reply deleted = api().delete(one);
    assertThat(deleted.status()).isEqualTo(202);
    assertThat(deleted.json().path("status").intValue()).isEqualTo(202);
    assertThat(deleted.data().path("key").asText()).isEqualTo("k@example.com");
    Reply missing = api().get(one);
    assertThat(missing.status()).isEqualTo(404);
    assertThat(missing.json().at("/errors/0").has("code")).isFalse();
  }

  private String accountUid() {
    return api().get("/v2/charge/pix_accounts").data().at("/0/uid").asText();
  }

  private String uidOf(String status) {
    return api().get(PIX + "?status=" + status).data().at("/0/uid").asText();
  }
}
