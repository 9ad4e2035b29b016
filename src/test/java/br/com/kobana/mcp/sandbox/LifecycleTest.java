package br.com.kobana.mcp.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import br.com.kobana.mcp.sandbox.SandboxClient.Reply;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.net.BindException;
import java.net.ConnectException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class LifecycleTest extends SandboxTest {
  @Test
  void writesAreKeptUntilReset() {
    api().put("/v1/bank_billets/1/cancel", "");
    api().faults("[{'match':'GET /v2/me','kind':'status'}]");
    assertThat(api().get("/v1/bank_billets/1").json().path("status").asText())
        .isEqualTo("canceled");

    assertThat(api().send("POST", "/sandbox/reset", "", "").status()).isEqualTo(204);

    assertThat(api().send("GET", "/sandbox/calls", "", "").json()).isEmpty();
    Reply billet = api().get("/v1/bank_billets/1");
    assertThat(billet.json().path("status").asText()).isEqualTo("opened");
    assertThat(billet.header("ratelimit-remaining")).isEqualTo("99999");
    assertThat(api().get("/v2/me").status()).isEqualTo(200);
  }

  @Test
  void rememberedAnswersGiveWayToWrites() {
    String list = "/v1/bank_billets?status=canceled";
    assertThat(api().get(list).json()).hasSize(10);
    assertThat(api().get(list).json()).hasSize(10);
    api().put("/v1/bank_billets/1/cancel", "");
    assertThat(api().get(list).json()).hasSize(11);
  }

  @Test
  void unknownPathsAndMethodsAreNotFound() {
    assertThat(api().get("/v1/nothing").status()).isEqualTo(404);
    assertThat(api().get("/v1//bank_billets").status()).isEqualTo(404);
    assertThat(api().send("PATCH", "/v1/bank_billets/1", "sandbox-full", "{}").status())
        .isEqualTo(404);
    assertThat(api().send("GET", "/sandbox/other", "", "").status()).isEqualTo(404);
  }

  @Test
  void brokenEscapeIsRefused() throws Exception {
    try (Socket socket = new Socket("127.0.0.1", api().sandbox().port())) {
      socket
          .getOutputStream()
          .write(
              """
              GET /v1/bank_billets/%ZZ HTTP/1.1
              Host: localhost
              Authorization: Bearer sandbox-full

              """
                  .replace("\n", "\r\n")
                  .getBytes(StandardCharsets.US_ASCII));
      byte[] start = socket.getInputStream().readNBytes("HTTP/1.1 400".length());
      assertThat(new String(start, StandardCharsets.US_ASCII)).isEqualTo("HTTP/1.1 400");
    }
  }

  @Test
  void tooLargeABodyIsRefused() {
    String body = "{'x':'" + "y".repeat(4 * 1024 * 1024) + "'}";
    assertThat(api().post("/v1/bank_billets", body).status()).isEqualTo(413);
  }

  @Test
  void takenPortFailsTheStart() {
    Vertx vertx = Vertx.vertx();
    try {
      assertThatThrownBy(
              () ->
                  Sandbox.start(vertx, api().sandbox().port(), InstantSource.system())
                      .toCompletableFuture()
                      .join())
          .hasRootCauseInstanceOf(BindException.class);
    } finally {
      vertx.close().toCompletionStage().toCompletableFuture().join();
    }
  }

  @Test
  void closedSandboxListensNoMore() throws IOException {
    Vertx vertx = Vertx.vertx();
    try {
      Sandbox sandbox =
          Sandbox.start(vertx, 0, InstantSource.system()).toCompletableFuture().join();
      int port = sandbox.port();
      sandbox.close().toCompletableFuture().join();
      assertThat(refusesConnections(port)).isTrue();
    } finally {
      vertx.close().toCompletionStage().toCompletableFuture().join();
    }
  }

  /** The JDK gives the socket back at the event loop's next round, a moment after the close. */
  private static boolean refusesConnections(int port) throws IOException {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
    while (System.nanoTime() < deadline) {
      try {
        new Socket("127.0.0.1", port).close();
      } catch (ConnectException e) {
        return true;
      }
    }
    return false;
  }
}
