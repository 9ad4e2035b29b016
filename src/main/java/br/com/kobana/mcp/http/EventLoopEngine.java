package br.com.kobana.mcp.http;

import org.apache.camel.Processor;
import org.apache.camel.component.platform.http.PlatformHttpEndpoint;
import org.apache.camel.component.platform.http.spi.PlatformHttpConsumer;
import org.apache.camel.component.platform.http.spi.PlatformHttpEngine;

/**
 * The engine behind {@code from: platform-http:…}: exchanges are processed asynchronously on the
 * event loop that read the request (design decision 30). Routes look as with the stock engine, with
 * one difference: no header or query parameter of the request becomes a Camel header.
 */
public final class EventLoopEngine implements PlatformHttpEngine {
  /** The registry name under which camel-platform-http looks for its engine. */
  public static final String NAME = "platform-http-engine";

  private final HttpServers servers;
  private final Door door;

  /** The engine whose routes answer from the moment they start. */
  public EventLoopEngine(HttpServers servers) {
    this(servers, servers.door());
  }

  private EventLoopEngine(HttpServers servers, Door door) {
    this.servers = servers;
    this.door = door;
  }

  /** An engine whose routes answer nothing before {@link #takeOver}. */
  public static EventLoopEngine aside(HttpServers servers) {
    return new EventLoopEngine(servers, new Door());
  }

  /** Whether a route of this engine serves a path. */
  public boolean serves(String path) {
    return door.find(path).isPresent();
  }

  /**
   * The routes of this engine answer every request to come, in place of all others. When this
   * returns, those others get no further request; what they have may still run.
   */
  public void takeOver() throws InterruptedException {
    servers.change(door);
  }

  @Override
  public PlatformHttpConsumer createConsumer(PlatformHttpEndpoint endpoint, Processor processor) {
    return new EventLoopConsumer(endpoint, processor, servers, door);
  }

  @Override
  public int getServerPort() {
    return servers.port();
  }
}
