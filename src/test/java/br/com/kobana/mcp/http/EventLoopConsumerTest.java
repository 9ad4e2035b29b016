package br.com.kobana.mcp.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import br.com.kobana.mcp.observe.Observer;
import br.com.kobana.mcp.settings.Settings;
import br.com.kobana.mcp.testing.Http;
import br.com.kobana.mcp.testing.RunningGateway;
import io.vertx.core.Vertx;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.impl.DefaultCamelContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A call that waits for a worker while other routes take over. */
@Timeout(60)
class EventLoopConsumerTest {
  @Test
  void routesChangeOnlyWhenEveryCallHasBegunOnTheFormer() throws Exception {
    BlockingQueue<Runnable> workers = new LinkedBlockingQueue<>();
    Vertx vertx = Vertx.vertx();
    try (DefaultCamelContext camel = new DefaultCamelContext()) {
      Settings settings =
          Settings.with(
              Map.of(
                  "kobana.api-url", "sandbox",
                  "mcp.threading", "worker",
                  "mcp.port", Integer.toString(RunningGateway.freePort())));
      HttpServers servers = new HttpServers(vertx, settings, workers::add, Observer.all(List.of()));
      camel.getRegistry().bind(EventLoopEngine.NAME, new EventLoopEngine(servers));
      camel.addRoutes(
          new RouteBuilder() {
            @Override
            public void configure() {
              from("platform-http:/held").setBody(constant("done"));
            }
          });
      servers.serve(camel);
      camel.start();
      String url = "http://localhost:" + servers.port() + "/held";
      CompletableFuture<String> answer = CompletableFuture.supplyAsync(() -> Http.get(url));
      Runnable waiting = workers.take();

      CompletableFuture<Void> changed =
          CompletableFuture.runAsync(
              () -> {
                try {
                  EventLoopEngine.aside(servers).takeOver();
                } catch (InterruptedException e) {
                  throw new IllegalStateException(e);
                }
              });
      await().until(() -> Http.reply(url).status() == 404);
      assertThat(changed).isNotDone();
      waiting.run();
      assertThat(answer.get(30, TimeUnit.SECONDS)).isEqualTo("done");
      changed.get(30, TimeUnit.SECONDS);
    } finally {
      vertx.close().toCompletionStage().toCompletableFuture().get(30, TimeUnit.SECONDS);
    }
  }
}
