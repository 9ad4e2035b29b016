import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.PoolOptions;

/**
 * The ceiling of a call: reads the request body, throws it away, fetches one page and answers with
 * it. Started from source: {@code java -cp 'target/lib/*' bench/BareProxy.java PORT UPSTREAM_PORT
 * PAGE}.
 */
public class BareProxy {
  public static void main(String[] args) {
    int upstream = Integer.parseInt(args[1]);
    String page = args[2];
    Vertx vertx = Vertx.vertx(new VertxOptions().setEventLoopPoolSize(1));
    HttpClient client = vertx.createHttpClient(new PoolOptions().setHttp1MaxSize(64));
    vertx
        .createHttpServer(
            new HttpServerOptions().setHost("127.0.0.1").setPort(Integer.parseInt(args[0])))
        .requestHandler(
            request ->
                request
                    .body()
                    .compose(body -> client.request(HttpMethod.GET, upstream, "127.0.0.1", page))
                    .compose(HttpClientRequest::send)
                    .compose(HttpClientResponse::body)
                    .onFailure(failure -> request.response().setStatusCode(502).end())
                    .onSuccess(
                        body ->
                            request
                                .response()
                                .putHeader("content-type", "application/json")
                                .end(body)))
        .listen()
        .toCompletionStage()
        .toCompletableFuture()
        .join();
  }
}
