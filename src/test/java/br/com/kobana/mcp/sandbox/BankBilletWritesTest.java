package br.com.kobana.mcp.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import br.com.kobana.mcp.sandbox.SandboxClient.Reply;
import com.fasterxml.jackson.databind.JsonNode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BankBilletWritesTest extends SandboxTest {
  private static final String OPENED = "/v1/bank_billets/1";
  private static final String PAID = "/v1/bank_billets/7";

  @Test
  void createdBilletIsBareAndKept() {
    Reply created =
        api()
            .post(
                "/v1/bank_billets",
                """
                {'amount':150,'expire_at':'2027-01-31','customer_person_name':'Ana',
                'customer_cnpj_cpf':'111.444.777-35','customer_state':'SP',
                'customer_city_name':'São Paulo','customer_zipcode':'01001000',
                'customer_address':'Rua A','customer_neighborhood':'Centro',
                'tags':['a','b'],'custom_data':{'n':12345678901234567890.123},'id':1,
                'status':'paid','unknown':true}
                """);

    assertThat(created.status()).isEqualTo(201);
    assertThat(created.json().path("id").intValue()).isEqualTo(131);
    assertThat(created.json().path("status").asText()).isEqualTo("generating");
    Reply read = api().get("/v1/bank_billets/131");
    assertThat(read.text())
        .contains("\"amount\":150.00", "\"n\":12345678901234567890.123", "\"tag_list\":\"a,b\"")
        .contains("\"customer_person_name\":\"Ana\"", "\"customer_cnpj_cpf\":\"111.444.777-35\"")
        .doesNotContain("unknown");
    assertThat(read.json().path("status").asText()).isEqualTo("opened");
    assertThat(read.json().path("created_at").asText()).isEqualTo("2026-11-30T12:00:00-03:00");
    assertThat(api().get("/v1/bank_billets?per_page=1").json().at("/0/id").intValue())
        .isEqualTo(131);
  }

  @Test
  void missingFieldsAreNamedInAMap() {
    Reply refused = api().post("/v1/bank_billets", "{'amount':-1,'expire_at':'soon'}");

    assertThat(refused.status()).isEqualTo(422);
    JsonNode errors = refused.json().path("errors");
    assertThat(errors.path("amount").get(0).asText()).isEqualTo("deve ser maior que 0");
    assertThat(errors.path("expire_at")).hasSize(1);
    assertThat(errors.path("customer_person_name").get(0).asText())
        .isEqualTo("não pode ficar em branco");
    assertThat(errors.has("customer_email")).isFalse();
  }

  @Test
  void customerOfTheAccountFillsThePayer() {
    Reply created =
        api().post("/v1/bank_billets", "{'amount':1.5,'expire_at':'2027-01-31','customer_id':3}");

    assertThat(created.status()).isEqualTo(201);
    assertThat(created.json().path("customer_person_name").asText()).isEqualTo(People.name(3));
    assertThat(
            api()
                .post("/v1/bank_billets", "{'amount':1,'expire_at':'2027-01-31','customer_id':99}")
                .status())
        .isEqualTo(422);
  }

  @ParameterizedTest
  @ValueSource(strings = {"[]", "1", "{'a':", "{'a':1,'a':2}"})
  void bodyThatIsNoObjectIsRefused(String body) {
    assertThat(api().post("/v1/bank_billets", body).status()).isEqualTo(400);
  }

  @Test
  void updateChangesAndAnswersNothing() {
    Reply updated = api().put(OPENED, "{'amount':99.9,'notes':'x','status':'paid'}");

    assertThat(updated.status()).isEqualTo(204);
    assertThat(updated.text()).isEmpty();
    assertThat(api().get(OPENED).text())
        .contains("\"amount\":99.90", "\"notes\":\"x\"", "\"status\":\"opened\"");
    assertThat(api().put(PAID, "{'notes':'x'}").status()).isEqualTo(422);
  }

  @Test
  void cancelEndsTheBillet() {
    assertThat(api().put(OPENED + "/cancel", "").status()).isEqualTo(204);
    assertThat(api().get(OPENED).json().path("status").asText()).isEqualTo("canceled");
    assertThat(api().get("/v1/bank_billets?status=canceled").json()).hasSize(11);
  }

  @Test
  void paidBilletIsNotCanceled() {
    Reply refused = api().put(PAID + "/cancel", "{}");

    assertThat(refused.status()).isEqualTo(422);
    assertThat(refused.json().at("/errors/0/title").asText()).endsWith("paid");
    assertThat(refused.json().at("/errors/0/code").asText()).isEqualTo("unprocessable_content");
    assertThat(api().get(PAID).json().path("status").asText()).isEqualTo("paid");
  }

  @Test
  void payMarksOnceAndOnlyOnce() {
    String payment = "{'paid_amount':57.35,'paid_at':'2026-11-30'}";

    assertThat(api().put(OPENED + "/pay", "{}").status()).isEqualTo(422);
    assertThat(api().put(OPENED + "/pay", payment).status()).isEqualTo(204);
    assertThat(api().put(OPENED + "/pay", payment).status()).isEqualTo(422);
    JsonNode paid = api().get(OPENED).json();
    assertThat(paid.path("status").asText()).isEqualTo("paid");
    assertThat(paid.path("paid_amount")).hasToString("57.35");
    assertThat(paid.path("payments")).hasSize(1);
  }

  @Test
  void duplicateIsANewBillet() {
    Reply copy = api().post(OPENED + "/duplicate", "{'expire_at_in_days':10,'cancel':true}");

    assertThat(copy.status()).isEqualTo(201);
    assertThat(copy.json().path("id").intValue()).isEqualTo(131);
    assertThat(copy.json().path("expire_at").asText()).isEqualTo("2026-12-10");
    assertThat(copy.json().path("amount")).isEqualTo(api().get(OPENED).json().path("amount"));
    assertThat(api().get(OPENED).json().path("status").asText()).isEqualTo("canceled");
  }

  @Test
  void protestTakesTwoTypes() {
    assertThat(api().put(OPENED + "/protest/send", "").status()).isEqualTo(204);
    assertThat(api().put(OPENED + "/protest/other", "").status()).isEqualTo(422);
    assertThat(api().get(OPENED).json().path("sue_history")).hasSize(1);
  }

  @Test
  void cancelAllWantsACriterion() {
    Reply refused = api().post("/v1/bank_billets/cancel_all", "{'bank_billet_ids':[]}");

    assertThat(refused.status()).isEqualTo(422);
    assertThat(api().get("/v1/bank_billets?status=canceled").json()).hasSize(10);
  }

  @Test
  void cancelAllMeetsEveryCriterion() {
    Reply done =
        api()
            .post("/v1/bank_billets/cancel_all", "{'status':'opened','bank_billet_ids':[1,2,3,4]}");

    assertThat(done.status()).isEqualTo(200);
    assertThat(done.json().path("message").asText()).isNotEmpty();
    assertThat(api().get("/v1/bank_billets/1").json().path("status").asText())
        .isEqualTo("canceled");
    assertThat(api().get("/v1/bank_billets/2").json().path("status").asText()).isEqualTo("overdue");
    assertThat(api().get("/v1/bank_billets?status=canceled").json()).hasSize(12);
  }

  @Test
  void emailAndSmsWantTheirForm() {
    Reply sent =
        api().post(OPENED + "/send_email", "{'form':{'email_account_id':1,'to':'a@example.com'}}");
    assertThat(sent.status()).isEqualTo(200);
    assertThat(sent.json().path("message").asText()).contains("a@example.com");

    Reply bare = api().post(OPENED + "/send_email", "{'email_account_id':1}");
    assertThat(bare.status()).isEqualTo(400);
    assertThat(bare.json().path("errors").get(0).isTextual()).isTrue();
    assertThat(bare.json().path("message").asText()).isNotEmpty();

    assertThat(api().post(OPENED + "/send_sms", "{'form':{'sms_notification_id':1}}").status())
        .isEqualTo(200);
    assertThat(api().post(OPENED + "/send_sms", "{'form':{}}").status()).isEqualTo(400);
  }

  @Test
  void batchLivesFromCreationToDeletion() {
    Reply created =
        api().post("/v1/bank_billet_batches", "{'name':'Mensal','bank_billet_ids':'1, 2'}");
    assertThat(created.status()).isEqualTo(201);
    String batch = "/v1/bank_billet_batches/" + created.json().path("id").asText();

    assertThat(api().put(batch + "/add_bank_billets", "{'bank_billet_ids':'9'}").status())
        .isEqualTo(204);
    assertThat(
            api()
                .send(
                    "DELETE", batch + "/remove_bank_billet", "sandbox-full", "{'bank_billet_id':1}")
                .status())
        .isEqualTo(204);
    assertThat(api().get(batch + "/").json().path("bank_billet_ids")).hasToString("[2,9]");
    assertThat(api().delete(batch + "/").status()).isEqualTo(204);
    assertThat(api().get(batch).status()).isEqualTo(404);
    assertThat(api().get("/v1/bank_billet_batches").json()).hasSize(2);
  }

  @Test
  void batchRefusesWhatDoesNotExist() {
    assertThat(api().post("/v1/bank_billet_batches", "{}").json().at("/errors/name")).hasSize(1);
    Reply refused =
        api().put("/v1/bank_billet_batches/1/add_bank_billets", "{'bank_billet_ids':'999'}");
    assertThat(refused.status()).isEqualTo(422);
    assertThat(refused.json().at("/errors/bank_billet_batch_associations")).hasSize(1);
  }

  @Test
  void exportIsAnnouncedThenRedirects() {
    Reply export = api().post("/v1/bank_billet_batches/1/pdf", "");

    assertThat(export.status()).isEqualTo(201);
    assertThat(export.json().path("status").asText()).isEqualTo("enqueued");
    Reply file = api().get("/v1/bank_billet_batch_exports/" + export.json().path("id").asText());
    assertThat(file.status()).isEqualTo(302);
    assertThat(file.header("location")).endsWith(".pdf");
    assertThat(api().get("/v1/bank_billet_batch_exports/99").status()).isEqualTo(404);
  }
}
