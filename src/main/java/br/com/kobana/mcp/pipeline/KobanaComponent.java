package br.com.kobana.mcp.pipeline;

import br.com.kobana.mcp.http.HttpCall;
import br.com.kobana.mcp.observe.UpstreamTracer;
import br.com.kobana.mcp.upstream.KobanaApi;
import br.com.kobana.mcp.upstream.UpstreamFailure;
import br.com.kobana.mcp.upstream.UpstreamRequest;
import br.com.kobana.mcp.upstream.UpstreamResponse;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
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
 */
final class KobanaComponent extends DefaultComponent {
  private final KobanaApi api;
  private final UpstreamTracer tracer;

  KobanaComponent(KobanaApi api, UpstreamTracer tracer) {
    this.api = api;
    this.tracer = tracer;
  }

  @Override
  protected Endpoint createEndpoint(String uri, String remaining, Map<String, Object> parameters) {
    return new Api(uri, this, api, tracer);
  }

  private static final class Api extends DefaultEndpoint {
    private final KobanaApi api;
    private final UpstreamTracer tracer;

    Api(String uri, Component component, KobanaApi api, UpstreamTracer tracer) {
      super(uri, component);
      this.api = api;
      this.tracer = tracer;
    }

    @Override
    public Producer createProducer() {
      return new Caller(this, api, tracer);
    }

    @Override
    public Consumer createConsumer(Processor processor) {
      throw new UnsupportedOperationException("kobana: only answers requests");
    }
  }

  private static final class Caller extends DefaultAsyncProducer {
    private final KobanaApi api;
    private final UpstreamTracer tracer;

    Caller(Endpoint endpoint, KobanaApi api, UpstreamTracer tracer) {
      super(endpoint);
      this.api = api;
      this.tracer = tracer;
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
      if (http.isOverdue()
          || (http.isAbandoned()
              && exchange.getProperty(Properties.CANCELLABLE, false, Boolean.class))) {
        exchange.getMessage().setBody(new UpstreamFailure(UpstreamFailure.Reason.CANCELLED, false));
        callback.done(false);
        return;
      }
      long left = Math.min(http.millisLeft(), timeLeftToTheCall(exchange));
      if (left <= 0) {
        exchange.getMessage().setBody(new UpstreamFailure(UpstreamFailure.Reason.TIMEOUT, false));
        callback.done(false);
        return;
      }
      UpstreamTracer.Step step = tracer.begin(http.observation(), request.method(), request.area());
      CompletionStage<UpstreamResponse> answer;
      try {
        // The client must hear of a write whose outcome is unknown while it still listens.
        answer =
            api.send(step.traceparent().map(request::in).orElse(request))
                .toCompletableFuture()
                .orTimeout(left, TimeUnit.MILLISECONDS);
      } catch (RuntimeException e) {
        step.failed("ERROR");
        exchange.setException(e);
        callback.done(false);
        return;
      }
      var unused =
          answer.whenComplete(
              (response, failure) -> {
                Object outcome = response != null ? response : of(failure);
                told(step, outcome);
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

    /** A further request of a call ends in time for what the call has already. */
    private static long timeLeftToTheCall(Exchange exchange) {
      Long left = exchange.getProperty(Properties.TIME_LEFT, Long.class);
      return left == null ? Long.MAX_VALUE : left;
    }

    private static Object of(Throwable failure) {
      Throwable cause =
          failure instanceof java.util.concurrent.CompletionException && failure.getCause() != null
              ? failure.getCause()
              : failure;
      if (cause instanceof TimeoutException) {
        return new UpstreamFailure(UpstreamFailure.Reason.TIMEOUT, true);
      }
      return cause instanceof UpstreamFailure known
          ? known
          : new UpstreamFailure(
              cause instanceof TimeoutException
                  ? UpstreamFailure.Reason.TIMEOUT
                  : UpstreamFailure.Reason.RESET,
              true);
    }
  }
}
