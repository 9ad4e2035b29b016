package br.com.kobana.mcp.upstream;

import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.PoolOptions;
import io.vertx.core.http.RequestOptions;
import java.time.Duration;
import java.util.concurrent.CompletionStage;

/** Side calls over an asynchronous client of their own. Redirects are not followed. */
public final class VertxSideCalls implements SideCalls {
  private static final int MAX_ANSWER = 1024 * 1024;
  private static final int POOL = 32;
  private static final int WAITING = 1000;
  private final Vertx vertx;
  private final HttpClient client;
  private final Duration timeout;

  /**
   * @param timeout of one call, connecting included
   */
  public VertxSideCalls(Vertx vertx, Duration timeout) {
    this.vertx = vertx;
    this.timeout = timeout;
    this.client =
        vertx
            .httpClientBuilder()
            .with(
                new HttpClientOptions()
                    .setConnectTimeout((int) timeout.toMillis())
                    .setVerifyHost(true)
                    .setKeepAliveTimeout(15))
            .with(new PoolOptions().setHttp1MaxSize(POOL).setMaxWaitQueueSize(WAITING))
            .build();
  }

  @Override
  public CompletionStage<Answer> send(Request request) {
    Promise<Answer> answer = Promise.promise();
    long timer =
        vertx.setTimer(
            timeout.toMillis(),
            late -> answer.tryFail(new UpstreamFailure(UpstreamFailure.Reason.TIMEOUT, true)));
    RequestOptions options =
        new RequestOptions()
            .setMethod(HttpMethod.valueOf(request.method()))
            .setAbsoluteURI(request.url().toString())
            .setFollowRedirects(false)
            .setTimeout(timeout.toMillis());
    client
        .request(options)
        .compose(
            open -> {
              request.headers().forEach(open::putHeader);
              return request.body().isPresent()
                  ? open.send(Buffer.buffer(request.body().get()))
                  : open.send();
            })
        .onSuccess(response -> receive(response, answer))
        .onFailure(e -> answer.tryFail(new UpstreamFailure(UpstreamFailure.Reason.CONNECT, false)));
    return answer.future().onComplete(done -> vertx.cancelTimer(timer)).toCompletionStage();
  }

  private static void receive(HttpClientResponse response, Promise<Answer> answer) {
    Buffer body = Buffer.buffer();
    response.handler(
        chunk -> {
          if (body.length() + (long) chunk.length() > MAX_ANSWER) {
            answer.tryFail(new UpstreamFailure(UpstreamFailure.Reason.TOO_LARGE, true));
            response.request().reset();
          } else {
            body.appendBuffer(chunk);
          }
        });
    response.exceptionHandler(
        e -> answer.tryFail(new UpstreamFailure(UpstreamFailure.Reason.RESET, true)));
    response.endHandler(
        end -> answer.tryComplete(new Answer(response.statusCode(), body.getBytes())));
  }
}
