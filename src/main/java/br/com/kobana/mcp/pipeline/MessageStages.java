package br.com.kobana.mcp.pipeline;

import br.com.kobana.mcp.catalog.Catalog;
import br.com.kobana.mcp.catalog.Tool;
import br.com.kobana.mcp.http.BodyLost;
import br.com.kobana.mcp.http.HttpAnswer;
import br.com.kobana.mcp.jsonrpc.Inbound;
import br.com.kobana.mcp.jsonrpc.Json;
import br.com.kobana.mcp.jsonrpc.JsonRpcError;
import br.com.kobana.mcp.protocol.Dressing;
import br.com.kobana.mcp.protocol.Era;
import br.com.kobana.mcp.protocol.Ladder;
import br.com.kobana.mcp.protocol.McpMethod;
import br.com.kobana.mcp.protocol.Refusal;
import br.com.kobana.mcp.protocol.Result;
import br.com.kobana.mcp.protocol.Rung;
import br.com.kobana.mcp.throttle.Bucket;
import br.com.kobana.mcp.throttle.Classification;
import br.com.kobana.mcp.throttle.Throttle;
import br.com.kobana.mcp.tools.ArgumentHeaders;
import br.com.kobana.mcp.tools.ToolView;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import org.apache.camel.Exchange;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The stages that read a message as MCP, count it, and dress what comes back. */
final class MessageStages {
  /** How the bucket stands, in {@code _meta}. */
  private static final String RATE_LIMIT_META = "br.com.kobana/rateLimit";

  private static final List<Map.Entry<String, String>> VARIES =
      List.of(Map.entry("vary", "accept-encoding"));

  private static final List<Map.Entry<String, String>> IN_GZIP =
      List.of(Map.entry("content-encoding", "gzip"), Map.entry("vary", "accept-encoding"));

  private static final Logger LOG = LoggerFactory.getLogger(MessageStages.class);
  private final Catalog catalog;
  private final Throttle throttle;
  private final Simulation simulation;
  private final ArgumentHeaders argumentHeaders;

  MessageStages(Catalog catalog, Throttle throttle, Simulation simulation) {
    this.argumentHeaders = new ArgumentHeaders(catalog);
    this.catalog = catalog;
    this.throttle = throttle;
    this.simulation = simulation;
  }

  /** Era, version, method, envelope. */
  void negotiate(Call call, Exchange exchange) {
    if (call.deferred().isPresent()) {
      return;
    }
    Ladder.Outcome outcome = Ladder.negotiate(call.inbound(), call.head());
    if (outcome instanceof Ladder.Outcome.Refused refused) {
      if (refused.refusal().rung() != Rung.METHOD) {
        throw refused.refusal();
      }
      // What a method does that nobody knows cannot be classified: it counts as a write.
      call.defer(refused.refusal());
      return;
    }
    Ladder.Negotiated negotiated = ((Ladder.Outcome.Spoken) outcome).negotiated();
    call.negotiated(negotiated);
    client(call, negotiated).ifPresent(call.observation()::client);
    exchange.setProperty(Properties.MCP_VERSION, negotiated.version().wire());
    exchange.setProperty(Properties.CANCELLABLE, negotiated.version().isStateless());
    negotiated
        .method()
        .ifPresent(method -> exchange.setProperty(Properties.MCP_METHOD, method.wire()));
  }

  /** Each request of the stateless era says who sends it; in the other, the handshake does. */
  private static Optional<String> client(Call call, Ladder.Negotiated negotiated) {
    if (negotiated.method().filter(McpMethod.INITIALIZE::equals).isEmpty()) {
      return negotiated.envelope().clientName();
    }
    return call.params().map(p -> p.path("clientInfo").path("name").textValue());
  }

  /** Headers against body, in the stateless era. */
  void agree(Call call, Exchange exchange) {
    if (call.deferred().isPresent() || !call.negotiated().version().isStateless()) {
      return;
    }
    Ladder.agree(call.inbound(), call.head())
        .or(() -> argumentHeaderDiffers(call))
        .ifPresent(
            refusal -> {
              throw refusal;
            });
  }

  private Optional<Refusal> argumentHeaderDiffers(Call call) {
    boolean calls = call.negotiated().method().equals(Optional.of(McpMethod.TOOLS_CALL));
    return calls ? argumentHeaders.refusal(call.params(), call.head()) : Optional.empty();
  }

  /** One unit of the bucket that the message spends, if any; then what was deferred. */
  CompletionStage<?> throttle(Call call, Exchange exchange) {
    Optional<Bucket> bucket =
        call.deferred().isPresent() ? Optional.of(Bucket.WRITE) : bucket(call, exchange);
    if (bucket.isEmpty()) {
      return Stage.DONE;
    }
    return throttle
        .count(bucket.get(), call.caller())
        .thenAccept(
            reading -> {
              if (reading.isExceeded()) {
                throw reading.refusal();
              }
              call.counted(reading);
              call.deferred()
                  .ifPresent(
                      refusal -> {
                        throw refusal;
                      });
            });
  }

