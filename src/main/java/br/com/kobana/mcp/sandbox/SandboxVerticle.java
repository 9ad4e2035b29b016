package br.com.kobana.mcp.sandbox;

import io.vertx.core.AbstractVerticle;
import io.vertx.core.Promise;
import io.vertx.core.http.HttpServerOptions;
import java.time.InstantSource;

/** Gives the sandbox an event loop of its own, to which all its state is confined. */
final class SandboxVerticle extends AbstractVerticle {
  private static final int BACKLOG = 4096;
  private static final int MAX_HEADERS_BYTES = 32 * 1024;

  private final int requestedPort;
  private final InstantSource clock;
  private int port;

  SandboxVerticle(int requestedPort, InstantSource clock) {
    this.requestedPort = requestedPort;
    this.clock = clock;
  }

  @Override
  public void start(Promise<Void> started) {
    Desk desk = new Desk(vertx, clock);
    HttpServerOptions options =
        new HttpServerOptions()
            .setHost("127.0.0.1")
            .setPort(requestedPort)
            .setAcceptBacklog(BACKLOG)
            .setMaxHeaderSize(MAX_HEADERS_BYTES)
            .setHandle100ContinueAutomatically(true);
    vertx
        .createHttpServer(options)
        .requestHandler(desk)
        .listen()
        .onSuccess(server -> port = server.actualPort())
        .<Void>mapEmpty()
        .onComplete(started);
  }

  /** The port listened on, once started. */
  int port() {
    return port;
  }
}
