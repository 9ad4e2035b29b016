package br.com.kobana.mcp.upstream;

import br.com.kobana.mcp.settings.Settings;
import br.com.kobana.mcp.sockets.Turns;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.ConnectionPoolTooBusyException;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.PoolOptions;
import io.vertx.core.http.RequestOptions;
import java.net.URI;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * The Kobana API over one pooled, asynchronous, keep-alive client. Only the headers that {@link
 * UpstreamHeaders} lists are sent; redirects are not followed. A call made on an event loop
 * completes on it.
 */
public final class VertxKobanaApi implements KobanaApi {
  private final Vertx vertx;
  private final HttpClient client;
  private final URI base;
  private final Settings.Api settings;

  public VertxKobanaApi(Vertx vertx, URI base, Settings.Api settings) {
    this.vertx = vertx;
    this.base = base;
    this.settings = settings;
    this.client =
        vertx
            .httpClientBuilder()
            .with(
                new HttpClientOptions()
                    .setKeepAlive(true)
                    .setKeepAliveTimeout(30)
                    .setConnectTimeout((int) settings.connectTimeout().toMillis())
                    .setSsl(base.getScheme().equals("https"))
                    .setVerifyHost(true)
                    .setTcpNoDelay(true)
                    .setIdleTimeout((int) Math.max(60, settings.responseTimeout().toSeconds() + 5))
                    .setIdleTimeoutUnit(TimeUnit.SECONDS))
            .with(
                new PoolOptions()
                    .setHttp1MaxSize(settings.poolSize())
                    .setMaxWaitQueueSize(4 * settings.poolSize()))
            .withConnectHandler(new Turns()::follow)
            .build();
  }

  @Override
  public CompletionStage<UpstreamResponse> send(UpstreamRequest request, Patience patience) {
    long time = Math.min(patience.millisLeft(), settings.responseTimeout().toMillis());
    Attempt attempt = new Attempt(patience);
    if (time <= 0) {
      attempt.fail(UpstreamFailure.Reason.TIMEOUT);
      return attempt.result;
    }
    attempt.timer = vertx.setTimer(time, timer -> attempt.timeOut());
    client
        .request(options(request))
        .onFailure(failure -> attempt.fail(reason(failure)))
        .onSuccess(open -> attempt.send(open, request));
    return attempt.result;
  }

  private static UpstreamFailure.Reason reason(Throwable noConnection) {
    return noConnection instanceof ConnectionPoolTooBusyException
        ? UpstreamFailure.Reason.BUSY
        : UpstreamFailure.Reason.CONNECT;
  }

  private RequestOptions options(UpstreamRequest request) {
    int port = base.getPort() > 0 ? base.getPort() : base.getScheme().equals("https") ? 443 : 80;
    return new RequestOptions()
        .setMethod(HttpMethod.valueOf(request.method()))
        .setHost(base.getHost())
        .setPort(port)
        .setSsl(base.getScheme().equals("https"))
        .setFollowRedirects(false)
        // Waiting for one of the pool included.
        .setConnectTimeout(settings.connectTimeout().toMillis())
        .setURI(base.getRawPath() + UpstreamHeaders.target(request));
  }

  /** One exchange with the API; ends exactly once. */
  private final class Attempt {
    private final Patience patience;
    private final CompletableFuture<UpstreamResponse> result = new CompletableFuture<>();

    /** Whoever sets it first, the one who sends or the one who gives up, decides whether it was. */
    private final AtomicBoolean decided = new AtomicBoolean();

    private volatile long timer = -1;
    private volatile @Nullable HttpClientRequest open;

    Attempt(Patience patience) {
      this.patience = patience;
    }

    void send(HttpClientRequest opened, UpstreamRequest request) {
      open = opened;
      if (patience.isCalledOff()) {
        fail(UpstreamFailure.Reason.CANCELLED);
      }
      UpstreamHeaders.of(request).forEach(opened::putHeader);
      opened.exceptionHandler(failure -> fail(UpstreamFailure.Reason.RESET));
      if (!decided.compareAndSet(false, true)) {
        // It ended while a connection was awaited: nothing may be sent any more.
        opened.reset();
        return;
      }
      (request.body().isPresent()
              ? opened.send(Buffer.buffer(request.body().get()))
              : opened.send())
          .onFailure(failure -> fail(UpstreamFailure.Reason.RESET))
          .onSuccess(this::receive);
    }

    private void receive(HttpClientResponse response) {
      AnswerBytes body = new AnswerBytes(response.getHeader(HttpHeaders.CONTENT_LENGTH));
      response.handler(
          chunk -> {
            if (body.length() + (long) chunk.length() > settings.maxAnswerBytes()) {
              fail(UpstreamFailure.Reason.TOO_LARGE);
              response.request().reset();
            } else {
              body.add(chunk);
            }
          });
      response.exceptionHandler(failure -> fail(UpstreamFailure.Reason.RESET));
      response.endHandler(
          end -> {
            vertx.cancelTimer(timer);
            result.complete(
                new UpstreamResponse(response.statusCode(), kept(response), body.all()));
          });
    }

    private Map<String, String> kept(HttpClientResponse response) {
      Map<String, String> kept = new HashMap<>();
      for (String name : UpstreamHeaders.KEPT) {
        String value = response.headers().get(name);
        if (value != null) {
          kept.put(name, value);
        }
      }
      return kept;
    }

    void timeOut() {
      fail(UpstreamFailure.Reason.TIMEOUT);
      HttpClientRequest request = open;
      if (request != null) {
        request.reset();
      }
    }

    void fail(UpstreamFailure.Reason reason) {
      vertx.cancelTimer(timer);
      boolean mayBeSent = !decided.compareAndSet(false, true);
      result.completeExceptionally(new UpstreamFailure(reason, mayBeSent));
    }
  }
}
