package br.com.kobana.mcp.confirm;

import static org.assertj.core.api.Assertions.assertThat;

import br.com.kobana.mcp.jsonrpc.Json;
import br.com.kobana.mcp.jsonrpc.MalformedJson;
import br.com.kobana.mcp.testing.McpClient;
import br.com.kobana.mcp.testing.McpClient.Answer;
import br.com.kobana.mcp.testing.RunningGateway;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Confirmation and keys through the running gateway; effects are counted at the sandbox. */
class ConfirmationTest {
  private static final String CANCEL = "banking_charge_bank_billet_cancel";
  private static final String YES =
      "{\"confirm\":{\"action\":\"accept\",\"content\":{\"confirm\":true}}}";
  private static final String FORM = "{\"elicitation\":{}}";
  private static final Map<String, String> KEYS =
      Map.of("mcp.state-keys", Base64.getEncoder().encodeToString(new byte[32]));
  private final RunningGateway gateway = RunningGateway.shared();

  @BeforeEach
  void start() {
    gateway.resetSandbox();
    gateway.resetCounters();
  }

  private static McpClient client(RunningGateway to) {
    return new McpClient(to.url(), "sandbox-full");
  }

  /** A call in the stateless era, as the client composes it. */
  private record Message(String tool, String arguments, String capabilities, String more) {
    static Message first(String tool, String arguments) {
      return new Message(tool, arguments, FORM, "");
    }

    Message answering(String state, String responses) {
      String more = ",\"requestState\":\"" + state + "\",\"inputResponses\":" + responses;
      return new Message(tool, arguments, capabilities, more);
    }

    CompletableFuture<Answer> sendTo(McpClient client) {
      String body =
          "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\""
              + tool
              + "\",\"arguments\":"
              + arguments
              + more
              + ",\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","
              + "\"io.modelcontextprotocol/clientCapabilities\":"
              + capabilities
              + "}}}";
      return client.sendAsync(
          body,
          Map.of(
              "MCP-Protocol-Version", "2026-07-28", "Mcp-Method", "tools/call", "Mcp-Name", tool));
    }
  }

  private static JsonNode send(RunningGateway to, Message message) {
    return message.sendTo(client(to)).join().json();
  }

  private static String state(JsonNode answer) {
    assertThat(answer.at("/result/resultType").textValue())
        .as("%s", answer)
        .isEqualTo("input_required");
    return answer.at("/result/requestState").textValue();
  }

  private static long effects(RunningGateway of, String method) {
    try {
      JsonNode calls = Json.parse(of.sandbox("GET", "/sandbox/calls", ""));
      return StreamSupport.stream(calls.spliterator(), false)
          .filter(c -> c.path("method").textValue().equals(method))
          .count();
    } catch (MalformedJson e) {
      throw new AssertionError(e);
    }
  }

  /** A Pix payment of one real that a person is asked about. */
  private static Message payment(RunningGateway through) {
    JsonNode accounts =
        client(through)
            .call(
                "tools/call",
                "{\"name\":\"banking_financial_account_list\",\"arguments\":{\"limit\":1}}")
            .json();
    ObjectNode arguments = Json.object().put("amount", 1).put("qrcode", "00020126...6304ABCD");
    arguments.put(
        "financial_account_uid", accounts.at("/result/structuredContent/data/0/uid").textValue());
    arguments.putObject("beneficiary").put("name", "Ana").put("document_number", "12345678909");
    return Message.first("banking_payment_pix_create", Json.text(arguments));
  }

  @Test
  void oneConfirmationSentFiftyTimesHasOneEffect() {
    Message ask = payment(gateway);
    Message confirmed = ask.answering(state(send(gateway, ask)), YES);

    List<CompletableFuture<Answer>> sent =
        IntStream.range(0, 50).mapToObj(i -> confirmed.sendTo(client(gateway))).toList();
    List<JsonNode> answers = sent.stream().map(a -> a.join().json()).toList();

    assertThat(effects(gateway, "POST")).isEqualTo(1);
    assertThat(answers.stream().filter(a -> a.at("/result/structuredContent/data").isObject()))
        .hasSize(1);
    assertThat(
            answers.stream()
                .filter(a -> a.at("/error/message").asText("").contains("already used")))
        .hasSize(49);
  }

  @Test
  void declinedPaymentPaysNothing() {
    Message ask = payment(gateway);
    String state = state(send(gateway, ask));

    for (String action : List.of("decline", "cancel")) {
      JsonNode answer =
          send(gateway, ask.answering(state, "{\"confirm\":{\"action\":\"" + action + "\"}}"));
      assertThat(answer.at("/result/isError").booleanValue()).isTrue();
      assertThat(answer.at("/result/content/0/text").textValue())
          .isEqualTo("The user did not confirm. Nothing was executed.");
    }
    assertThat(effects(gateway, "POST")).isZero();
  }

