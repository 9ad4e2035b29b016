package br.com.kobana.mcp.trace;

import static org.assertj.core.api.Assertions.assertThat;

import br.com.kobana.mcp.jsonrpc.Json;
import br.com.kobana.mcp.testing.LoggedSecrets;
import br.com.kobana.mcp.testing.McpClient;
import br.com.kobana.mcp.testing.RequestLines;
import br.com.kobana.mcp.testing.RunningGateway;
import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A trace from the client to the API, as an OTLP receiver sees it. */
@Timeout(120)
class TracesTest {
  private static final String TRACE = "0af7651916cd43dd8448eb211c80319c";
  private static final String CLIENT = "b7ad6b7169203331";
  private static final String PARENT = "00-" + TRACE + "-" + CLIENT + "-01";
  private static final String LIST = "banking_charge_bank_billet_list";
  @RegisterExtension final RequestLines log = new RequestLines();
  private final Map<String, String> settings = new LinkedHashMap<>();
  private List<OtlpReceiver.Received> spans = List.of();
  private JsonNode upstream = Json.object();
  private String all = "";

  @BeforeEach
  void manyReads() {
    settings.put("mcp.rate-limit.reads-per-hour", "100000");
  }

  private static String call(String meta) {
    return "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\""
        + LIST
        + "\",\"arguments\":{\"filters\":{\"cnpj_cpf\":\"529.982.247-25\"}}"
        + meta
        + "}}";
  }

  private void run(List<String> bodies, Map<String, String> headers) throws Exception {
    try (OtlpReceiver receiver = OtlpReceiver.start()) {
      settings.put("otel.exporter.otlp.endpoint", receiver.url());
      try (RunningGateway gateway = RunningGateway.start(settings)) {
        McpClient client = new McpClient(gateway.url(), "sandbox-full");
        List<CompletableFuture<?>> answers = new ArrayList<>();
        bodies.forEach(body -> answers.add(client.sendAsync(body, headers)));
        CompletableFuture.allOf(answers.toArray(CompletableFuture[]::new)).join();
        upstream = Json.parse(gateway.sandbox("GET", "/sandbox/calls", ""));
      }
      spans = receiver.spans();
      all = receiver.all();
    }
  }

  private OtlpReceiver.Received named(String name) {
    return spans.stream().filter(s -> s.name().equals(name)).findFirst().orElseThrow();
  }

  private String sentOn() {
    for (JsonNode call : upstream) {
      if (call.path("path").asText().contains("bank_billets")) {
        return call.at("/headers/traceparent").asText();
      }
    }
    throw new AssertionError("not called: " + upstream);
  }

  @ParameterizedTest
  @CsvSource({"kobana,loop", "camel-http,loop", "kobana,worker"})
  void traceGoesFromTheClientToTheApi(String transport, String threading) throws Exception {
    settings.put("kobana.transport", transport);
    settings.put("mcp.threading", threading);
    run(List.of(call("")), Map.of("traceparent", PARENT));
    OtlpReceiver.Received request = named("tools/call " + LIST);
    OtlpReceiver.Received api = named("GET charge");
    assertThat(request.trace()).isEqualTo(TRACE);
    assertThat(request.parent()).isEqualTo(CLIENT);
    assertThat(api.trace()).isEqualTo(TRACE);
    assertThat(api.parent()).isEqualTo(request.id());
    assertThat(sentOn()).isEqualTo("00-" + TRACE + "-" + api.id() + "-01");
    assertThat(log.facts("tools/call")).containsEntry("trace_id", TRACE);
  }

  @Test
  void messageTellsItsTraceWhereTheHeaderDoesNot() throws Exception {
    run(List.of(call(",\"_meta\":{\"traceparent\":\"" + PARENT + "\"}")), Map.of());
    assertThat(named("tools/call " + LIST).parent()).isEqualTo(CLIENT);
    assertThat(named("GET charge").trace()).isEqualTo(TRACE);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "00-00000000000000000000000000000000-b7ad6b7169203331-01",
        "00-0af7651916cd43dd8448eb211c80319c-0000000000000000-01",
        "ff-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
        "00-0AF7651916CD43DD8448EB211C80319C-b7ad6b7169203331-01",
        "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01-more",
        "52998224725"
      })
  void malformedContextIsIgnored(String header) throws Exception {
    run(List.of(call("")), Map.of("traceparent", header));
    OtlpReceiver.Received request = named("tools/call " + LIST);
    assertThat(request.parent()).isEmpty();
    assertThat(request.trace()).hasSize(32).isNotEqualTo(TRACE);
    assertThat(sentOn()).startsWith("00-" + request.trace());
  }

  @Test
  void requestsSideBySideKeepTheirOwnTraces() throws Exception {
    List<String> bodies = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      bodies.add(
          call(",\"_meta\":{\"traceparent\":\"00-%032x-%016x-01\"}".formatted(i + 1, i + 1)));
    }
    run(bodies, Map.of());
    for (int i = 0; i < 40; i++) {
      String trace = "%032x".formatted(i + 1);
      List<OtlpReceiver.Received> own =
          spans.stream().filter(s -> s.trace().equals(trace)).toList();
      assertThat(own)
          .extracting(OtlpReceiver.Received::name)
          .contains("tools/call " + LIST, "GET charge");
      String root =
          own.stream().filter(s -> s.name().startsWith("tools")).findFirst().orElseThrow().id();
      assertThat(own)
          .filteredOn(s -> s.name().startsWith("GET"))
          .allMatch(s -> s.parent().equals(root));
    }
  }

  @Test
  void nothingPersonalStandsInATrace() throws Exception {
    run(List.of(call("")), Map.of("traceparent", PARENT));
    assertThat(named("tools/call " + LIST).attributes())
        .containsEntry("mcp.method.name", "tools/call")
        .containsEntry("gen_ai.tool.name", LIST);
    assertThat(all).doesNotContain("529", "sandbox-full", "Bearer", "/v1/");
    assertThat(LoggedSecrets.in(all)).isEmpty();
  }

  @Test
  void withoutAReceiverNothingIsTracedOrSent() throws Exception {
    try (RunningGateway gateway = RunningGateway.start(settings)) {
      new McpClient(gateway.url(), "sandbox-full").send(call(""), Map.of("traceparent", PARENT));
      upstream = Json.parse(gateway.sandbox("GET", "/sandbox/calls", ""));
    }
    assertThat(sentOn()).isEmpty();
    // The line still says which trace of the client's it belongs to.
    assertThat(log.facts("tools/call")).containsEntry("trace_id", TRACE);
  }
}
