package br.com.kobana.mcp.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import br.com.kobana.mcp.sandbox.SandboxClient.Reply;
import com.fasterxml.jackson.databind.JsonNode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** State that changes and refusals that the API documents, in the resources around the core. */
class RestOfTheApiTest extends SandboxTest {
  private static final String ACCOUNT = "01900000-001e-7000-800a-000000000001";

  @Test
  void carteiraIsAskedForThenValidated() {
    String carteira = "/v1/bank_billet_accounts/2";
    assertThat(api().put(carteira + "/validate", "{'homologation_amount':'1,87'}").status())
        .isEqualTo(422);
    assertThat(api().get(carteira + "/ask").json().path("status").asText()).isEqualTo("validating");
    assertThat(api().put(carteira + "/validate", "{'homologation_amount':'1,87'}").status())
        .isEqualTo(204);
    assertThat(api().get(carteira).json().path("status").asText()).isEqualTo("active");
    assertThat(api().get(carteira + "/ask").status()).isEqualTo(422);
  }

  @Test
  void carteiraDeletedWithItsAccountTakesTheAccountAlong() {
    Reply gone = api().delete("/v1/bank_billet_accounts/1?delete_financial_account=true");
    assertThat(gone.status()).isEqualTo(202);
    assertThat(api().get("/v2/financial/accounts/" + ACCOUNT).status()).isEqualTo(404);
    assertThat(api().get("/v2/payment/accounts?financial_account_uid=" + ACCOUNT).data()).isEmpty();
  }

  @Test
  void nextChargeIssuesABoletoAndMovesTheDate() {
    JsonNode before = api().get("/v1/customer_subscriptions/1").json();
    JsonNode after = api().post("/v1/customer_subscriptions/1/next_charge", "{}").json();
    assertThat(after.path("next_billing").asText())
        .isGreaterThan(before.path("next_billing").asText());
    String billet = after.at("/bank_billet_ids/0").asText();
    JsonNode issued = api().get("/v1/bank_billets/" + billet).json();
    assertThat(issued.path("expire_at")).isEqualTo(before.path("next_billing"));
    assertThat(issued.path("amount")).isEqualTo(before.path("amount"));
  }

  @Test
  void deletedReceiptLeavesItsBoletoOpen() {
    JsonNode receipt = api().get("/v1/bank_billet_payments").json().get(0);
    String billet = "/v1/bank_billets/" + receipt.path("bank_billet_id").asText();
    assertThat(api().get(billet).json().path("status").asText()).isEqualTo("paid");
    assertThat(api().delete("/v2/charge/payments/" + receipt.path("uid").asText()).status())
        .isEqualTo(204);
    assertThat(api().get(billet).json().path("status").asText()).isEqualTo("opened");
    Reply again = api().delete("/v1/bank_billet_payments/" + receipt.path("id").asText());
    assertThat(again.status()).isEqualTo(404);
    assertThat(again.json().has("errors")).isFalse();
  }

  @Test
  void instructionWaitsUntilAFileTakesIt() {
    int pending = api().get("/v1/bank_billet_remittances/pending").json().size();
    assertThat(api().post("/v1/bank_billet_remittances/7/occurrence/1002", "{}").status())
        .isEqualTo(200);
    assertThat(api().post("/v1/bank_billet_remittances/7/occurrence/9", "{}").status())
        .isEqualTo(422);
    assertThat(api().get("/v1/bank_billet_remittances/pending?bank_billet_id=7").json()).hasSize(1);
    Reply file = api().post("/v1/remittances", "{}");
    assertThat(file.status()).isEqualTo(201);
    assertThat(file.json().path("bank_billet_remittances")).hasSize(pending + 1);
    assertThat(api().get("/v1/bank_billet_remittances/pending").json()).isEmpty();
    assertThat(api().post("/v1/remittances", "{}").status()).isEqualTo(404);
  }

  @Test
  void eventsSpanSixtyDaysAtMost() {
    assertThat(api().get("/v1/events").json()).isNotEmpty();
    Reply tooLong = api().get("/v1/events?occurred_at_from=2026-01-01&occurred_at_to=2026-06-01");
    assertThat(tooLong.status()).isEqualTo(400);
    assertThat(tooLong.json().path("error").asText()).contains("60 dias");
  }

  @Test
  void transfersWaitForTheirBatchAndFollowIt() {
    String body =
        "{'amount':10.5,'financial_account_uid':'%s','type':'key','key_type':'email','key':'a@b.c',"
            + "'beneficiary':{'name':'N','document_number':'529.982.247-25'}}";
    Reply created = api().post("/v2/transfer/pix", body.formatted(ACCOUNT));
    assertThat(created.status()).isEqualTo(201);
    assertThat(created.data().has("batch_uid")).isFalse();
    String uid = created.data().path("uid").asText();
    String members = "{'financial_account_uid':'%s','transfers':[{'uid':'%s'}]}";
    Reply batch = api().post("/v2/transfer/pix_batches", members.formatted(ACCOUNT, uid));
    assertThat(batch.status()).isEqualTo(201);
    assertThat(api().post("/v2/transfer/pix_batches", members.formatted(ACCOUNT, uid)).status())
        .isEqualTo(422);
    String path = "/v2/transfer/batches/" + batch.data().path("uid").asText();
    Reply command = api().put(path + "/approve", "{}");
    assertThat(command.data().path("status").asText()).isEqualTo("pending");
    assertThat(api().get("/v2/transfers/" + uid).data().path("status").asText())
        .isEqualTo("confirmed");
    assertThat(api().put(path + "/approve", "{}").status()).isEqualTo(422);
    assertThat(api().put("/v2/transfers/" + uid + "/cancel", "{}").status()).isEqualTo(422);
  }