  /** The other replica does not know that the confirmation was used; the key makes up for it. */
  @Test
  void anyReplicaTakesTheAnswer() {
    try (RunningGateway one = RunningGateway.start(KEYS);
        RunningGateway two =
            RunningGateway.start(
                Map.of(
                    "mcp.state-keys",
                    KEYS.get("mcp.state-keys"),
                    "kobana.api-url",
                    "http://127.0.0.1:" + one.sandboxPort()))) {
      Message ask = payment(one);
      Message confirmed = ask.answering(state(send(one, ask)), YES);

      JsonNode first = send(two, confirmed);
      JsonNode again = send(one, confirmed);

      String uid = first.at("/result/structuredContent/data/uid").asText("none");
      assertThat(again.at("/result/structuredContent/data/uid").asText()).isEqualTo(uid);
      assertThat(again.at("/result/structuredContent/meta/replayed").booleanValue()).isTrue();
    }
  }

  @Test
  void stateExpires() {
    AtomicReference<Instant> now = new AtomicReference<>(Instant.now());
    InstantSource clock = now::get;
    try (RunningGateway timed = RunningGateway.start(Map.of(), clock)) {
      Message ask = Message.first(CANCEL, "{\"id\":\"60\"}");
      String state = state(send(timed, ask));
      now.updateAndGet(i -> i.plus(Duration.ofMinutes(5)));

      assertThat(send(timed, ask.answering(state, YES)).at("/error/code").intValue())
          .isEqualTo(-32602);
      assertThat(effects(timed, "PUT")).isZero();
    }
  }

  @Test
  void clientThatCannotAskIsRefusedWhereEverybodyMustConfirm() {
    try (RunningGateway always = RunningGateway.start(Map.of("mcp.confirm.mode", "always"))) {
      Message mute = new Message(CANCEL, "{\"id\":\"60\"}", "{\"elicitation\":{\"url\":{}}}", "");
      Answer refused = mute.sendTo(client(always)).join();
      assertThat(refused.status()).isEqualTo(400);
      assertThat(refused.json().path("error").toString())
          .isEqualTo(
              "{\"code\":-32021,\"message\":\"This request needs the elicitation client"
                  + " capability\",\"data\":{\"requiredCapabilities\":{\"elicitation\":"
                  + "{\"form\":{}}}}}");

      Answer older =
          client(always)
              .call("tools/call", "{\"name\":\"" + CANCEL + "\",\"arguments\":{\"id\":\"60\"}}");
      assertThat(older.status()).isEqualTo(200);
      assertThat(older.json().at("/error/code").intValue()).isEqualTo(-32602);
      assertThat(effects(always, "PUT")).isZero();

      Message ask = Message.first(CANCEL, "{\"id\":\"60\"}");
      send(always, ask.answering(state(send(always, ask)), YES));
      assertThat(effects(always, "PUT")).isEqualTo(1);
    }
  }

  @Test
  void nobodyIsAskedWhereConfirmationIsOff() {
    try (RunningGateway never = RunningGateway.start(Map.of("mcp.confirm.mode", "never"))) {
      JsonNode answer = send(never, Message.first(CANCEL, "{\"id\":\"60\"}"));

      assertThat(answer.at("/result/resultType").textValue()).isEqualTo("complete");
      assertThat(effects(never, "PUT")).isEqualTo(1);
    }
  }

  @Test
  void settingSimulatesEveryCall() {
    try (RunningGateway simulating = RunningGateway.start(Map.of("mcp.simulate", "true"))) {
      List<JsonNode> answers = new ArrayList<>();
      answers.add(send(simulating, Message.first(CANCEL, "{\"id\":\"60\"}")));
      answers.add(
          client(simulating)
              .call("tools/call", "{\"name\":\"" + CANCEL + "\",\"arguments\":{\"id\":\"60\"}}")
              .json());

      assertThat(answers).allMatch(a -> a.at("/result/structuredContent/simulated").booleanValue());
      assertThat(effects(simulating, "PUT")).isZero();
    }
  }

  /** The answer comes after the gateway has given up; the same key brings it back. */
  @Test
  void timeoutAndTheSameKeyPayOnce() {
    try (RunningGateway hasty = RunningGateway.start(Map.of("kobana.response-timeout-ms", "700"))) {
      Message create =
          new Message(
              "banking_charge_bank_billet_create",
              "{\"amount\":10,\"expire_at\":\"2099-12-01\",\"customer_id\":1,"
                  + "\"idempotency_key\":\"order-9\"}",
              "{}",
              "");
      send(hasty, new Message("banking_charge_bank_billet_get", "{\"id\":\"1\"}", "{}", ""));
      hasty.sandbox(
          "PUT",
          "/sandbox/faults",
          "[{\"match\":\"POST /v1/bank_billets\",\"kind\":\"delay\",\"ms\":2000,\"times\":1}]");

      JsonNode unknown = send(hasty, create);
      assertThat(unknown.at("/result/content/0/text").textValue())
          .startsWith("Outcome unknown: no answer came in time.")
          .contains("order-9", "banking_charge_bank_billet_");
      JsonNode again = send(hasty, create);
      JsonNode third = send(hasty, create);

      String id = again.at("/result/structuredContent/data/id").asText("none");
      assertThat(third.at("/result/structuredContent/data/id").asText()).isEqualTo(id);
      assertThat(third.at("/result/structuredContent/meta/replayed").booleanValue()).isTrue();
    }
  }
}
