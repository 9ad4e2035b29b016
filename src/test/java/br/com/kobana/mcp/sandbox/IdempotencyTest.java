package br.com.kobana.mcp.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import br.com.kobana.mcp.sandbox.SandboxClient.Reply;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class IdempotencyTest extends SandboxTest {
  private static final String KEY = "X-Idempotency-Key";
  private static final String BILLET = "{'amount':10,'expire_at':'2027-01-31','customer_id':1}";

  @Test
  void sameRequestGetsTheSameAnswerAndHappensOnce() {
    Reply first = api().post("/v1/bank_billets", BILLET, KEY, "a");
    Reply again = api().post("/v1/bank_billets", BILLET, KEY, "a");

    assertThat(first.header("x-idempotency-replayed")).isEmpty();
    assertThat(again.status()).isEqualTo(201);
    assertThat(again.text()).isEqualTo(first.text());
    assertThat(again.header("x-idempotency-replayed")).isEqualTo("true");
    assertThat(newest()).isEqualTo(131);
  }

  @Test
  void orderOfFieldsDoesNotMakeAnotherRequest() {
    api().post("/v1/bank_billets", BILLET, KEY, "a");
    Reply again =
        api()
            .post(
                "/v1/bank_billets",
                "{'customer_id':1,'expire_at':'2027-01-31','amount':10}",
                KEY,
                "a");
    assertThat(again.header("x-idempotency-replayed")).isEqualTo("true");
  }

  @Test
  void otherParametersUnderTheKeyAreRefused() {
    api().post("/v1/bank_billets", BILLET, KEY, "a");
    Reply body = api().post("/v1/bank_billets", BILLET.replace("10", "11"), KEY, "a");
    Reply path = api().put("/v1/bank_billets/1/cancel", "", KEY, "a");

    assertThat(body.status()).isEqualTo(422);
    assertThat(body.json().at("/errors/0/code").asText()).isEqualTo("validation_error");
    assertThat(path.status()).isEqualTo(422);
    assertThat(newest()).isEqualTo(131);
    assertThat(api().get("/v1/bank_billets/1").json().path("status").asText()).isEqualTo("opened");
  }

  @Test
  void nothingIsKeptWhenValidationFails() {
    assertThat(api().post("/v1/bank_billets", "{'amount':10}", KEY, "a").status()).isEqualTo(422);
    assertThat(api().post("/v1/bank_billets", BILLET, KEY, "a").status()).isEqualTo(201);
  }

  @Test
  void businessRefusalIsKept() {
    assertThat(api().put("/v1/bank_billets/7/cancel", "", KEY, "a").status()).isEqualTo(422);
    Reply again = api().put("/v1/bank_billets/7/cancel", "", KEY, "a");
    assertThat(again.status()).isEqualTo(422);
    assertThat(again.header("x-idempotency-replayed")).isEqualTo("true");
  }

  @Test
  void keysOfAccountsAreApart() {
    api().put("/v1/bank_billets/1/cancel", "", KEY, "a");
    Reply other = api().send("PUT", "/v1/bank_billets/1/cancel", "sandbox-limited", "", KEY, "a");
    assertThat(other.status()).isEqualTo(204);
    assertThat(other.header("x-idempotency-replayed")).isEmpty();
  }

  @Test
  void keyIsForgottenAfterADay() {
    api().post("/v1/bank_billets", BILLET, KEY, "a");
    api().moveClock(Duration.ofHours(25));
    Reply later = api().post("/v1/bank_billets", BILLET, KEY, "a");
    assertThat(later.header("x-idempotency-replayed")).isEmpty();
    assertThat(newest()).isEqualTo(132);
  }

  @Test
  void keyOfMoreThan255CharactersIsRefused() {
    assertThat(api().post("/v1/bank_billets", BILLET, KEY, "k".repeat(255)).status())
        .isEqualTo(201);
    assertThat(api().post("/v1/bank_billets", BILLET, KEY, "k".repeat(256)).status())
        .isEqualTo(422);
  }

  private int newest() {
    return api().get("/v1/bank_billets?per_page=1").json().at("/0/id").intValue();
  }
}
