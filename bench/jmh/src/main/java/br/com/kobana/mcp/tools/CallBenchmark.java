package br.com.kobana.mcp.tools;

import br.com.kobana.mcp.auth.Caller;
import br.com.kobana.mcp.catalog.Catalog;
import br.com.kobana.mcp.catalog.CatalogLoader;
import br.com.kobana.mcp.jsonrpc.Json;
import br.com.kobana.mcp.jsonrpc.MalformedJson;
import br.com.kobana.mcp.protocol.Cursors;
import br.com.kobana.mcp.protocol.Refusal;
import br.com.kobana.mcp.protocol.Result;
import br.com.kobana.mcp.tools.ToolCalls.Prepared;
import br.com.kobana.mcp.upstream.Credential;
import br.com.kobana.mcp.upstream.UpstreamResponse;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
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

/** A read call: validation and mapping before the API, shape, projection and result after it. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 3, time = 2)
@Fork(1)
public class CallBenchmark {
  private final Catalog catalog = CatalogLoader.fromClassPath();
  private final ToolCalls calls =
      new ToolCalls(
          catalog,
          new Cursors(List.of(new byte[32])),
          scopes -> Refusal.invalidParams("scope"),
          () -> "key",
          RowsShown.none());
  private final Caller caller =
      new Caller(
          "account",
          false,
          "principal",
          Set.of("all", "read"),
          Optional.empty(),
          OptionalLong.empty(),
          OptionalLong.empty(),
          new Credential("token"));
  private final Optional<ObjectNode> whole = params("");
  private final Optional<ObjectNode> some = params(",\"fields\":[\"amount\",\"status\"]");
  private final ToolCalls.Plan wholePlan = plan(whole);
  private final ToolCalls.Plan somePlan = plan(some);
  private final ToolCalls.Plan billetsPlan = plan(params("banking_charge_bank_billet_list", ""));
  private final UpstreamResponse answer = new UpstreamResponse(200, Map.of(), page());
  private final UpstreamResponse billets = new UpstreamResponse(200, Map.of(), billets());

  private static Optional<ObjectNode> params(String more) {
    return params("banking_charge_payment_list", more);
  }

  private static Optional<ObjectNode> params(String tool, String more) {
    try {
      return Optional.of(
          (ObjectNode)
              Json.parse(
                  "{\"name\":\"" + tool + "\",\"arguments\":{\"limit\":10" + more + "}}"));
    } catch (MalformedJson e) {
      throw new IllegalStateException(e);
    }
  }

  /** Ten rows as wide as a boleto: about a hundred members, 42 KB in all. */
  private static byte[] billets() {
    StringBuilder rows = new StringBuilder("[");
    for (int i = 0; i < 10; i++) {
      rows.append(i == 0 ? "" : ",").append("{\"id\":").append(1000 + i);
      rows.append(",\"uid\":\"01900000-0015-7000-800a-0000000000").append(10 + i).append('"');
      for (int k = 0; k < 24; k++) {
        rows.append(",\"amount_of_").append(k).append("\":").append(k * 37).append(".5").append(i)
            .append(",\"instruction_").append(k).append("\":null,\"description_").append(k)
            .append("\":\"Após o vencimento, juros de mora de 1% ao mês e multa de 2% sobre o")
            .append(" valor do título\",\"date_").append(k).append("\":\"2026-11-30\"");
      }
      rows.append(",\"tags\":[\"a\",\"b\"],\"meta\":{},\"customer\":{\"name\":\"João \\\"Jô\\\" Vítor\"}}");
    }
    return rows.append(']').toString().getBytes(StandardCharsets.UTF_8);
  }

  private static byte[] page() {
    StringBuilder rows = new StringBuilder("{\"status\":200,\"data\":[");
    for (int i = 0; i < 10; i++) {
      rows.append(i == 0 ? "" : ",")
          .append("{\"uid\":\"01900000-0015-7000-800a-0000000000").append(10 + i)
          .append("\",\"amount\":1234.5").append(i)
          .append(",\"status\":\"paid\",\"paid_at\":\"2026-11-30T12:00:00-03:00\",\"debtor\":{\"name\":")
          .append("\"João Vítor\",\"document_number\":null},\"receiving\":{\"bank\":{\"name\":\"Sicoob\",")
          .append("\"number\":\"756\"},\"agency\":\"1234\"},\"description\":\"Mensalidade de novembro\",")
          .append("\"created_at\":\"2026-11-01T09:30:00-03:00\",\"updated_at\":\"2026-11-30T12:00:00-03:00\"}");
    }
    return rows.append("],\"pagination\":{\"next_url\":null}}").toString().getBytes(StandardCharsets.UTF_8);
  }

  private ToolCalls.Plan plan(Optional<ObjectNode> params) {
    return ((Prepared.Send) calls.prepare(caller, params)).plan();
  }

  @Benchmark
  public Prepared prepare() {
    return calls.prepare(caller, whole);
  }

  @Benchmark
  public Result conclude() {
    return calls.conclude(wholePlan, answer);
  }

  @Benchmark
  public Result concludeWithTwoFields() {
    return calls.conclude(somePlan, answer);
  }

  @Benchmark
  public Result concludeBillets() {
    return calls.conclude(billetsPlan, billets);
  }
}
