package br.com.kobana.mcp.sandbox;

import io.vertx.core.Vertx;
import java.time.InstantSource;
import java.util.concurrent.CompletionStage;

/**
 * The embedded imitation of the Kobana API: a real HTTP server on a loopback port that the gateway
 * reaches exactly as it reaches Kobana. It keeps what is written until it stops.
 */
public final class Sandbox {
  private final Vertx vertx;
  private final String deployment;
  private final int port;

  private Sandbox(Vertx vertx, String deployment, int port) {
    this.vertx = vertx;
    this.deployment = deployment;
    this.port = port;
  }

  /**
   * Starts a sandbox with its seed data, on 127.0.0.1 only.
   *
   * @param port the TCP port; 0 takes any free one
   * @param clock the only source of time: dates of the seed data are relative to its date at the
   *     start, in Brasília time
   * @return fails when the port is taken
   */
  public static CompletionStage<Sandbox> start(Vertx vertx, int port, InstantSource clock) {
    SandboxVerticle verticle = new SandboxVerticle(port, clock);
    return vertx
        .deployVerticle(verticle)
        .map(deployment -> new Sandbox(vertx, deployment, verticle.port()))
        .toCompletionStage();
  }

  /** The TCP port it listens on. */
  public int port() {
    return port;
  }

  /** Stops listening, closes the connections and forgets what was written. */
  public CompletionStage<Void> close() {
    return vertx.undeploy(deployment).toCompletionStage();
  }
}
