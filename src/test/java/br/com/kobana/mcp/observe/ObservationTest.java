package br.com.kobana.mcp.observe;

import static org.assertj.core.api.Assertions.assertThat;

import br.com.kobana.mcp.catalog.Tool;
import br.com.kobana.mcp.observe.Observation.Consent;
import br.com.kobana.mcp.protocol.McpMethod;
import br.com.kobana.mcp.protocol.Rung;
import br.com.kobana.mcp.testing.McpClient;
import br.com.kobana.mcp.testing.RawConnection;
import br.com.kobana.mcp.testing.RunningGateway;
import br.com.kobana.mcp.throttle.Reading;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Each request is told of once, with what the stages found out, when nothing is left to happen. */
class ObservationTest {
  private static final BlockingQueue<Observation> SEEN = new LinkedBlockingQueue<>();
  private static final RunningGateway GATEWAY =
      RunningGateway.start(Map.of(), InstantSource.system(), List.of(SEEN::add));
  private final McpClient client = new McpClient(GATEWAY.url(), "sandbox-full");

  @AfterAll
  static void stop() {
    GATEWAY.close();
  }

  @BeforeEach
  void forget() {
    GATEWAY.resetSandbox();
    SEEN.clear();
  }

  private static Observation next() throws InterruptedException {
    Observation seen = SEEN.poll(10, TimeUnit.SECONDS);
    assertThat(seen).as("an observation").isNotNull();
    return seen;
  }

  private static List<String> steps(Observation seen) {
    return IntStream.range(0, seen.steps()).mapToObj(seen::stepName).toList();
  }

  @Test
  void readTellsToolStepsUpstreamAndBytes() throws Exception {
    client.modern(
        "tools/call",
        "banking_charge_bank_billet_list",
        "\"name\":\"banking_charge_bank_billet_list\",\"arguments\":{\"limit\":2}");
    Observation seen = next();
    assertThat(seen.outcome()).isEqualTo("ok");
    assertThat(seen.status()).isEqualTo(200);
    assertThat(seen.method()).contains(McpMethod.TOOLS_CALL);
    assertThat(seen.tool().map(Tool::name)).contains("banking_charge_bank_billet_list");
    assertThat(seen.caller()).isPresent();
    assertThat(seen.reading().map(Reading::count)).isPresent();
    assertThat(seen.bytesIn()).isPositive();
    assertThat(seen.bytesOut()).isPositive();
    assertThat(seen.upstream()).extracting(Observation.Upstream::outcome).containsExactly("200");
    assertThat(steps(seen))
        .containsExactly(
            "guard",
            "authenticate",
            "accept",
            "negotiate",
            "agree",
            "throttle",
            "prepareToolCall",
            "concludeToolCall",
            "answer");
    assertThat(seen.nanos()).isPositive();
    assertThat(SEEN).isEmpty();
  }

  @Test
  void refusalTellsItsRung() throws Exception {
    new McpClient(GATEWAY.url(), "nobody").call("ping", "");
    Observation seen = next();
    assertThat(seen.rung()).contains(Rung.TOKEN);
    assertThat(seen.outcome()).isEqualTo("refused");
    assertThat(seen.status()).isEqualTo(401);
    assertThat(seen.caller()).isEmpty();
  }

  @Test
  void wrongArgumentsAreAToolErrorWithoutAnUpstreamCall() throws Exception {
    client.modern(
        "tools/call",
        "banking_charge_bank_billet_list",
        "\"name\":\"banking_charge_bank_billet_list\",\"arguments\":{\"limit\":-1}");
    Observation seen = next();
    assertThat(seen.outcome()).isEqualTo("tool_error");
    assertThat(seen.upstream()).isEmpty();
  }

  @Test
  void writeTellsItsKeyAndQuestionTellsThatItIsAsked() throws Exception {
    client.modern(
        "tools/call",
        "banking_charge_bank_billet_cancel",
        "\"name\":\"banking_charge_bank_billet_cancel\",\"arguments\":{\"id\":\"41\"}");
    assertThat(next().idempotencyKey()).isPresent();

    String meta =
        "\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","
            + "\"io.modelcontextprotocol/clientCapabilities\":{\"elicitation\":{}}}";
    client.send(
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":"
            + "\"banking_charge_bank_billet_cancel\",\"arguments\":{\"id\":\"42\"},"
            + meta
            + "}}",
        Map.of(
            "MCP-Protocol-Version",
            "2026-07-28",
            "Mcp-Method",
            "tools/call",
            "Mcp-Name",
            "banking_charge_bank_billet_cancel"));
    Observation asked = next();
    assertThat(asked.consent()).contains(Consent.ASKED);
    assertThat(asked.idempotencyKey()).isEmpty();
  }

  @Test
  void unknownPathIsToldOfToo() throws Exception {
    new McpClient(GATEWAY.url().replace("/mcp", "/elsewhere"), "sandbox-full").call("ping", "");
    Observation seen = next();
    assertThat(seen.status()).isEqualTo(404);
    assertThat(seen.steps()).isZero();
  }

  @Test
  void clientThatHangsUpIsToldOfOnceTheCallIsOver() throws Exception {
    GATEWAY.sandbox(
        "PUT",
        "/sandbox/faults",
        "[{\"match\":\"GET /v1/bank_billets\",\"kind\":\"delay\",\"ms\":600,\"times\":1}]");
    String body =
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":"
            + "\"banking_charge_bank_billet_list\",\"arguments\":{}}}";
    try (RawConnection connection = new RawConnection(GATEWAY.port())) {
      connection.send(RawConnection.post(body, "Authorization: Bearer sandbox-full"));
      while (!GATEWAY.sandbox("GET", "/sandbox/calls", "").contains("bank_billets")) {
        Thread.onSpinWait();
      }
    }
    Observation seen = next();
    assertThat(seen.outcome()).isEqualTo("hung_up");
    assertThat(seen.upstream()).hasSize(1);
  }
}
