package br.com.kobana.mcp.routes;

import static org.assertj.core.api.Assertions.assertThat;

import br.com.kobana.mcp.testing.EditedRoutes;
import br.com.kobana.mcp.testing.McpClient;
import br.com.kobana.mcp.testing.McpClient.Answer;
import br.com.kobana.mcp.testing.RunningGateway;
import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Calls of a tool that take more than one request to the API, through the loop of the route. */
class SeveralRequestsTest {
  private static final String CANCEL = "banking_charge_bank_billet_cancel";
  private static final String LIST = "banking_charge_bank_billet_list";
  private final RunningGateway gateway = RunningGateway.shared();

  @BeforeEach
  void reset() {
    gateway.resetSandbox();
    gateway.resetCounters();
    gateway.sandbox("DELETE", "/sandbox/calls", "");
  }

  @Test
  void limitOverThePageFetchesThePagesItNeedsAndSpendsOneUnit() {
    Answer before = call(gateway, LIST, "{\"limit\":1}");
    Answer answer = call(gateway, LIST, "{\"limit\":120,\"fields\":[\"id\"]}");
    JsonNode page = answer.json().at("/result/structuredContent");
    Set<Integer> ids = new HashSet<>();
    page.path("data").forEach(row -> ids.add(row.path("id").asInt()));

    assertThat(ids).hasSize(120);
    assertThat(upstream("GET /v1/bank_billets")).isEqualTo(1 + 3);
    assertThat(remaining(before) - remaining(answer)).isEqualTo(1);

    String cursor = page.at("/meta/next_cursor").asText();
    JsonNode rest =
        call(gateway, LIST, "{\"limit\":120,\"fields\":[\"id\"],\"cursor\":\"" + cursor + "\"}")
            .json()
            .at("/result/structuredContent");
    rest.path("data").forEach(row -> ids.add(row.path("id").asInt()));
    assertThat(rest.path("data")).hasSize(10);
    assertThat(ids).hasSize(130);
    assertThat(rest.at("/meta/next_cursor").isNull()).isTrue();
  }

  /** The first page takes most of the time there is; the second does not come any more. */
  @Test
  void laterPageThatIsTooSlowLeavesWhatWasReadInTime() {
    try (RunningGateway own = RunningGateway.start(Map.of("mcp.request-timeout-ms", "6000"))) {
      call(own, LIST, "{\"limit\":1}");
      own.sandbox(
          "PUT",
          "/sandbox/faults",
          "[{\"match\":\"GET /v1/bank_billets\",\"kind\":\"delay\",\"ms\":2600,\"times\":9}]");
      Answer answer = call(own, LIST, "{\"limit\":120}");

      assertThat(answer.status()).isEqualTo(200);
      assertThat(answer.json().at("/result/structuredContent/data")).hasSize(50);
      assertThat(answer.json().at("/result/structuredContent/meta/partial").asBoolean()).isTrue();
      assertThat(answer.json().at("/result/content/1/text").asText())
          .contains("no answer came in time");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"loop", "worker"})
  void manyPagesAtOnceRunInEitherThreading(String threading) {
    try (RunningGateway own = RunningGateway.start(Map.of("mcp.threading", threading))) {
      McpClient client = new McpClient(own.url(), "sandbox-full");
      String params =
          "{\"name\":\"banking_charge_bank_billet_list\",\"arguments\":{\"limit\":200}}";
      var answers =
          java.util.stream.IntStream.range(0, 10)
              .mapToObj(i -> client.callAsync("tools/call", params))
              .toList();
      answers.forEach(
          a ->
              assertThat(a.join().json().at("/result/structuredContent/data").size())
                  .isEqualTo(130));
    }
  }

  @Test
  void emptyAnswerToAWriteIsFollowedByTheRecordAndSpendsOneUnit() {
    Answer before = call(gateway, CANCEL, "{\"id\":\"60\"}");
    Answer answer = call(gateway, CANCEL, "{\"id\":\"61\"}");

    assertThat(answer.json().at("/result/structuredContent/data/id").asInt()).isEqualTo(61);
    assertThat(answer.json().at("/result/structuredContent/data/status").asText())
        .isEqualTo("canceled");
    assertThat(remaining(before) - remaining(answer)).isEqualTo(1);
    assertThat(remaining(call(gateway, LIST, "{\"limit\":1}"))).isEqualTo(59);
  }

  @Test
  void writeSucceededWhateverBecomesOfReadingAgain() {
    for (String fault : new String[] {"status", "html", "reset", "empty"}) {
      gateway.resetSandbox();
      gateway.sandbox(
          "PUT",
          "/sandbox/faults",
          "[{\"match\":\"GET /v1/bank_billets/60\",\"kind\":\"" + fault + "\",\"times\":9}]");
      assertWritten(call(gateway, CANCEL, "{\"id\":\"60\"}"));
    }
  }

  @Test
  void writeIsAnsweredInTimeWhenReadingAgainIsSlow() {
    try (RunningGateway own = RunningGateway.start(Map.of("mcp.request-timeout-ms", "4000"))) {
      call(own, LIST, "{\"limit\":1}");
      own.sandbox(
          "PUT",
          "/sandbox/faults",
          "[{\"match\":\"GET /v1/bank_billets/60\",\"kind\":\"delay\",\"ms\":8000}]");
      assertWritten(call(own, CANCEL, "{\"id\":\"60\"}"));
    }
  }

  /** A team's own step that forgets to say that nothing is left must not loop on the event loop. */
  @Test
  void stepThatAsksForNothingFurtherEndsTheCall(@TempDir Path directory) {
    EditedRoutes routes = EditedRoutes.in(directory);
    String written = routes.read("methods.camel.yaml");
    routes.write("methods.camel.yaml", written.replace("ref: concludeToolCall", "ref: ping"));
    try (RunningGateway own =
        RunningGateway.start(Map.of("mcp.routes.directory", directory.toString()))) {
      // The result of another method: what is shown is that the call ends.
      Answer answer =
          new McpClient(own.url(), "sandbox-full")
              .takingAnyAnswer()
              .call("tools/call", "{\"name\":\"" + LIST + "\",\"arguments\":{\"limit\":1}}");

      assertThat(answer.json().at("/result").toString()).isEqualTo("{}");
    }
  }

  private static void assertWritten(Answer answer) {
    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.json().at("/result").has("isError")).isFalse();
    assertThat(answer.json().at("/result/structuredContent").toString())
        .isEqualTo("{\"data\":null}");
    assertThat(answer.json().at("/result/content/1/text").asText())
        .isEqualTo("The operation succeeded; the API returned no content.");
    assertThat(answer.json().at("/result/_meta").has("br.com.kobana/idempotencyKey")).isTrue();
  }

  private static Answer call(RunningGateway gateway, String tool, String arguments) {
    return new McpClient(gateway.url(), "sandbox-full")
        .call("tools/call", "{\"name\":\"" + tool + "\",\"arguments\":" + arguments + "}");
  }

  private static int remaining(Answer answer) {
    return Integer.parseInt(answer.headers().firstValue("ratelimit-remaining").orElseThrow());
  }

  private int upstream(String call) {
    String calls = gateway.sandbox("GET", "/sandbox/calls", "");
    int space = call.indexOf(' ');
    String pattern =
        "\"method\":\"" + call.substring(0, space) + "\",\"path\":\"" + call.substring(space + 1);
    return calls.split(java.util.regex.Pattern.quote(pattern + "\""), -1).length - 1;
  }
}