  @ParameterizedTest
  @CsvSource({"approve", "reschedule"})
  void noBankDoesThisForInternalTransfers(String action) {
    String uid = api().get("/v2/transfer/internal").data().at("/0/uid").asText();
    Reply refused =
        api().put("/v2/transfer/internal/" + uid + "/" + action, "{'date':'2099-01-01'}");
    assertThat(refused.status()).isEqualTo(422);
  }

  @Test
  void paymentNamesAServiceAccountOfItsOwnAccount() {
    String other =
        api()
            .get("/v2/payment/accounts?financial_account_uid=01900000-001e-7000-800a-000000000002")
            .data()
            .at("/0/uid")
            .asText();
    Reply refused =
        api()
            .post(
                "/v2/payments",
                "{'kind':'pix','pix':{'qrcode':'Q'},'financial_account_uid':'%s',"
                        .formatted(ACCOUNT)
                    + "'payment_account_uid':'"
                    + other
                    + "'}");
    assertThat(refused.status()).isEqualTo(422);
    assertThat(refused.json().at("/errors/0/param").asText()).isEqualTo("payment_account_uid");
  }

  @Test
  void codesOfOtherLengthsAreNoBoletos() {
    Reply refused =
        api()
            .post(
                "/v2/payment/bank_billets",
                "{'amount':1,'code':'123','financial_account_uid':'%s'}".formatted(ACCOUNT));
    assertThat(refused.status()).isEqualTo(422);
    assertThat(refused.json().at("/errors/0/param").asText()).isEqualTo("payable.code");
  }

  @Test
  void ddaIsEnabledOnlyOnceApprovedAndRested() {
    String pending = "/v2/payment/dda_accounts/" + dda("pending");
    String approved = "/v2/payment/dda_accounts/" + dda("approved");
    assertThat(api().put(pending + "/enable", "{}").status()).isEqualTo(422);
    assertThat(api().put(approved + "/disable", "{}").json().path("outcome").asText())
        .isEqualTo("performed");
    assertThat(api().put(approved + "/enable", "{}").status()).isEqualTo(422);
    assertThat(api().put(approved, "{'phone_number':'1'}").status()).isEqualTo(422);
  }

  private String dda(String status) {
    for (JsonNode account : api().get("/v2/payment/dda_accounts").data()) {
      if (account.path("status").asText().equals(status)) {
        return account.path("uid").asText();
      }
    }
    throw new AssertionError(status);
  }

  @Test
  void activeChannelIsNotDeleted() {
    String entry = api().get("/v2/mailbox/entries").data().at("/0/uid").asText();
    String channel = "/v2/mailbox/entries/" + entry + "/email";
    assertThat(api().get(channel).status()).isEqualTo(404);
    assertThat(api().post(channel, "{'inbox_emails':[{'address':'a@example.com'}]}").status())
        .isEqualTo(201);
    assertThat(api().put(channel + "/activate", "{}").status()).isEqualTo(202);
    Reply kept = api().delete(channel);
    assertThat(kept.status()).isEqualTo(422);
    assertThat(kept.json().at("/errors/0/code").asText()).isEqualTo("channel_is_active");
    assertThat(api().put(channel + "/deactivate", "{}").status()).isEqualTo(202);
    assertThat(api().delete(channel).status()).isEqualTo(204);
  }

  @ParameterizedTest
  @CsvSource({
    "/v1/discharges", "/v1/remittances", "/v1/webhook_deliveries", "/v1/email_deliveries",
    "/v1/events", "/v1/installments", "/v1/customer_subscriptions", "/v1/reports/bank_billets",
    "/v1/bank_billet_payments", "/v1/bank_billet_accounts", "/v1/imports/customers"
  })
  void unknownParametersAreRefusedInV1(String path) {
    assertThat(api().get(path + "?colour=blue").status()).isEqualTo(400);
  }

  @Test
  void qrCodeThatIsNoneIsRefusedWithABareText() {
    Reply refused = api().post("/v2/data/pix_qrcode_queries", "{'qrcode':'x'}");
    assertThat(refused.status()).isEqualTo(422);
    assertThat(refused.json().at("/errors/0").isTextual()).isTrue();
  }

  @Test
  void recurrenceKeepsItsAccount() {
    String used = api().get("/v2/charge/automatic_pix/accounts").data().at("/1/uid").asText();
    String free = api().get("/v2/charge/automatic_pix/accounts").data().at("/0/uid").asText();
    assertThat(api().delete("/v2/charge/automatic_pix/accounts/" + used).status()).isEqualTo(422);
    Reply gone = api().delete("/v2/charge/automatic_pix/accounts/" + free);
    assertThat(gone.status()).isEqualTo(200);
    assertThat(gone.json().has("data")).isFalse();
  }
}
