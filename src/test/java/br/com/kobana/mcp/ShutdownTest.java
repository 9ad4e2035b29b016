package br.com.kobana.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import br.com.kobana.mcp.http.PortInUse;
import br.com.kobana.mcp.settings.Settings;
import br.com.kobana.mcp.settings.WrongSetting;
import br.com.kobana.mcp.testing.McpClient;
import br.com.kobana.mcp.testing.RunningGateway;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How the gateway ends, and how it does not begin. */
class ShutdownTest {
  private static final String CANCEL =
      "{\"name\":\"banking_charge_bank_billet_cancel\",\"arguments\":{\"id\":\"60\"}}";

  @ParameterizedTest
  @ValueSource(strings = {"loop", "worker"})
  void whatIsInFlightIsAnsweredAndWhatComesLaterIsNotBegun(String threading) {
    RunningGateway gateway = RunningGateway.start(Map.of("mcp.threading", threading));
    McpClient client = new McpClient(gateway.url(), "sandbox-full");
    assertThat(client.call("ping", "").status()).isEqualTo(200);
    slow(gateway);
    CompletableFuture<McpClient.Answer> inFlight = client.callAsync("tools/call", CANCEL);
    await().until(() -> calls(gateway).contains("/v1/bank_billets/60/cancel"));

    CompletableFuture<Void> closed = CompletableFuture.runAsync(gateway::close);
    await().until(() -> client.call("ping", "").status() == 503);
    McpClient.Answer answer = inFlight.join();
    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.json().at("/result/isError").booleanValue()).isFalse();
    closed.join();
    assertThat(McpClient.listens(gateway.port())).isFalse();
  }

  @Test
  void aTerminatedProcessAnswersWhatIsInFlightAndNamesNoToken(@TempDir Path directory)
      throws Exception {
    Map<String, String> ports = ports();
    Path log = directory.resolve("log");
    Process process = process(ports, log).start();
    try {
      int port = Integer.parseInt(ports.get("mcp.port"));
      int sandbox = Integer.parseInt(ports.get("mcp.sandbox.port"));
      McpClient client = new McpClient("http://localhost:" + port + "/mcp", "sandbox-full");
      await()
          .atMost(Duration.ofSeconds(60))
          .until(() -> McpClient.listens(port) && client.call("ping", "").status() == 200);
      control(
          sandbox,
          "PUT",
          "/sandbox/faults",
          "[{\"match\":\"PUT /v1\",\"kind\":\"delay\",\"ms\":1500}]");
      CompletableFuture<McpClient.Answer> inFlight = client.callAsync("tools/call", CANCEL);
      await()
          .until(() -> control(sandbox, "GET", "/sandbox/calls", "").contains("bank_billets/60"));

      process.destroy();
      assertThat(inFlight.join().status()).isEqualTo(200);
      assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
      assertThat(process.exitValue()).isZero();
      assertThat(log)
          .content(StandardCharsets.UTF_8)
          .contains("stopped")
          .doesNotContain("sandbox-full");
    } finally {
      process.destroyForcibly();
    }
  }

  @Test
  void whoNoLongerReadsTheLogDoesNotKeepTheProcess(@TempDir Path directory) throws Exception {
    Map<String, String> ports = ports();
    Process process =
        process(ports, directory.resolve("log"))
            .redirectOutput(ProcessBuilder.Redirect.PIPE)
            .start();
    try {
      int port = Integer.parseInt(ports.get("mcp.port"));
      McpClient client = new McpClient("http://localhost:" + port + "/mcp", "sandbox-full");
      await().atMost(Duration.ofSeconds(60)).until(() -> McpClient.listens(port));
      int pipe = 64 * 1024;
      // Each leaves a line of more than fifty bytes.
      for (int i = 0; i < pipe / 50; i++) {
        client.call("nosuch", "");
      }
      // By its handle: the process itself would close the pipe.
      process.toHandle().destroy();
      assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
      assertThat(process.exitValue()).isZero();
      assertThat(process.getInputStream().readAllBytes()).hasSizeGreaterThan(pipe - 4096);
    } finally {
      process.destroyForcibly();
    }
  }

  @Test
  void aProcessThatCannotStartSaysSoInOneLine(@TempDir Path directory) throws Exception {
    Map<String, String> ports = ports();
    Path log = directory.resolve("log");
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
      ports.put("mcp.management.port", Integer.toString(taken.getLocalPort()));
      Process process = process(ports, log).start();
      try {
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).isEqualTo(1);
        assertThat(log)
            .content(StandardCharsets.UTF_8)
            .isEqualToIgnoringNewLines(
                "cannot start: mcp.management.port: port %d of 127.0.0.1 is in use; choose another or stop what uses it"
                    .formatted(taken.getLocalPort()));
      } finally {
        process.destroyForcibly();
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"mcp.port", "mcp.management.port", "mcp.sandbox.port"})
  void aPortInUseIsNamed(String key) throws IOException {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
      Map<String, String> ports = ports();
      ports.put(key, Integer.toString(taken.getLocalPort()));
      assertThatThrownBy(() -> RunningParts.start(Settings.with(ports), InstantSource.system()))
          .isInstanceOf(PortInUse.class)
          .hasMessage(
              "%s: port %d of 127.0.0.1 is in use; choose another or stop what uses it",
              key, taken.getLocalPort());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"mcp.host", "mcp.management.host"})
  void aHostThatIsNotThisMachineIsNamed(String key) throws IOException {
    Map<String, String> ports = ports();
    ports.put(key, "192.0.2.1");
    assertThatThrownBy(() -> RunningParts.start(Settings.with(ports), InstantSource.system()))
        .isInstanceOf(WrongSetting.class)
        .hasMessage("%s: \"192.0.2.1\" is not allowed; a name or an address of this machine", key);
  }

  private static Map<String, String> ports() throws IOException {
    Map<String, String> ports = new HashMap<>(Map.of("kobana.api-url", "sandbox"));
    for (String key : List.of("mcp.port", "mcp.management.port", "mcp.sandbox.port")) {
      ports.put(key, Integer.toString(RunningGateway.freePort()));
    }
    return ports;
  }

  private static ProcessBuilder process(Map<String, String> settings, Path log) {
    ProcessBuilder builder =
        new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xmx256m",
            "-cp",
            System.getProperty("java.class.path"),
            Gateway.class.getName());
    settings.forEach(
        (key, value) ->
            builder
                .environment()
                .put(
                    key.toUpperCase(java.util.Locale.ROOT).replace('.', '_').replace('-', '_'),
                    value));
    return builder.redirectErrorStream(true).redirectOutput(log.toFile());
  }

  private static void slow(RunningGateway gateway) {
    gateway.sandbox(
        "PUT", "/sandbox/faults", "[{\"match\":\"PUT /v1\",\"kind\":\"delay\",\"ms\":1500}]");
  }

  private static String calls(RunningGateway gateway) {
    return gateway.sandbox("GET", "/sandbox/calls", "");
  }

  private static String control(int port, String method, String path, String body)
      throws IOException, InterruptedException {
    return HttpClient.newHttpClient()
        .send(
            HttpRequest.newBuilder(URI.create("http://localhost:" + port + path))
                .method(method, HttpRequest.BodyPublishers.ofString(body))
                .build(),
            HttpResponse.BodyHandlers.ofString())
        .body();
  }
}
