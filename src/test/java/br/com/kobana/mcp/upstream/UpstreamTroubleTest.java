package br.com.kobana.mcp.upstream;

import static br.com.kobana.mcp.testing.RawConnection.post;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import br.com.kobana.mcp.jsonrpc.Json;
import br.com.kobana.mcp.jsonrpc.MalformedJson;
import br.com.kobana.mcp.testing.LoggedLines;
import br.com.kobana.mcp.testing.McpClient;
import br.com.kobana.mcp.testing.McpClient.Answer;
import br.com.kobana.mcp.testing.RawConnection;
import br.com.kobana.mcp.testing.RunningGateway;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import javax.management.JMException;
import javax.management.ObjectName;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Trouble in one area of the API as a client meets it, over both transports. */
class UpstreamTroubleTest {

  @Nested
  class OnTheLoop extends Trouble {
    OnTheLoop() {
      super("loop", "kobana");
    }
  }

  @Nested
  class OnWorkersWithCamelHttp extends Trouble {
    OnWorkersWithCamelHttp() {
      super("worker", "camel-http");
    }
  }

  abstract static class Trouble {
    private static final String GET = "banking_charge_bank_billet_get";
    private static final String CANCEL = "banking_charge_bank_billet_cancel";
    private static final String BILLETS = "GET /v1/bank_billets";

    @RegisterExtension final LoggedLines audit = LoggedLines.of("br.com.kobana.mcp.audit");

    private final Map<String, String> mode;
    private RunningGateway gateway;

    Trouble(String threading, String transport) {
      this.mode = Map.of("mcp.threading", threading, "kobana.transport", transport);
    }

    @AfterEach
    void stop() {
      gateway.close();
    }

    private void start(Map<String, String> settings) {
      Map<String, String> all = new java.util.HashMap<>(mode);
      all.putAll(settings);
      gateway = RunningGateway.start(all);
      assertThat(client().call("ping", "").status()).isEqualTo(200);
    }

    @Test
    void anAreaThatFailsIsLeftAloneForAWhileAndAnotherIsNot() throws JMException {
      start(
          Map.of(
              "kobana.resilience.attempts", "1",
              // The first write and the read after it, and four that fail.
              "kobana.resilience.breaker-minimum-calls", "6",
              "kobana.resilience.breaker-trial-calls", "1",
              "kobana.resilience.breaker-open-ms", "3000"));
      String before = call(CANCEL, "61").headers().firstValue("ratelimit-remaining").orElseThrow();
      gateway.sandbox("DELETE", "/sandbox/calls", "");
      fault(BILLETS, "status", 503, 0);
      for (int i = 0; i < 4; i++) {
        assertThat(text(call(GET, "1"))).contains("HTTP 503");
      }

      Answer read = call(GET, "1");
      Answer write = call(CANCEL, "60");

      for (Answer refused : List.of(read, write)) {
        assertThat(refused.status()).isEqualTo(200);
        assertThat(refused.json().at("/result/isError").booleanValue()).isTrue();
        assertThat(text(refused))
            .matches(
                "This part of the API has failed too often .* Nothing was sent, so nothing"
                    + " happened\\. Try again in [123] seconds\\.");
      }
      assertThat(write.headers().firstValue("ratelimit-remaining")).contains(before);
      assertThat(calls("GET", "/v1/bank_billets")).isEqualTo(4);
      assertThat(calls("PUT", "/v1/bank_billets/60")).isZero();
      assertThat(jmx("charge", "State")).isEqualTo("OPEN");
      assertThat(jmx("charge", "RefusedUnavailable")).isEqualTo(2L);
      assertThat(jmx("crm", "State")).isEqualTo("CLOSED");
      assertThat(text(list("banking_crm_customer_list"))).contains("data");

      gateway.sandbox("DELETE", "/sandbox/faults", "");
      await().until(() -> !call(GET, "1").json().at("/result/isError").booleanValue());
      assertThat(jmx("charge", "State")).isEqualTo("CLOSED");
    }

