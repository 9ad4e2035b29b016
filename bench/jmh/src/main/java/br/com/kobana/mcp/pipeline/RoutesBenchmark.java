package br.com.kobana.mcp.pipeline;

import br.com.kobana.mcp.RunningParts;
import br.com.kobana.mcp.http.HttpAnswer;
import br.com.kobana.mcp.http.HttpCall;
import br.com.kobana.mcp.observe.Observation;
import br.com.kobana.mcp.protocol.RequestHead;
import br.com.kobana.mcp.settings.Settings;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;
import org.apache.camel.ExchangePattern;
import org.apache.camel.Route;
import org.apache.camel.support.AsyncProcessorConverterHelper;
import org.apache.camel.support.DefaultConsumer;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/** The routes by themselves, without HTTP: from the head of a request to its answer. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 4, time = 3)
@Measurement(iterations = 4, time = 3)
@Fork(1)
public class RoutesBenchmark {
  @Param({"ping", "tools/list"})
  public String method;

  private RunningParts gateway;
  private CamelContext camel;
  private Route route;
  private byte[] body;

  /** A request that is all there, on the thread that runs the routes. */
  private static final class Call implements HttpCall {
    private static final Map<String, List<String>> HEADERS =
        Map.of(
            "host", List.of("localhost"),
            "authorization", List.of("Bearer sandbox-bench"),
            "content-type", List.of("application/json"),
            "accept", List.of("application/json, text/event-stream"),
            "mcp-protocol-version", List.of("2025-11-25"));

    private final RequestHead head =
        new RequestHead("POST", "/mcp", "127.0.0.1", n -> HEADERS.getOrDefault(n, List.of()));
    private final Observation observation = new Observation();
    private final byte[] body;
    private HttpAnswer answer;

    Call(byte[] body) {
      this.body = body;
      observation.head(head);
    }

    @Override
    public RequestHead head() {
      return head;
    }

    @Override
    public Observation observation() {
      return observation;
    }

    @Override
    public CompletionStage<Optional<byte[]>> body() {
      return CompletableFuture.completedFuture(Optional.of(body));
    }

    @Override
    public void answer(HttpAnswer given) {
      answer = given;
    }

    @Override
    public Optional<HttpAnswer> answer() {
      return Optional.ofNullable(answer);
    }

    @Override
    public boolean isAbandoned() {
      return false;
    }

    @Override
    public boolean isOverdue() {
      return false;
    }

    @Override
    public long millisLeft() {
      return 20_000;
    }

    @Override
    public void resume(Runnable continuation) {
      continuation.run();
    }

    @Override
    public boolean isHome() {
      return true;
    }
  }

  @Setup
  public void start() throws Exception {
    body =
        ("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"" + method + "\",\"params\":{}}")
            .getBytes(StandardCharsets.UTF_8);
    gateway =
        RunningParts.start(
            Settings.with(
                Map.of(
                    "kobana.api-url", "sandbox",
                    "mcp.port", port(),
                    "mcp.sandbox.port", port(),
                    "mcp.management.port", port())),
            java.time.InstantSource.system());
    camel = gateway.camel();
    route = camel.getRoute("mcp");
    HttpAnswer answer = run();
    if (answer.status() != 200) {
      throw new IllegalStateException("the answer is " + answer.status());
    }
  }

  private static String port() throws Exception {
    try (ServerSocket socket = new ServerSocket(0)) {
      return Integer.toString(socket.getLocalPort());
    }
  }

  @TearDown
  public void stop() throws Exception {
    gateway.close();
  }

  @Benchmark
  public HttpAnswer run() throws Exception {
    DefaultConsumer consumer = (DefaultConsumer) route.getConsumer();
    Exchange exchange = consumer.createExchange(false);
    exchange.setPattern(ExchangePattern.InOut);
    Call call = new Call(body);
    exchange.setProperty(HttpCall.PROPERTY, call);
    exchange.setProperty("requestHead", call.head());
    exchange.setProperty("httpMethod", "POST");
    consumer.createUoW(exchange);
    CountDownLatch done = new CountDownLatch(1);
    consumer.getAsyncProcessor().process(exchange, sync -> done.countDown());
    if (done.getCount() > 0) {
      done.await();
    }
    consumer.doneUoW(exchange);
    consumer.releaseExchange(exchange, false);
    return call.answer().orElseThrow();
  }
}
