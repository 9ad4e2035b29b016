package br.com.kobana.mcp.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.vertx.core.MultiMap;
import io.vertx.core.buffer.Buffer;
import org.junit.jupiter.api.Test;

class CallLogTest extends SandboxTest {
  @Test
  void callsAreListedInOrderWithoutTheToken() {
    api().get("sandbox-full", "/v1/bank_billets?status=paid&page=1", "X-Trace", "t-1");
    api().post("/v1/bank_billets", "{'amount':10.50}");

    JsonNode calls = calls();
    assertThat(calls).hasSize(2);
    JsonNode first = calls.get(0);
    assertThat(first.path("method").asText()).isEqualTo("GET");
    assertThat(first.path("path").asText()).isEqualTo("/v1/bank_billets");
    assertThat(first.path("query").asText()).isEqualTo("status=paid&page=1");
    assertThat(first.at("/headers/x-trace").asText()).isEqualTo("t-1");
    assertThat(first.path("body").isNull()).isTrue();
    assertThat(calls.get(1).path("body")).hasToString("{\"amount\":10.50}");
    assertThat(calls.toString()).doesNotContainIgnoringCase("sandbox-full");
  }

  @Test
  void faultyAndRefusedCallsAreListedToo() {
    api().faults("[{'match':'GET /v1','kind':'html'}]");
    api().get("/v1/bank_billets");
    api().get("sandbox-expired", "/v2/me");

    assertThat(calls()).hasSize(2);
  }

  @Test
  void textThatIsNoJsonIsKeptAsText() {
    api().post("/v1/bank_billets", "not json");
    assertThat(calls().at("/0/body").asText()).isEqualTo("not json");
  }

  @Test
  void deleteStartsAnew() {
    api().get("/v2/me");
    assertThat(api().send("DELETE", "/sandbox/calls", "", "").status()).isEqualTo(204);
    assertThat(calls()).isEmpty();
  }

  @Test
  void theOldestGiveWay() {
    CallLog log = new CallLog();
    for (int i = 0; i <= CallLog.MOST; i++) {
      log.add(
          new Incoming("GET", "/" + i, "", MultiMap.caseInsensitiveMultiMap(), Buffer.buffer()));
    }
    JsonNode calls = log.json();
    assertThat(calls).hasSize(CallLog.MOST);
    assertThat(calls.at("/0/path").asText()).isEqualTo("/1");
  }

  private JsonNode calls() {
    return api().send("GET", "/sandbox/calls", "", "").json();
  }
}
