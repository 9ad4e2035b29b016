package br.com.kobana.mcp.upstream;

import br.com.kobana.mcp.settings.Settings;
import java.net.ConnectException;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import org.apache.camel.CamelContext;
import org.apache.camel.Endpoint;
import org.apache.camel.Exchange;
import org.apache.camel.ProducerTemplate;
import org.apache.camel.component.http.HttpClientConfigurer;
import org.apache.hc.client5.http.ConnectTimeoutException;

/**
 * The Kobana API over the standard camel-http component, for teams that tune or secure that one.
 * Its client blocks, so calls run on a pool. Behaves as {@link VertxKobanaApi}.
 */
public final class CamelHttpKobanaApi implements KobanaApi {
  private static final String CONFIGURER = "kobanaHttpClientConfigurer";
  private final CamelContext camel;
  private final URI base;
  private final Settings.Api settings;
  private final Executor workers;

  public CamelHttpKobanaApi(CamelContext camel, URI base, Settings.Api settings, Executor workers) {
    this.camel = camel;
    // The client would repeat PUT and DELETE by itself: a write is never repeated unasked.
    HttpClientConfigurer once = builder -> builder.disableAutomaticRetries();
    camel.getRegistry().bind(CONFIGURER, HttpClientConfigurer.class, once);
    this.base = base;
    this.settings = settings;
    this.workers = workers;
  }

  @Override
  public CompletionStage<UpstreamResponse> send(UpstreamRequest request) {
    CompletableFuture<UpstreamResponse> result = new CompletableFuture<>();
    try {
      workers.execute(() -> exchange(request, result));
    } catch (java.util.concurrent.RejectedExecutionException e) {
      result.completeExceptionally(new UpstreamFailure(UpstreamFailure.Reason.CONNECT, false));
    }
    return result;
  }

  /** The component's own defaults are minutes or none; every one that matters is set. */
  private String uri() {
    return base
        + "?bridgeEndpoint=true&throwExceptionOnFailure=false&followRedirects=false"
        + "&skipResponseHeaders=false&disableStreamCache=true&userAgent=kobana-mcp-gateway"
        + "&clearExpiredCookies=false&httpClientConfigurer=#"
        + CONFIGURER
        + "&connectionsPerRoute="
        + settings.poolSize()
        + "&maxTotalConnections="
        + settings.poolSize()
        + "&connectTimeout="
        + settings.connectTimeout().toMillis()
        + "&connectionRequestTimeout="
        + settings.connectTimeout().toMillis()
        + "&soTimeout="
        + settings.responseTimeout().toMillis()
        + "&responseTimeout="
        + settings.responseTimeout().toMillis();
  }

  private void exchange(UpstreamRequest request, CompletableFuture<UpstreamResponse> result) {
    Endpoint endpoint = camel.getEndpoint(uri());
    ProducerTemplate template = camel.createProducerTemplate();
    Exchange answer =
        template.request(
            endpoint,
            exchange -> {
              Map<String, Object> headers = new HashMap<>(UpstreamHeaders.of(request));
              headers.put(Exchange.HTTP_METHOD, request.method());
              headers.put(Exchange.HTTP_PATH, request.path());
              headers.put(Exchange.HTTP_RAW_QUERY, UpstreamHeaders.query(request));
              headers.put(Exchange.HTTP_QUERY, UpstreamHeaders.query(request));
              exchange.getMessage().setHeaders(headers);
              exchange.getMessage().setBody(request.body().orElse(null));
            });
    if (answer.getException() != null) {
      result.completeExceptionally(failure(answer.getException()));
      return;
    }
    result.complete(
        new UpstreamResponse(
            answer.getMessage().getHeader(Exchange.HTTP_RESPONSE_CODE, 0, Integer.class),
            kept(answer),
            body(answer)));
  }

  private static byte[] body(Exchange answer) {
    byte[] body = answer.getMessage().getBody(byte[].class);
    return body == null ? new byte[0] : body;
  }

  private static Map<String, String> kept(Exchange answer) {
    Map<String, String> kept = new HashMap<>();
    for (String name : UpstreamHeaders.KEPT) {
      String value = answer.getMessage().getHeader(name, String.class);
      if (value != null) {
        kept.put(name, value);
      }
    }
    return kept;
  }

  /** What happened before a connection stood was not sent; anything else may have been. */
  private static UpstreamFailure failure(Throwable cause) {
    for (Throwable t = cause; t != null; t = t.getCause()) {
      if (t instanceof ConnectException
          || t instanceof ConnectTimeoutException
          || t instanceof UnknownHostException
          || t instanceof org.apache.hc.core5.http.ConnectionRequestTimeoutException) {
        return new UpstreamFailure(UpstreamFailure.Reason.CONNECT, false);
      }
      if (t instanceof SocketTimeoutException) {
        return new UpstreamFailure(UpstreamFailure.Reason.TIMEOUT, true);
      }
    }
    return new UpstreamFailure(UpstreamFailure.Reason.RESET, true);
  }
}
