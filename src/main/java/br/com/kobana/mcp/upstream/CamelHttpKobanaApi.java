package br.com.kobana.mcp.upstream;

import br.com.kobana.mcp.settings.Settings;
import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;
import org.apache.camel.ExchangePattern;
import org.apache.camel.ProducerTemplate;
import org.apache.camel.component.http.HttpClientConfigurer;
import org.apache.hc.client5.http.ConnectTimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * The Kobana API over the standard camel-http component, for teams that tune or secure that one.
 * Its client blocks, so calls run on a pool. Behaves as {@link VertxKobanaApi}.
 */
public final class CamelHttpKobanaApi implements KobanaApi {
  private static final String CONFIGURER = "kobanaHttpClientConfigurer";
  private final CamelContext camel;
  private final URI base;
  private final Settings.Api settings;
  private final ThreadPoolExecutor threads;
  private final ProducerTemplate template;

  public CamelHttpKobanaApi(CamelContext camel, URI base, Settings.Api settings) {
    this.camel = camel;
    this.template = camel.createProducerTemplate();
    this.threads = threads(settings.poolSize());
    // The client would repeat PUT and DELETE by itself: a write is never repeated unasked.
    HttpClientConfigurer once = builder -> builder.disableAutomaticRetries();
    camel.getRegistry().bind(CONFIGURER, HttpClientConfigurer.class, once);
    this.base = base;
    this.settings = settings;
  }

  /** Its own: calls that wait for the API must not hold up exchanges that run on a pool too. */
  private static ThreadPoolExecutor threads(int size) {
    AtomicInteger number = new AtomicInteger();
    ThreadPoolExecutor threads =
        new ThreadPoolExecutor(
            size,
            size,
            30,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(4 * size),
            task -> {
              Thread thread = new Thread(task, "kobana-api-" + number.incrementAndGet());
              thread.setDaemon(true);
              return thread;
            });
    threads.allowCoreThreadTimeOut(true);
    return threads;
  }

  @Override
  public CompletionStage<UpstreamResponse> send(UpstreamRequest request, Patience patience) {
    // Whoever sets it first, the thread that sends or the time-out, decides whether it was sent.
    AtomicBoolean decided = new AtomicBoolean();
    CompletableFuture<UpstreamResponse> answered = new CompletableFuture<>();
    CompletableFuture<UpstreamResponse> result = new CompletableFuture<>();
    long time = Math.min(patience.millisLeft(), settings.responseTimeout().toMillis());
    var unused =
        answered
            .orTimeout(Math.max(0, time), TimeUnit.MILLISECONDS)
            .whenComplete(
                (response, failure) -> {
                  if (failure == null) {
                    result.complete(response);
                  } else if (failure instanceof TimeoutException) {
                    boolean sent = !decided.compareAndSet(false, true);
                    result.completeExceptionally(
                        new UpstreamFailure(UpstreamFailure.Reason.TIMEOUT, sent));
                  } else {
                    result.completeExceptionally(failure);
                  }
                });
    try {
      threads.execute(
          () -> {
            if (patience.isCalledOff()) {
              answered.completeExceptionally(
                  new UpstreamFailure(UpstreamFailure.Reason.CANCELLED, false));
            } else if (!result.isDone() && decided.compareAndSet(false, true)) {
              exchange(request, answered);
            }
          });
    } catch (RejectedExecutionException e) {
      answered.completeExceptionally(UpstreamFailure.busy());
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
    AtomicReference<UpstreamResponse> response = new AtomicReference<>();
    Exchange answer =
        template.send(
            camel.getEndpoint(uri()),
            ExchangePattern.InOut,
            exchange -> prepare(exchange, request),
            exchange -> response.set(read(exchange)));
    UpstreamResponse read = response.get();
    if (answer.getException() == null && read != null) {
      result.complete(read);
    } else {
      result.completeExceptionally(failure(answer.getException()));
    }
  }

  private static void prepare(Exchange exchange, UpstreamRequest request) {
    Map<String, Object> headers = new HashMap<>(UpstreamHeaders.of(request));
    headers.put(Exchange.HTTP_METHOD, request.method());
    headers.put(Exchange.HTTP_PATH, request.path());
    headers.put(Exchange.HTTP_RAW_QUERY, UpstreamHeaders.query(request));
    headers.put(Exchange.HTTP_QUERY, UpstreamHeaders.query(request));
    exchange.getMessage().setHeaders(headers);
    exchange.getMessage().setBody(request.body().orElse(null));
  }

  private UpstreamResponse read(Exchange answer) throws IOException, UpstreamFailure {
    byte[] body;
    try (InputStream in = answer.getMessage().getBody(InputStream.class)) {
      body = in == null ? new byte[0] : in.readNBytes(settings.maxAnswerBytes() + 1);
    }
    if (body.length > settings.maxAnswerBytes()) {
      throw new UpstreamFailure(UpstreamFailure.Reason.TOO_LARGE, true);
    }
    return new UpstreamResponse(
        answer.getMessage().getHeader(Exchange.HTTP_RESPONSE_CODE, 0, Integer.class),
        kept(answer),
        body);
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
  private static UpstreamFailure failure(@Nullable Throwable cause) {
    for (Throwable t = cause; t != null; t = t.getCause()) {
      if (t instanceof UpstreamFailure known) {
        return known;
      }
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
