package br.com.kobana.mcp.trace;

import br.com.kobana.mcp.catalog.Tool;
import br.com.kobana.mcp.observe.Observation;
import br.com.kobana.mcp.observe.Observer;
import br.com.kobana.mcp.observe.RequestTrace;
import br.com.kobana.mcp.observe.TraceParent;
import br.com.kobana.mcp.observe.UpstreamTracer;
import br.com.kobana.mcp.protocol.McpMethod;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanBuilder;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.TraceFlags;
import io.opentelemetry.api.trace.TraceState;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Context;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.autoconfigure.AutoConfiguredOpenTelemetrySdk;
import java.net.URI;
import java.time.Clock;
import java.time.Instant;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * A span for each request, and one below it for each request to the API. Spans hang together
 * through the {@link Observation} and never through the thread: on an event loop many requests take
 * turns on one. Names and attributes come from the gateway and its catalogue alone. Spans are sent
 * by a thread of OpenTelemetry's; a receiver that is away loses spans and holds nobody up.
 */
public final class Traces implements Observer, UpstreamTracer, AutoCloseable {
  private static final String SERVICE = "kobana-mcp-gateway";
  private final OpenTelemetrySdk sdk;
  private final Tracer tracer;
  private final Clock clock = Clock.systemUTC();

  private Traces(OpenTelemetrySdk sdk) {
    this.sdk = sdk;
    this.tracer = sdk.getTracer("br.com.kobana.mcp");
  }

  /**
   * Traces that are sent with OTLP over HTTP; anything else is as OpenTelemetry's own environment
   * variables say.
   */
  public static Traces to(URI endpoint) {
    return new Traces(
        AutoConfiguredOpenTelemetrySdk.builder()
            .addPropertiesSupplier(
                () ->
                    Map.of(
                        "otel.service.name", SERVICE,
                        "otel.exporter.otlp.protocol", "http/protobuf",
                        "otel.exporter.otlp.endpoint", endpoint.toString(),
                        "otel.metrics.exporter", "none",
                        "otel.logs.exporter", "none"))
            .disableShutdownHook()
            .build()
            .getOpenTelemetrySdk());
  }

  /** A request's span. */
  private record Kept(Span span) implements RequestTrace {
    @Override
    public String traceId() {
      return span.getSpanContext().getTraceId();
    }
  }

  private Span span(Observation observation) {
    // The requests of one message may go out side by side in the worker mode.
    synchronized (observation) {
      Optional<RequestTrace> begun = observation.trace();
      if (begun.isPresent() && begun.get() instanceof Kept kept) {
        return kept.span();
      }
      SpanBuilder builder =
          tracer
              .spanBuilder(name(observation))
              .setSpanKind(SpanKind.SERVER)
              .setStartTimestamp(started(observation));
      TraceParent.of(observation)
          .map(Traces::remote)
          .ifPresentOrElse(
              from -> builder.setParent(Context.root().with(Span.wrap(from))),
              builder::setNoParent);
      Span span = builder.startSpan();
      observation.trace(new Kept(span));
      return span;
    }
  }

  private Instant started(Observation observation) {
    return clock.instant().minusNanos(observation.nanosSoFar());
  }

  private static SpanContext remote(TraceParent from) {
    return SpanContext.createFromRemoteParent(
        from.id(), from.spanId(), TraceFlags.fromHex(from.text(), 53), TraceState.getDefault());
  }

  private static String name(Observation observation) {
    String method = observation.method().map(McpMethod::wire).orElse("request");
    return observation.tool().map(t -> method + " " + t.name()).orElse(method);
  }

  @Override
  public Step begin(Observation observation, String method, String area) {
    Span span =
        tracer
            .spanBuilder(method + " " + area)
            .setParent(Context.root().with(span(observation)))
            .setSpanKind(SpanKind.CLIENT)
            .setAttribute("http.request.method", method)
            .setAttribute("kobana.area", area)
            .startSpan();
    return new UpstreamStep(span);
  }

  private record UpstreamStep(Span span) implements Step {
    @Override
    public Optional<String> traceparent() {
      SpanContext at = span.getSpanContext();
      return Optional.of(
          "00-" + at.getTraceId() + "-" + at.getSpanId() + "-" + at.getTraceFlags().asHex());
    }

    @Override
    public void answered(int status) {
      span.setAttribute("http.response.status_code", status);
      if (status >= 400) {
        span.setStatus(StatusCode.ERROR);
      }
      span.end();
    }

    @Override
    public void failed(String why) {
      span.setAttribute("error.type", why.toLowerCase(Locale.ROOT));
      span.setStatus(StatusCode.ERROR);
      span.end();
    }
  }

  @Override
  public void ended(Observation observation) {
    if (observation.method().isEmpty() && observation.rung().isEmpty()) {
      return;
    }
    Span span = span(observation);
    observation.method().ifPresent(m -> span.setAttribute("mcp.method.name", m.wire()));
    observation.version().ifPresent(v -> span.setAttribute("mcp.protocol.version", v.wire()));
    observation.tool().map(Tool::name).ifPresent(t -> span.setAttribute("gen_ai.tool.name", t));
    observation
        .rung()
        .ifPresent(r -> span.setAttribute("mcp.rung", r.name().toLowerCase(Locale.ROOT)));
    span.setAttribute("mcp.outcome", observation.outcome());
    span.setAttribute("mcp.request.id", observation.requestId());
    span.setAttribute("http.response.status_code", observation.status());
    if (observation.status() >= 500 || observation.outcome().equals("failed")) {
      span.setStatus(StatusCode.ERROR);
    }
    span.end();
  }

  /** Sends what waits, for a few seconds at most. */
  @Override
  public void close() {
    sdk.shutdown().join(5, TimeUnit.SECONDS);
  }
}
