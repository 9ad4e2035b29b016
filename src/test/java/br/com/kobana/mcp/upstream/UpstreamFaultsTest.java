package br.com.kobana.mcp.upstream;

import static br.com.kobana.mcp.testing.RawConnection.post;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import br.com.kobana.mcp.jsonrpc.Json;
import br.com.kobana.mcp.jsonrpc.MalformedJson;
import br.com.kobana.mcp.testing.McpClient;
import br.com.kobana.mcp.testing.McpClient.Answer;
import br.com.kobana.mcp.testing.RawConnection;
import br.com.kobana.mcp.testing.RunningGateway;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An API that fails in every way, in both modes of threading and over both transports. */
class UpstreamFaultsTest {

  @Nested
  class OnTheLoop extends Faults {
    OnTheLoop() {
      super("loop", "kobana");
    }
  }

  @Nested
  class OnWorkersWithCamelHttp extends Faults {
    OnWorkersWithCamelHttp() {
      super("worker", "camel-http");
    }
  }

  @TestInstance(TestInstance.Lifecycle.PER_CLASS)
  abstract static class Faults {
    private static final String GET = "banking_charge_bank_billet_get";
    private static final String CANCEL = "banking_charge_bank_billet_cancel";
    private static final String KEY = "/result/_meta/br.com.kobana~1idempotencyKey";
    private static final String TEXT = "/result/content/0/text";
    private final String threading;
    private final String transport;
    private RunningGateway gateway;

    Faults(String threading, String transport) {
      this.threading = threading;
      this.transport = transport;
    }

    @BeforeAll
    void start() {
      gateway =
          RunningGateway.start(
              Map.of(
                  // Each test is about single calls: no failure of one counts in another.
                  "kobana.resilience.breaker-minimum-calls", "10000",
                  "mcp.threading", threading,
                  "kobana.transport", transport,
                  "kobana.response-timeout-ms", "1000",
                  "kobana.max-answer-bytes", "16384",
                  "mcp.request-timeout-ms", "1500",
                  "mcp.rate-limit.address-per-minute", "20",
                  "mcp.auth.negative-cache-s", "0"));
    }

    @AfterAll
    void stop() {
      gateway.close();
    }

    @BeforeEach
    void reset() {
      await().untilAsserted(() -> assertThat(inflight()).isZero());
      gateway.resetSandbox();
      gateway.resetCounters();
    }

    @ParameterizedTest
    @ValueSource(strings = {"status", "html", "reset", "empty", "drop-after-write"})
    void aReadThatFailsSaysSoAndIsNoProtocolError(String kind) {
      verified();
      fault("GET /v1/bank_billets", kind, 0);
      Answer answer = call(GET, "1");
      assertThat(answer.status()).isEqualTo(200);
      assertThat(answer.json().at("/result/isError").booleanValue()).isTrue();
      assertThat(answer.json().at(TEXT).textValue()).isNotBlank();
    }

    @ParameterizedTest
    @ValueSource(strings = {"reset", "drop-after-write"})
    void aWriteWithoutAnAnswerIsRepeatedUnderItsKeyThenUnknown(String kind) {
      verified();
      fault("PUT /v1/bank_billets", kind, 0);
      Answer answer = call(CANCEL, "60");
      assertUnknown(answer);
      assertThat(keys("PUT")).hasSize(3).containsOnly(answer.json().at(KEY).textValue());
    }

    @Test
    void aWriteWhoseFirstAnswerWasLostIsToldByTheAnswerThatTheApiStored() {
      verified();
      faults("{\"match\":\"PUT /v1/bank_billets\",\"kind\":\"drop-after-write\",\"times\":1}");
      Answer answer = call(CANCEL, "60");
      assertThat(answer.json().at("/result/isError").booleanValue()).isFalse();
      assertThat(answer.json().at("/result/structuredContent/data/status").textValue())
          .isEqualTo("canceled");
      assertThat(keys("PUT")).hasSize(2).containsOnly(answer.json().at(KEY).textValue());
    }

