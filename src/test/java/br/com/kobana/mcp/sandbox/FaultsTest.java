package br.com.kobana.mcp.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import br.com.kobana.mcp.sandbox.SandboxClient.Reply;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FaultsTest extends SandboxTest {
  private static final String BILLET =
      """
      {'amount':10,'expire_at':'2027-01-31','customer_person_name':'Ana','customer_cnpj_cpf':
      '111.444.777-35','customer_state':'SP','customer_city_name':'São Paulo','customer_zipcode':
      '01001000','customer_address':'Rua A','customer_neighborhood':'Centro'}
      """;

  @Test
  void statusReplacesTheAnswer() {
    api().faults("[{'match':'GET /v1/bank_billets','kind':'status','status':503}]");

    Reply failed = api().get("/v1/bank_billets/1");
    assertThat(failed.status()).isEqualTo(503);
    assertThat(failed.json().path("errors")).isNotEmpty();
    assertThat(api().get("/v2/me").status()).isEqualTo(200);
  }

  @Test
  void limitFaultLooksLikeTheRealRefusal() {
    api().faults("[{'match':'* /v1/bank_billets','kind':'status','status':429}]");

    Reply refused = api().get("/v1/bank_billets");
    assertThat(refused.status()).isEqualTo(429);
    assertThat(refused.header("retry-after")).isEqualTo("3600");
    assertThat(refused.header("ratelimit-reset")).isEqualTo("1796054400");
    assertThat(refused.json().at("/errors/0/code").isInt()).isTrue();
  }

  @Test
  void htmlIsAPageOfAProxy() {
    api().faults("[{'match':'GET /v1','kind':'html'}]");

    Reply page = api().get("/v1/bank_billets");
    assertThat(page.status()).isEqualTo(502);
    assertThat(page.header("content-type")).startsWith("text/html");
    assertThat(page.text()).startsWith("<html>");
  }

  @Test
  void emptyHasAStatusAndNoBody() {
    api().faults("[{'match':'GET /v1','kind':'empty','status':200}]");

    Reply empty = api().get("/v1/bank_billets");
    assertThat(empty.status()).isEqualTo(200);
    assertThat(empty.text()).isEmpty();
  }

  @Test
  void delayedAnswerIsTheTrueOne() {
    api().faults("[{'match':'GET /v1','kind':'delay','ms':300}]");

    long before = System.nanoTime();
    Reply late = api().get("/v1/bank_billets/3");
    assertThat(System.nanoTime() - before).isGreaterThanOrEqualTo(290_000_000L);
    assertThat(late.json().path("id").intValue()).isEqualTo(3);
  }

  @Test
  void resetBreaksTheConnectionBeforeTheEffect() {
    api().faults("[{'match':'POST /v1/bank_billets','kind':'reset'}]");

    assertThatThrownBy(() -> post()).isInstanceOf(IOException.class);
    assertThat(newestBillet()).isEqualTo(130);
  }

  @Test
  void dropAfterWriteBreaksTheConnectionAfterTheEffect() {
    api().faults("[{'match':'POST /v1/bank_billets','kind':'drop-after-write'}]");

    assertThatThrownBy(() -> post()).isInstanceOf(IOException.class);
    assertThat(newestBillet()).isEqualTo(131);
  }

  @Test
  void cutBreaksTheConnectionWhileTheRequestComesIn() {
    api().faults("[{'match':'POST /v1/bank_billets','kind':'cut','times':1}]");

    assertThatThrownBy(() -> post()).isInstanceOf(IOException.class);
    assertThat(newestBillet()).isEqualTo(130);
    assertThat(api().get("/sandbox/effects").json()).isEmpty();
    assertThat(api().get("/v1/bank_billets/1").status()).isEqualTo(200);
  }

  @Test
  void emptyAfterWriteHasTheEffectAndTheStatusButNoBody() throws IOException {
    api().faults("[{'match':'POST /v1/bank_billets','kind':'empty-after-write'}]");

    Reply empty = post();
    assertThat(empty.status()).isEqualTo(201);
    assertThat(empty.text()).isEmpty();
    assertThat(newestBillet()).isEqualTo(131);
  }

  @Test
  void effectsAreCountedOnceWhateverIsRepeated() throws IOException {
    api().faults("[{'match':'POST /v1/bank_billets','kind':'drop-after-write','times':1}]");
    assertThatThrownBy(() -> post("X-Idempotency-Key", "k1")).isInstanceOf(IOException.class);
    post("X-Idempotency-Key", "k1");

    assertThat(api().get("/sandbox/effects").text())
        .isEqualTo("[{\"method\":\"POST\",\"path\":\"/v1/bank_billets\",\"times\":1}]");
  }

  @Test
  void droppedWriteIsReplayedUnderItsKey() throws IOException {
    api().faults("[{'match':'POST /v1/bank_billets','kind':'drop-after-write','times':1}]");

    assertThatThrownBy(() -> post("X-Idempotency-Key", "k1")).isInstanceOf(IOException.class);
    Reply again = post("X-Idempotency-Key", "k1");

    assertThat(again.status()).isEqualTo(201);
    assertThat(again.json().path("id").intValue()).isEqualTo(131);
    assertThat(again.header("x-idempotency-replayed")).isEqualTo("true");
    assertThat(newestBillet()).isEqualTo(131);
  }

  @Test
  void ownFailureIsReplayedUnderItsKey() throws IOException {
    api().faults("[{'match':'POST /v1/bank_billets','kind':'status','status':500,'times':1}]");

    Reply failed = post("X-Idempotency-Key", "k2");
    Reply again = post("X-Idempotency-Key", "k2");

    assertThat(failed.status()).isEqualTo(500);
    assertThat(again.status()).isEqualTo(500);
    assertThat(again.text()).isEqualTo(failed.text());
    assertThat(again.header("x-idempotency-replayed")).isEqualTo("true");
    assertThat(newestBillet()).isEqualTo(130);
  }

  @Test
  void proxyFailureIsForgottenByTheKey() throws IOException {
    api().faults("[{'match':'POST /v1/bank_billets','kind':'status','status':502,'times':1}]");

    assertThat(post("X-Idempotency-Key", "k3").status()).isEqualTo(502);
    assertThat(post("X-Idempotency-Key", "k3").status()).isEqualTo(201);
  }

  @Test
  void timesCountsDown() {
    api().faults("[{'match':'GET /v1','kind':'status','status':500,'times':2}]");

    assertThat(api().get("/v1/bank_billets/1").status()).isEqualTo(500);
    assertThat(api().send("GET", "/sandbox/faults", "", "").json().at("/0/times").intValue())
        .isEqualTo(1);
    assertThat(api().get("/v1/bank_billets/1").status()).isEqualTo(500);
    assertThat(api().get("/v1/bank_billets/1").status()).isEqualTo(200);
  }

  @Test
  void firstFaultThatMeetsTheRequestIsShown() {
    api()
        .faults(
            "[{'match':'GET /v1/bank_billets/1','kind':'status','status':500,'times':1},"
                + "{'match':'* /','kind':'status','status':503}]");

    assertThat(api().get("/v1/bank_billets/1").status()).isEqualTo(500);
    assertThat(api().get("/v1/bank_billets/1").status()).isEqualTo(503);
    assertThat(api().delete("/v1/anything").status()).isEqualTo(503);
  }

  @Test
  void deleteClears() {
    api().faults("[{'match':'* /','kind':'status'}]");
    assertThat(api().send("DELETE", "/sandbox/faults", "", "").status()).isEqualTo(204);

    assertThat(api().get("/v2/me").status()).isEqualTo(200);
    assertThat(api().send("GET", "/sandbox/faults", "", "").json()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "[{'match':'GET','kind':'status'}]",
        "[{'match':'GET /v1','kind':'explode'}]",
        "[{'match':'GET /v1','kind':'status','status':99}]",
        "[{'match':'GET /v1','kind':'delay','ms':0}]",
        "nonsense"
      })
  void malformedFaultIsRefusedAndNothingReplaced(String json) {
    api().faults("[{'match':'GET /v2/me','kind':'status'}]");

    assertThat(api().faults(json).status()).isEqualTo(400);
    assertThat(api().send("GET", "/sandbox/faults", "", "").json()).hasSize(1);
  }

  private Reply post(String... headers) throws IOException {
    return api().exchange("POST", "/v1/bank_billets", "sandbox-full", BILLET, headers);
  }

  private int newestBillet() {
    return api().get("/v1/bank_billets?per_page=1").json().at("/0/id").intValue();
  }
}
