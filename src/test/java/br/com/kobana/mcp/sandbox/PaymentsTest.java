package br.com.kobana.mcp.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import br.com.kobana.mcp.sandbox.SandboxClient.Reply;
import com.fasterxml.jackson.databind.JsonNode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PaymentsTest extends SandboxTest {
  private static final String PIX = "/v2/payment/pix";
  private static final String BATCHES = "/v2/payment/batches";
  private static final String CODE = "8".repeat(44);
  private static final String ACCOUNT = "01900000-001e-7000-800a-000000000001";

  @Test
  void onlyPixPaymentsAreListed() {
    Reply list = api().get(PIX);
    assertThat(list.data()).hasSize(12);
    list.data().forEach(row -> assertThat(row.path("kind").asText()).isEqualTo("pix"));
    assertThat(list.json().at("/pagination/next_url").isNull()).isTrue();
  }

  @Test
  void createdPaymentWaitsForABatch() {
    Reply created = create("'amount':100.4,'external_id':'e-1','identifier':'I'");

    assertThat(created.status()).isEqualTo(201);
    assertThat(created.json().path("status").intValue()).isEqualTo(201);
    assertThat(created.data().path("status").asText()).isEqualTo("pending");
    assertThat(created.data().path("batch_uid").isNull()).isTrue();
    assertThat(created.data().at("/pix/qrcode").asText()).isEqualTo("QR");
    assertThat(created.text()).contains("\"amount\":100.40");
    assertThat(api().get(PIX + "/" + created.data().path("uid").asText()).data())
        .isEqualTo(created.data());
  }

  @ParameterizedTest
  @CsvSource({
    "'amount':0, amount",
    "'amount':1.999, amount",
    "'scheduled_to':'soon', scheduled_to",
    "'external_id':'pagamento-1', external_id"
  })
  void problemsOfAPaymentAreNamed(String fields, String param) {
    Reply refused = create(fields.replace('"', '\''));
    assertThat(refused.status()).isEqualTo(422);
    assertThat(refused.json().at("/errors/0/param").asText()).isEqualTo(param);
  }

  @Test
  void paymentNeedsItsAccountAndQrCode() {
    Reply refused = api().post(PIX, "{'amount':1}");
    assertThat(refused.json().path("errors").findValuesAsText("param"))
        .containsExactlyInAnyOrder("qrcode", "financial_account_uid");
    assertThat(api().post(PIX, "{'qrcode':'Q','financial_account_uid':'x'}").status())
        .isEqualTo(422);
  }

  @Test
  void cancelAnswersWithACommandThenThePaymentIsCanceled() {
    String uid = create("'amount':1").data().path("uid").asText();
    Reply canceled = api().put(PIX + "/" + uid + "/cancel", "");

    assertThat(canceled.status()).isEqualTo(200);
    assertThat(canceled.data().path("resource_type").asText()).isEqualTo("Payment");
    assertThat(canceled.data().at("/payment/uid").asText()).isEqualTo(uid);
    assertThat(canceled.json().path("message").asText()).isNotEmpty();
    assertThat(api().get(PIX + "/" + uid).data().path("status").asText()).isEqualTo("canceled");
    assertThat(api().put(PIX + "/" + uid + "/cancel", "").status()).isEqualTo(422);
  }

  @Test
  void batchTakesNewAndWaitingPayments() {
    String waiting = create("'amount':1").data().path("uid").asText();
    Reply created =
        api()
            .post(
                "/v2/payment/pix_batches",
                "{'financial_account_uid':'%s','payments':[{'uid':'%s'},{'qrcode':'Q','amount':2}]}"
                    .formatted(ACCOUNT, waiting));

    assertThat(created.status()).isEqualTo(201);
    assertThat(created.data().path("status").asText()).isEqualTo("pending");
    assertThat(created.data().path("payments")).hasSize(2);
    String uid = created.data().path("uid").asText();
    created
        .data()
        .path("payments")
        .forEach(one -> assertThat(one.path("batch_uid").asText()).isEqualTo(uid));
    assertThat(api().get(BATCHES + "/" + uid).data().path("status").asText())
        .isEqualTo("awaiting_approval");
    assertThat(
            api()
                .post(
                    "/v2/payment/pix_batches",
                    "{'financial_account_uid':'%s','payments':[{'uid':'%s'}]}"
                        .formatted(ACCOUNT, waiting))
                .status())
        .isEqualTo(422);
  }

  @ParameterizedTest
  @ValueSource(strings = {"bank_billet", "tax", "utility"})
  void everyKindHasItsBatch(String kind) {
    Reply created =
        api()
            .post(
                "/v2/payment/" + kind + "_batches",
                "{'financial_account_uid':'%s','payments':[{'kind':'iptu','code':'%s','amount':2}]}"
                    .formatted(ACCOUNT, CODE));
    assertThat(created.status()).isEqualTo(201);
    assertThat(created.data().at("/payments/0/kind").asText()).isEqualTo(kind);
    assertThat(created.data().at("/payments/0/" + kind + "/code").asText()).isEqualTo(CODE);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'payments':[]}",
        "{'payments':'x'}",
        "{'payments':[1]}",
        "{'payments':[{'amount':1}]}",
        "{'payments':[{'uid':'x'}]}",
        "{'payments':[{'qrcode':'q','external_id':'a'},{'qrcode':'q','external_id':'a'}]}",
        "{}"
      })
  void badBatchIsRefusedAndNothingRecorded(String body) {
    String withAccount =
        body.length() > 2
            ? "{'financial_account_uid':'" + ACCOUNT + "'," + body.substring(1)
            : body;
    assertThat(api().post("/v2/payment/pix_batches", withAccount).status()).isEqualTo(422);
    assertThat(api().get(BATCHES).data()).hasSize(5);
    assertThat(api().get(PIX).data()).hasSize(12);
  }

  @Test
  void approvalConfirmsThePaymentsOnce() {
    String uid = batchIn("awaiting_approval");
    Reply approved = api().put(BATCHES + "/" + uid + "/approve", "");

    assertThat(approved.status()).isEqualTo(200);
    assertThat(approved.data().path("operation").asText()).isEqualTo("approve");
    assertThat(approved.data().at("/payment_batch/status").asText()).isEqualTo("awaiting_approval");
    JsonNode batch = api().get(BATCHES + "/" + uid).data();
    assertThat(batch.path("status").asText()).isEqualTo("approved");
    batch
        .path("payments")
        .forEach(one -> assertThat(one.path("status").asText()).isEqualTo("confirmed"));
    assertThat(api().put(BATCHES + "/" + uid + "/approve", "").status()).isEqualTo(422);
    assertThat(api().put(BATCHES + "/" + uid + "/cancel", "").status()).isEqualTo(422);
  }

  @Test
  void canceledPaymentIsNotPaidWithItsBatch() {
    String uid = newBatch();
    String payment = api().get(BATCHES + "/" + uid).data().at("/payments/0/uid").asText();
    api().put(PIX + "/" + payment + "/cancel", "");
    api().put(BATCHES + "/" + uid + "/approve", "");

    assertThat(api().get(PIX + "/" + payment).data().path("status").asText()).isEqualTo("canceled");
  }

  @ParameterizedTest
  @CsvSource({"reprove,reproved,rejected", "cancel,canceled,canceled"})
  void otherDecisionsStopThePayments(String action, String batchStatus, String paymentStatus) {
    String uid = newBatch();
    assertThat(api().put(BATCHES + "/" + uid + "/" + action, "").status()).isEqualTo(200);

    JsonNode batch = api().get(BATCHES + "/" + uid).data();
    assertThat(batch.path("status").asText()).isEqualTo(batchStatus);
    assertThat(batch.at("/payments/0/status").asText()).isEqualTo(paymentStatus);
    assertThat(api().put(BATCHES + "/" + uid + "/approve", "").status()).isEqualTo(422);
  }

  private Reply create(String fields) {
    return api()
        .post(PIX, "{'qrcode':'QR','financial_account_uid':'" + ACCOUNT + "'," + fields + "}");
  }

  private String newBatch() {
    return api()
        .post(
            "/v2/payment/pix_batches",
            "{'financial_account_uid':'" + ACCOUNT + "','payments':[{'qrcode':'Q','amount':2}]}")
        .data()
        .path("uid")
        .asText();
  }

  private String batchIn(String status) {
    for (JsonNode batch : api().get(BATCHES).data()) {
      if (batch.path("status").asText().equals(status)) {
        return batch.path("uid").asText();
      }
    }
    throw new AssertionError("no batch " + status);
  }
}
