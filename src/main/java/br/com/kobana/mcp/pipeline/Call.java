package br.com.kobana.mcp.pipeline;

import br.com.kobana.mcp.auth.Caller;
import br.com.kobana.mcp.http.HttpAnswer;
import br.com.kobana.mcp.http.HttpCall;
import br.com.kobana.mcp.jsonrpc.Inbound;
import br.com.kobana.mcp.jsonrpc.RequestId;
import br.com.kobana.mcp.observe.Observation;
import br.com.kobana.mcp.protocol.Era;
import br.com.kobana.mcp.protocol.Ladder;
import br.com.kobana.mcp.protocol.Refusal;
import br.com.kobana.mcp.protocol.RequestHead;
import br.com.kobana.mcp.throttle.Reading;
import br.com.kobana.mcp.tools.ToolView;
import br.com.kobana.mcp.upstream.UpstreamFailure;
import br.com.kobana.mcp.upstream.UpstreamRequest;
import br.com.kobana.mcp.upstream.UpstreamResponse;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.apache.camel.Exchange;
import org.jspecify.annotations.Nullable;

/**
 * What the stages have found out about one message so far. Each field is set by one stage and read
 * by later ones; a stage that reads what no earlier stage set fails loudly. Used by one thread at a
 * time.
 */
final class Call {
  private static final String PROPERTY = "mcpCall";
  private final HttpCall http;
  private final List<Map.Entry<String, String>> headers = new ArrayList<>(8);
  private @Nullable Caller caller;
  private @Nullable Inbound inbound;
  private Ladder.@Nullable Negotiated negotiated;
  private @Nullable Refusal deferred;
  private @Nullable Reading reading;
  private ToolView view = ToolView.ALL;
  private @Nullable Version version;
  private final long startedNanos = System.nanoTime();

  private Call(HttpCall http) {
    this.http = http;
  }

  static Call of(Exchange exchange) {
    Object known = exchange.getProperty(PROPERTY);
    if (known instanceof Call call) {
      return call;
    }
    Call call = new Call(HttpCall.of(exchange));
    exchange.setProperty(PROPERTY, call);
    return call;
  }

  /** What is left of this time since the message came in; zero or less when nothing is. */
  Duration left(Duration of) {
    return of.minusNanos(System.nanoTime() - startedNanos);
  }

  HttpCall http() {
    return http;
  }

  /** What operators will see of this message. */
  Observation observation() {
    return http.observation();
  }

  RequestHead head() {
    return http.head();
  }

  Caller caller() {
    return required(caller, "authenticate");
  }

  void caller(Caller value) {
    caller = value;
    observation().caller(value);
  }

  Inbound inbound() {
    return required(inbound, "accept");
  }

  void inbound(Inbound value) {
    inbound = value;
    if (value instanceof Inbound.Request request) {
      request.params().ifPresent(observation()::params);
    }
  }

  Ladder.Negotiated negotiated() {
    return required(negotiated, "negotiate");
  }

  void negotiated(Ladder.Negotiated value) {
    negotiated = value;
    observation().spoken(value.version(), value.method());
  }

  /** The catalogue and prompts of this call, the same from its first question to its answer. */
  Version version(Supplier<Version> current) {
    Version known = version;
    if (known == null) {
      known = current.get();
      version = known;
    }
    return known;
  }

  /** To which tools the client narrowed itself; of a message about tools. */
  ToolView view() {
    return view;
  }

  void view(ToolView value) {
    view = value;
  }

  Era era() {
    return negotiated().version().era();
  }

  /**
   * A refusal that is answered only after the message was counted: what cannot be classified spends
   * a write before it gets its error (design.md §2).
   */
  Optional<Refusal> deferred() {
    return Optional.ofNullable(deferred);
  }

  void defer(Refusal refusal) {
    deferred = refusal;
  }

  /** Headers that go on the answer whatever it will be. */
  void header(String name, String value) {
    headers.add(Map.entry(name, value));
  }

  /**
   * Tells operators of a request to the API.
   *
   * @param outcome an answer or a failure; anything else is none in time
   */
  void sent(UpstreamRequest request, @Nullable Object outcome) {
    request.idempotencyKey().ifPresent(observation()::idempotencyKey);
    String told = "none";
    Optional<String> requestId = Optional.empty();
    if (outcome instanceof UpstreamResponse answer) {
      told = Integer.toString(answer.status());
      requestId = answer.header("x-request-id").or(() -> answer.header("request-id"));
    } else if (outcome instanceof UpstreamFailure failure) {
      told = failure.reason() + (failure.sent() ? " after sending" : " before sending");
    }
    observation()
        .upstream(new Observation.Upstream(request.area(), request.method(), told, requestId));
  }

  /** How the bucket of this message stands; told again when what became of a write changes it. */
  void counted(Reading value) {
    reading = value;
    observation().counted(value);
  }

  Optional<Reading> reading() {
    return Optional.ofNullable(reading);
  }

  Optional<RequestId> id() {
    if (inbound instanceof Inbound.Request request) {
      return Optional.of(request.id());
    }
    return inbound instanceof Inbound.Malformed malformed ? malformed.id() : Optional.empty();
  }

  Optional<ObjectNode> params() {
    return inbound() instanceof Inbound.Request request ? request.params() : Optional.empty();
  }

  void answer(HttpAnswer answer) {
    Reading counted = reading;
    http.answer(
        counted == null ? answer.with(headers) : answer.with(headers).with(counted.headers()));
  }

  private static <T> T required(@Nullable T value, String stage) {
    if (value == null) {
      throw new IllegalStateException("the stage '" + stage + "' has not run");
    }
    return value;
  }
}
