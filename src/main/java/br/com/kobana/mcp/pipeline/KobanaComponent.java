package br.com.kobana.mcp.pipeline;

import br.com.kobana.mcp.http.HttpCall;
import br.com.kobana.mcp.observe.UpstreamTracer;
import br.com.kobana.mcp.upstream.KobanaApi;
import br.com.kobana.mcp.upstream.Patience;
import br.com.kobana.mcp.upstream.UpstreamFailure;
import br.com.kobana.mcp.upstream.UpstreamRequest;
import br.com.kobana.mcp.upstream.UpstreamResponse;
import io.github.resilience4j.bulkhead.Bulkhead;
import io.github.resilience4j.bulkhead.BulkheadConfig;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.apache.camel.AsyncCallback;
import org.apache.camel.Component;
import org.apache.camel.Consumer;
import org.apache.camel.Endpoint;
import org.apache.camel.Exchange;
import org.apache.camel.Processor;
import org.apache.camel.Producer;
import org.apache.camel.support.DefaultAsyncProducer;
import org.apache.camel.support.DefaultComponent;
import org.apache.camel.support.DefaultEndpoint;

/**
 * {@code kobana:api}, the Kobana API as a Camel endpoint (design decision 30a). The body goes in as
 * an {@link UpstreamRequest} and comes out as an {@code UpstreamResponse}, whatever its status, or
 * as an {@link UpstreamFailure}: the step after it decides what either means.
 *
 * <p>{@code kobana:api?maxConcurrent=64} has so many calls under way at most, whoever asks; one
 * more fails as {@link UpstreamFailure#busy} at once. Without it the API's own areas are the only
 * bound.
 */
final class KobanaComponent extends DefaultComponent {
  private final KobanaApi api;
  private final Duration budget;
  private final Unheard unheard;
  private final UpstreamTracer tracer;

  /** Takes the outcome of a write whose client is gone, so that somebody knows it. */
  @FunctionalInterface
  interface Unheard {
    /**
     * Called on any thread; does not block.
     *
     * @param outcome an {@code UpstreamResponse} or an {@link UpstreamFailure}
     */
    void ended(UpstreamRequest request, Object outcome);
  }

  /**
   * @param budget from the arrival of a message to the end of its calls
   */
  KobanaComponent(KobanaApi api, Duration budget, Unheard unheard, UpstreamTracer tracer) {
    this.tracer = tracer;
    this.api = api;
    this.budget = budget;
    this.unheard = unheard;
  }

  @Override
  protected Endpoint createEndpoint(String uri, String remaining, Map<String, Object> parameters) {
    if (remaining.equals("route")) {
      String route = getAndRemoveParameter(parameters, "routeId", String.class);
      if (route == null) {
        throw new IllegalArgumentException("kobana:route wants routeId, the route to run");
      }
      return new RouteEndpoint(uri, this, route);
    }
    Integer most = getAndRemoveParameter(parameters, "maxConcurrent", Integer.class);
    return new Api(uri, this, Optional.ofNullable(most).map(n -> bulkhead(uri, n)));
  }

  private static Bulkhead bulkhead(String name, int most) {
    return Bulkhead.of(
        name,
        BulkheadConfig.custom().maxConcurrentCalls(most).maxWaitDuration(Duration.ZERO).build());
  }

  private final class Api extends DefaultEndpoint {
    private final Optional<Bulkhead> bulkhead;

    Api(String uri, Component component, Optional<Bulkhead> bulkhead) {
      super(uri, component);
      this.bulkhead = bulkhead;
    }

    @Override
    public Producer createProducer() {
      return new Caller(this, bulkhead);
    }

    @Override
    public Consumer createConsumer(Processor processor) {
      throw new UnsupportedOperationException("kobana: only answers requests");
    }
  }

  private final class Caller extends DefaultAsyncProducer {
    private final Optional<Bulkhead> bulkhead;

    Caller(Endpoint endpoint, Optional<Bulkhead> bulkhead) {
      super(endpoint);
      this.bulkhead = bulkhead;
    }

    @Override
    public boolean process(Exchange exchange, AsyncCallback callback) {
      try {
        UpstreamRequest request = exchange.getMessage().getBody(UpstreamRequest.class);
        if (request == null) {
          throw new IllegalArgumentException("kobana: wants an UpstreamRequest as its body");
        }
        HttpCall http = HttpCall.of(exchange);
        if (http.isHome()) {
          send(http, request, exchange, callback);
        } else {
          http.resume(() -> send(http, request, exchange, callback));
        }
        return false;
      } catch (RuntimeException e) {
        exchange.setException(e);
        callback.done(true);
        return true;
      }
    }

    private void send(
        HttpCall http, UpstreamRequest request, Exchange exchange, AsyncCallback callback) {
      if (bulkhead.isPresent() && !bulkhead.get().tryAcquirePermission()) {
        exchange.getMessage().setBody(UpstreamFailure.busy());
        callback.done(false);
        return;
      }
      UpstreamTracer.Step step = tracer.begin(http.observation(), request.method(), request.area());
      CompletionStage<?> answer;
      try {
        answer =
            api.send(step.traceparent().map(request::in).orElse(request), patience(http, exchange));
      } catch (RuntimeException e) {
        bulkhead.ifPresent(Bulkhead::onComplete);
        step.failed("ERROR");
        exchange.setException(e);
        callback.done(false);
        return;
      }
      var unused =
          answer.whenComplete(
              (response, failure) -> {
                bulkhead.ifPresent(Bulkhead::onComplete);
                Object outcome = response != null ? response : of(failure);
                told(step, outcome);
                if (request.write() && http.isAbandoned()) {
                  unheard.ended(request, outcome);
                }
                http.resume(
                    () -> {
                      exchange.getMessage().setBody(outcome);
                      callback.done(false);
                    });
              });
    }

    private static void told(UpstreamTracer.Step step, Object outcome) {
      if (outcome instanceof UpstreamResponse answer) {
        step.answered(answer.status());
      } else if (outcome instanceof UpstreamFailure failure) {
        step.failed(failure.reason().name());
      }
    }

    /** The client must hear of a write whose outcome is unknown while it still listens. */
    private Patience patience(HttpCall http, Exchange exchange) {
      long end =
          System.nanoTime()
              + TimeUnit.MILLISECONDS.toNanos(
                  Math.min(timeLeftToTheCall(exchange), leftOfTheBudget(exchange)));
      boolean cancellable = exchange.getProperty(Properties.CANCELLABLE, false, Boolean.class);
      return new Patience() {
        @Override
        public long millisLeft() {
          return Math.min(
              http.millisLeft(), TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime()));
        }

        @Override
        public boolean isCalledOff() {
          return http.isOverdue() || (cancellable && http.isAbandoned());
        }
      };
    }

    private long leftOfTheBudget(Exchange exchange) {
      return Call.of(exchange).left(budget).toMillis();
    }

    /** A further request of a call ends in time for what the call has already. */
    private static long timeLeftToTheCall(Exchange exchange) {
      Long left = exchange.getProperty(Properties.TIME_LEFT, Long.class);
      return left == null ? Long.MAX_VALUE / 1_000_000 : left;
    }

    private static Object of(Throwable failure) {
      Throwable cause =
          failure instanceof java.util.concurrent.CompletionException && failure.getCause() != null
              ? failure.getCause()
              : failure;
      return cause instanceof UpstreamFailure known
          ? known
          : new UpstreamFailure(UpstreamFailure.Reason.RESET, true);
    }
  }
}