    @ParameterizedTest
    @ValueSource(strings = {"reset", "drop-after-write", "status"})
    void aDeleteHasNoKeyAndIsNeverRepeated(String kind) {
      verified();
      JsonNode listed =
          client().call("tools/call", params("banking_charge_pix_list", "\"limit\":1")).json();
      String uid = listed.at("/result/structuredContent/data/0/uid").asText("none");
      fault("DELETE /v2/charge/pix", kind, 0);
      Answer answer =
          client()
              .call("tools/call", params("banking_charge_pix_delete", "\"uid\":\"" + uid + "\""));
      assertThat(answer.json().at(TEXT).textValue()).startsWith("Outcome unknown");
      assertThat(calls("DELETE")).isEqualTo(1);
    }

    @Test
    void aWriteThatTakesTooLongIsUnknownWithItsKeyAndIsSentOnce() {
      verified();
      fault("PUT /v1/bank_billets", "delay", 1300);
      assertUnknown(call(CANCEL, "60"));
      assertThat(calls("PUT")).isEqualTo(1);
    }

    @Test
    void timeSpentOnTheTokenLeavesTheWriteLessAndNotTheClientWithout() {
      forgotten();
      faults(one("GET /v2/me", "delay", 900), one("PUT /v1/bank_billets", "delay", 900));
      assertUnknown(call(CANCEL, "60"));
      assertThat(calls("PUT")).isEqualTo(1);
    }

    private void assertUnknown(Answer answer) {
      assertThat(answer.status()).isEqualTo(200);
      assertThat(answer.json().at("/result/isError").booleanValue()).isTrue();
      assertThat(answer.json().at(TEXT).textValue()).containsIgnoringCase("unknown");
      String key = answer.json().at(KEY).textValue();
      assertThat(key).isNotBlank();
      assertThat(gateway.sandbox("GET", "/sandbox/calls", "")).contains(key);
    }

    @Test
    void anAnswerThatIsTooLargeIsNotKept() {
      verified();
      Answer answer =
          client().call("tools/call", params("banking_charge_bank_billet_list", "\"limit\":50"));
      assertThat(answer.json().at(TEXT).textValue()).contains("larger than the gateway takes");
    }

    @ParameterizedTest
    @ValueSource(strings = {"status", "html", "reset", "empty"})
    void aTokenThatCannotBeCheckedIsA503(String kind) {
      forgotten();
      fault("GET /v2/me", kind, 0);
      Answer answer = client().call("ping", "");
      assertThat(answer.status()).isEqualTo(503);
      assertThat(answer.headers().firstValue("retry-after")).contains("2");
      assertThat(answer.json().toString()).doesNotContain("sandbox-full");
      gateway.sandbox("DELETE", "/sandbox/faults", "");
      assertThat(client().call("ping", "").status()).isEqualTo(200);
    }

    @Test
    void requestsThatWaitForOneTokenMakeOneCall() {
      forgotten();
      fault("GET /v2/me", "delay", 300);
      gateway.sandbox("DELETE", "/sandbox/calls", "");
      List<CompletableFuture<Answer>> answers = new ArrayList<>();
      for (int i = 0; i < 50; i++) {
        answers.add(client().callAsync("ping", ""));
      }
      assertThat(answers).allMatch(a -> a.join().status() == 200);
      assertThat(calls("GET")).isEqualTo(1);
    }

    @Test
    void manyBadTokensAtOnceAreNotAllAskedAbout() {
      fault("GET /v2/me", "delay", 300);
      List<CompletableFuture<Answer>> answers = new ArrayList<>();
      long began = System.nanoTime();
      for (int i = 0; i < 200; i++) {
        answers.add(new McpClient(gateway.url(), "bad" + i).callAsync("ping", ""));
      }
      assertThat(answers).noneMatch(a -> a.join().status() == 200);
      // A budget of 20, of which 20 come back in each second that it took.
      long seconds = Duration.ofNanos(System.nanoTime() - began).toSeconds() + 1;
      assertThat(calls("GET")).isLessThanOrEqualTo(20 + 20 * seconds).isLessThan(200);
    }

