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

  public EventLoopEngine(HttpServers servers) {
    this.servers = servers;
  }

  @Override
  public PlatformHttpConsumer createConsumer(PlatformHttpEndpoint endpoint, Processor processor) {
    return new EventLoopConsumer(endpoint, processor, servers);
  }

  @Override
  public int getServerPort() {
    return servers.port();
  }
}
