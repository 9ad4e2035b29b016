package br.com.kobana.mcp.jsonrpc;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
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

/** One message in, one page of the API in and out. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 3, time = 2)
@Fork(1)
public class CodecBenchmark {
  private static final byte[] CALL =
      ("{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"tools/call\",\"params\":{\"name\":"
              + "\"banking_charge_payment_list\",\"arguments\":{\"limit\":10}}}")
          .getBytes(StandardCharsets.UTF_8);
  private static final byte[] PAGE = page();
  private final JsonNode page = parsed();

  static byte[] page() {
    StringBuilder rows = new StringBuilder("{\"status\":200,\"data\":[");
    for (int i = 0; i < 10; i++) {
      rows.append(i == 0 ? "" : ",")
          .append("{\"id\":").append(1000 + i)
          .append(",\"uid\":\"01900000-0015-7000-800a-0000000000").append(10 + i)
          .append("\",\"amount\":1234.5").append(i)
          .append(",\"paid_at\":\"2026-11-30T12:00:00-03:00\",\"status\":\"paid\",\"tags\":[],")
          .append("\"payer\":{\"name\":\"João Vítor\",\"email\":null,\"address\":{\"city\":\"São Paulo\",")
          .append("\"state\":\"SP\",\"zip\":\"01310-100\",\"street\":\"Avenida Paulista\",\"number\":\"1000\"}},")
          .append("\"description\":\"Mensalidade de novembro, com desconto até o vencimento\",")
          .append("\"created_at\":\"2026-11-01T09:30:00-03:00\",\"updated_at\":\"2026-11-30T12:00:00-03:00\"}");
    }
    return rows.append("],\"pagination\":{\"next_url\":null}}").toString().getBytes(StandardCharsets.UTF_8);
  }

  private static JsonNode parsed() {
    try {
      return Json.parse(PAGE);
    } catch (MalformedJson e) {
      throw new IllegalStateException(e);
    }
  }

  @Benchmark
  public Inbound readMessage() {
    return Inbound.read(CALL);
  }

  @Benchmark
  public JsonNode readPage() throws MalformedJson {
    return Json.parse(PAGE);
  }

  @Benchmark
  public byte[] writePage() {
    return Json.bytes(page);
  }

  @Benchmark
  public boolean isText() {
    return Utf8.isText(PAGE);
  }
}