    @Test
    void aSlowAreaTakesNoMoreThanItsShare() {
      start(
          Map.of(
              "kobana.resilience.charge.max-concurrent", "2",
              "kobana.resilience.max-wait-ms", "50"));
      fault(BILLETS, "delay", 200, 1500);
      List<CompletableFuture<Answer>> sent = new ArrayList<>();
      for (int i = 0; i < 8; i++) {
        sent.add(client().callAsync("tools/call", params(GET, "\"id\":\"1\"")));
      }
      await().until(() -> calls("GET", "/v1/bank_billets") == 2);
      assertThat(text(list("banking_crm_customer_list"))).contains("data");

      List<String> texts = sent.stream().map(a -> text(a.join())).toList();
      assertThat(texts.stream().filter(t -> t.startsWith("Too many calls to this part")))
          .hasSize(6);
      assertThat(calls("GET", "/v1/bank_billets")).isEqualTo(2);
    }

    @Test
    void whatWaitsForAConnectionPastItsTimeIsNeverSent() {
      start(
          Map.of(
              "kobana.pool-size", "1",
              "kobana.resilience.charge.response-timeout-ms", "300"));
      fault("GET /v1/customers", "delay", 200, 1200);
      CompletableFuture<Answer> slow =
          client().callAsync("tools/call", "{\"name\":\"banking_crm_customer_list\"}");
      await().until(() -> calls("GET", "/v1/customers") == 1);

      assertThat(text(call(CANCEL, "60"))).contains("Nothing was sent, so nothing happened");
      assertThat(text(slow.join())).contains("data");
      assertThat(text(call(GET, "1"))).contains("data");
      assertThat(calls("PUT", "/v1/bank_billets")).isZero();
    }

    @Test
    void everyCallOfAMessageEndsWithinItsBudget() {
      start(Map.of("kobana.call-budget-ms", "400"));
      fault("PUT /v1/bank_billets", "delay", 200, 5000);
      assertThat(text(call(CANCEL, "60"))).startsWith("Outcome unknown: no answer came in time.");
    }

    @Test
    void theOutcomeOfAWriteWhoseClientLeftIsLogged() throws IOException {
      start(Map.of());
      fault("PUT /v1/bank_billets", "delay", 200, 700);
      String body =
          "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":"
              + params(CANCEL, "\"id\":\"60\"")
              + "}";
      try (RawConnection connection = new RawConnection(gateway.port())) {
        connection.send(post(body, "Authorization: Bearer sandbox-full"));
        await().until(() -> calls("PUT", "/v1/bank_billets") == 1);
      }
      await()
          .untilAsserted(
              () ->
                  assertThat(audit.lines())
                      .contains(
                          "INFO write ended after its client was gone: operation=\"PUT"
                              + " /v1/bank_billets/{id}/cancel\" outcome=HTTP 204"));
    }

    private Object jmx(String area, String attribute) throws JMException {
      return ManagementFactory.getPlatformMBeanServer()
          .getAttribute(
              new ObjectName(
                  "br.com.kobana.mcp:type=ApiArea,area="
                      + area
                      + ",name="
                      + gateway.parts().camel().getManagementName()),
              attribute);
    }

    private McpClient client() {
      return new McpClient(gateway.url(), "sandbox-full");
    }

    private Answer call(String tool, String id) {
      return client().call("tools/call", params(tool, "\"id\":\"" + id + "\""));
    }

    private Answer list(String tool) {
      return client().call("tools/call", params(tool, "\"limit\":1"));
    }

    private static String params(String tool, String arguments) {
      return "{\"name\":\"" + tool + "\",\"arguments\":{" + arguments + "}}";
    }

    private static String text(Answer answer) {
      return answer.json().at("/result/content/0/text").asText();
    }

    private void fault(String match, String kind, int status, int millis) {
      gateway.sandbox(
          "PUT",
          "/sandbox/faults",
          "[{\"match\":\"%s\",\"kind\":\"%s\",\"status\":%d,\"ms\":%d}]"
              .formatted(match, kind, status, Math.max(1, millis)));
    }

    private long calls(String method, String path) {
      try {
        long count = 0;
        for (JsonNode call : Json.parse(gateway.sandbox("GET", "/sandbox/calls", ""))) {
          boolean meant =
              call.path("method").asText().equals(method)
                  && call.path("path").asText().startsWith(path);
          count += meant ? 1 : 0;
        }
        return count;
      } catch (MalformedJson e) {
        throw new IllegalStateException(e);
      }
    }
  }
}