  private Optional<Bucket> bucket(Call call, Exchange exchange) {
    Optional<McpMethod> method = call.negotiated().method();
    if (method.isEmpty()) {
      return Optional.empty();
    }
    if (method.get() == McpMethod.TOOLS_LIST) {
      call.view(ToolView.of(call.head(), catalog.domains()));
    }
    if (method.get() != McpMethod.TOOLS_CALL) {
      return Classification.of(method.get(), true);
    }
    try {
      call.view(ToolView.of(call.head(), catalog.domains()));
    } catch (Refusal refusal) {
      // Which tools there are is not known, so neither is what the call would do.
      call.defer(refusal);
      return Optional.of(Bucket.WRITE);
    }
    Optional<Tool> tool =
        call.params()
            .map(p -> p.path("name").asText(""))
            .flatMap(catalog::tool)
            .filter(call.view()::shows);
    tool.ifPresent(
        t -> {
          exchange.setProperty(Properties.MCP_TOOL, t.name());
          call.observation().tool(t);
        });
    if (simulation.isWanted(call.head()) && tool.isPresent()) {
      call.observation().simulated();
      exchange.setProperty(Properties.SIMULATED, true);
      return Optional.empty();
    }
    return Classification.of(McpMethod.TOOLS_CALL, tool.filter(t -> !t.writes()).isPresent());
  }

  /** The result in the dress of its era; 202 for what wants no answer. */
  void answer(Call call, Exchange exchange) {
    if (!(call.inbound() instanceof Inbound.Request request)) {
      call.answer(HttpAnswer.empty(202));
      return;
    }
    Result result = exchange.getMessage().getBody(Result.class);
    if (result == null) {
      throw new IllegalStateException("no sub-route left a Result");
    }
    if (result.isError()) {
      call.observation().resultFailed();
    }
    Result told = call.era() == Era.STATELESS ? withRateLimit(call, result) : result;
    call.answer(encoded(call, told, Dressing.result(request.id(), call.era(), told)));
  }

  /**
   * Compressed where the client takes it and the work is done once for many answers; compressing
   * each answer is left to a proxy.
   */
  private static HttpAnswer encoded(Call call, Result result, List<byte[]> parts) {
    if (result.deflated().isEmpty()) {
      return HttpAnswer.json(200, parts);
    }
    if (!MediaTypes.acceptsGzip(call.head().all("accept-encoding"))) {
      return HttpAnswer.json(200, parts).with(VARIES);
    }
    List<byte[]> gzip = result.deflated().get().gzip(parts.get(0), parts.get(2));
    return HttpAnswer.json(200, gzip).with(IN_GZIP);
  }

  private static Result withRateLimit(Call call, Result result) {
    return call.reading()
        .map(reading -> result.withMeta(Json.object().set(RATE_LIMIT_META, reading.json())))
        .orElse(result);
  }

  /** Whatever ended a route before its answer: a refusal, or a failure nobody expected. */
  void refuse(Call call, Exchange exchange) {
    Throwable cause = exchange.getProperty(Exchange.EXCEPTION_CAUGHT, Throwable.class);
    if (cause instanceof Refusal refusal) {
      call.observation().refused(refusal.rung());
      call.answer(answer(call, refusal));
      return;
    }
    if (cause instanceof BodyLost) {
      // The client went away, or was told already that it took too long: nobody reads an answer.
      return;
    }
    LOG.error(
        "request failed: route={} cause={}",
        exchange.getProperty(Exchange.FAILURE_ROUTE_ID),
        trace(cause));
    Refusal failure =
        Refusal.rpc(
            Rung.FAILURE,
            call.id().isPresent() ? 200 : 500,
            JsonRpcError.INTERNAL_ERROR,
            "Internal error");
    call.observation().refused(Rung.FAILURE);
    call.answer(answer(call, failure));
  }

  private static HttpAnswer answer(Call call, Refusal refusal) {
    List<Map.Entry<String, String>> headers = List.copyOf(refusal.headers().entrySet());
    if (refusal.body() instanceof Refusal.Body.Rpc rpc) {
      return HttpAnswer.json(refusal.status(), Dressing.error(call.id(), rpc.error()))
          .with(headers);
    }
    if (refusal.body() instanceof Refusal.Body.Plain plain) {
      return new HttpAnswer(
              refusal.status(),
              List.of(Map.entry("content-type", "application/json; charset=utf-8")),
              List.of(Json.bytes(plain.json())))
          .with(headers);
    }
    return HttpAnswer.empty(refusal.status()).with(headers);
  }

  /** Where it broke, without its message, which could hold what a client sent. */
  private static String trace(Throwable cause) {
    StringBuilder trace = new StringBuilder();
    for (Throwable t = cause; t != null; t = t.getCause()) {
      trace.append(t.getClass().getName());
      StackTraceElement[] frames = t.getStackTrace();
      for (int i = 0; i < Math.min(6, frames.length); i++) {
        trace.append(" at ").append(frames[i]);
      }
      if (t.getCause() != null) {
        trace.append(" caused by ");
      }
    }
    return trace.toString();
  }
}
