package br.com.kobana.mcp.protocol;

import br.com.kobana.mcp.jsonrpc.Inbound;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** The ladder for a call of the stateless era, and for one of the handshake era. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 3, time = 2)
@Fork(1)
public class LadderBenchmark {
  private static final String CALL =
      "{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"tools/call\",\"params\":{\"name\":"
          + "\"banking_charge_payment_list\",\"arguments\":{\"limit\":10}%s}}";
  private final Inbound modern =
      Inbound.read(
          CALL.formatted(
                  ",\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","
                      + "\"io.modelcontextprotocol/clientCapabilities\":{}}")
              .getBytes(StandardCharsets.UTF_8));
  private final Inbound plain = Inbound.read(CALL.formatted("").getBytes(StandardCharsets.UTF_8));
  private final RequestHead modernHead =
      head(
          Map.of(
              "mcp-protocol-version", List.of("2026-07-28"),
              "mcp-method", List.of("tools/call"),
              "mcp-name", List.of("banking_charge_payment_list")));
  private final RequestHead plainHead = head(Map.of("mcp-protocol-version", List.of("2025-06-18")));

  private static RequestHead head(Map<String, List<String>> lines) {
    return new RequestHead(
        "POST", "/mcp", "127.0.0.1", name -> lines.getOrDefault(name.toLowerCase(java.util.Locale.ROOT), List.of()));
  }

  @Benchmark
  public Optional<Refusal> modern() {
    Ladder.negotiate(modern, modernHead);
    return Ladder.agree(modern, modernHead);
  }

  @Benchmark
  public Ladder.Outcome handshake() {
    return Ladder.negotiate(plain, plainHead);
  }
}