    @Test
    void whoHangsUpBeforeAWriteWasSentInTheStatelessEraSendsNone() throws IOException {
      forgotten();
      fault("GET /v2/me", "delay", 300);
      hangUpDuringIdentity(
          "\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","
              + "\"io.modelcontextprotocol/clientCapabilities\":{}}",
          "MCP-Protocol-Version: 2026-07-28",
          "Mcp-Method: tools/call",
          "Mcp-Name: " + CANCEL);
      assertThat(calls("PUT")).isZero();
    }

    @Test
    void whoHangsUpInTheHandshakeEraHasNotCancelled() throws IOException {
      forgotten();
      fault("GET /v2/me", "delay", 300);
      hangUpDuringIdentity("\"x\":1", "MCP-Protocol-Version: 2025-11-25");
      assertThat(calls("PUT")).isEqualTo(1);
    }

    private void hangUpDuringIdentity(String more, String... headers) throws IOException {
      String body =
          "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":"
              + params(CANCEL, "\"id\":\"61\"").replaceFirst("}$", "," + more + "}")
              + "}";
      List<String> lines = new ArrayList<>(List.of(headers));
      lines.add("Authorization: Bearer sandbox-full");
      try (RawConnection connection = new RawConnection(gateway.port())) {
        connection.send(post(body, lines.toArray(String[]::new)));
        await().until(() -> calls("GET") == 1);
      }
      await().until(() -> gateway.parts().inFlight() == 0 && inflight() == 0);
    }

    private int inflight() {
      return gateway.parts().camel().getInflightRepository().size();
    }

    /** Makes the gateway know the token, so that the next call needs no other. */
    private void verified() {
      assertThat(client().call("ping", "").status()).isEqualTo(200);
      gateway.sandbox("DELETE", "/sandbox/calls", "");
    }

    /** Makes the gateway ask about the token again: the API has refused it. */
    private void forgotten() {
      faults("{\"match\":\"GET /v1\",\"kind\":\"status\",\"status\":401}");
      call(GET, "1");
      gateway.sandbox("DELETE", "/sandbox/faults", "");
      gateway.sandbox("DELETE", "/sandbox/calls", "");
    }

    private McpClient client() {
      return new McpClient(gateway.url(), "sandbox-full");
    }

    private Answer call(String tool, String id) {
      return client().call("tools/call", params(tool, "\"id\":\"" + id + "\""));
    }

    private static String params(String tool, String arguments) {
      return "{\"name\":\"" + tool + "\",\"arguments\":{" + arguments + "}}";
    }

    private void fault(String match, String kind, int millis) {
      faults(one(match, kind, millis));
    }

    private void faults(String... faults) {
      gateway.sandbox("PUT", "/sandbox/faults", "[" + String.join(",", faults) + "]");
    }

    private static String one(String match, String kind, int millis) {
      return "{\"match\":\"%s\",\"kind\":\"%s\"%s}"
          .formatted(match, kind, millis > 0 ? ",\"ms\":" + millis : "");
    }

    private long calls(String method) {
      return keys(method).size();
    }

    /** The idempotency key of each call received; empty where it had none. */
    private List<String> keys(String method) {
      try {
        JsonNode all = Json.parse(gateway.sandbox("GET", "/sandbox/calls", ""));
        List<String> keys = new ArrayList<>();
        for (JsonNode call : all) {
          if (call.path("method").asText().equals(method)) {
            keys.add(call.at("/headers/x-idempotency-key").asText());
          }
        }
        return keys;
      } catch (MalformedJson e) {
        throw new IllegalStateException(e);
      }
    }
  }
}
