package br.com.kobana.mcp.wire;

import static org.assertj.core.api.Assertions.assertThat;

import br.com.kobana.mcp.testing.RunningGateway;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A client that hangs up while the API works on its call. What was sent to the API runs to its end
 * once, in both eras, and the gateway goes on serving.
 */
class DisconnectTest {
  private static final Duration LONGEST = Duration.ofSeconds(10);
  private final Target target = Target.of(RunningGateway.shared());
  private final Sandbox sandbox = new Sandbox(target.sandboxPort());

  @BeforeEach
  @AfterEach
  void reset() {
    target.resetSandbox().run();
    target.resetCounters().run();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"@modern tools/call banking_charge_bank_billet_cancel", "@legacy 2025-11-25"})
  void droppedConnectionLeavesAForwardedWriteAlone(String start) throws Exception {
    slow("PUT");
    hangUpAfterForwarding(start, "banking_charge_bank_billet_cancel", "PUT");

    await(() -> status("60").contains("canceled"));
    assertThat(sandbox.count("PUT", "/v1/bank_billets/60/cancel")).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"@modern tools/call banking_charge_bank_billet_get", "@legacy 2025-11-25"})
  void droppedConnectionLeavesAForwardedReadAlone(String start) throws Exception {
    slow("GET");
    hangUpAfterForwarding(start, "banking_charge_bank_billet_get", "GET");

    sandbox.control("DELETE", "/sandbox/faults", "");
    assertThat(status("60")).contains("60");
  }

  private void slow(String method) throws IOException {
    sandbox.control(
        "PUT",
        "/sandbox/faults",
        "[{\"match\":\""
            + method
            + " /v1/bank_billets/60\",\"kind\":\"delay\",\"ms\":400,\"times\":1}]");
  }

  private void hangUpAfterForwarding(String start, String tool, String method) throws Exception {
    String body =
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\""
            + tool
            + "\",\"arguments\":{\"id\":\"60\"}"
            + (start.startsWith("@modern") ? ",\"_meta\":${envelope}" : "")
            + "}}";
    RequestBytes request =
        RequestBytes.of(
            new Transcript.Request(start, java.util.List.of(), body), new Variables(target));
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), target.port())) {
      socket.getOutputStream().write(request.head());
      socket.getOutputStream().write(request.body());
      socket.getOutputStream().flush();
      await(() -> sandbox.count(method, "/v1/bank_billets/60") > 0);
    }
  }

  /** The record as the gateway reads it now; also shows that it still serves. */
  private String status(String id) throws IOException {
    Transcript transcript =
        Transcript.parse(
            """
            # The record.
            >>>
            @legacy 2025-11-25

            {"jsonrpc":"2.0","id":1,"method":"resources/read","params":{"uri":"kobana://banking/charge/bank_billets/%s"}}
            <<< 200

            {"jsonrpc":"2.0","id":1,"result":{"contents":"«array 1»","…":"…"}}
            """
                .formatted(id));
    new TranscriptRun("the record", transcript, keepingState(), Optional.empty()).run();
    Transcript.Exchange exchange = (Transcript.Exchange) transcript.steps().get(0);
    try (WireClient client = new WireClient(target.port())) {
      return client.exchange(RequestBytes.of(exchange.request(), new Variables(target))).text();
    }
  }

  private Target keepingState() {
    return new Target(target.port(), target.sandboxPort(), () -> {}, target.resetCounters());
  }

  private static void await(Callable<Boolean> condition) throws Exception {
    Instant end = Instant.now().plus(LONGEST);
    while (!condition.call()) {
      assertThat(Instant.now()).as("within %s", LONGEST).isBefore(end);
      Thread.onSpinWait();
    }
  }
}
