package br.com.kobana.mcp.http;

import org.apache.camel.CamelContext;
import org.apache.camel.Service;
import org.apache.camel.component.platform.http.main.DefaultMainHttpServerFactory;
import org.apache.camel.main.HttpManagementServerConfigurationProperties;
import org.apache.camel.main.HttpServerConfigurationProperties;
import org.apache.camel.main.MainHttpServerFactory;

/**
 * What camel-main starts as its HTTP server: ours, because the stock one has no time-outs and does
 * not stop the start when its port is taken (design decision 28). The management server stays the
 * stock one, on its own port.
 */
public final class HttpServerFactory implements MainHttpServerFactory {
  private final HttpServers servers;

  public HttpServerFactory(HttpServers servers) {
    this.servers = servers;
  }

  @Override
  public Service newHttpServer(CamelContext camel, HttpServerConfigurationProperties properties) {
    servers.routesAreUp(camel::isStarted);
    return servers;
  }

  @Override
  public Service newHttpManagementServer(
      CamelContext camel, HttpManagementServerConfigurationProperties properties) {
    DefaultMainHttpServerFactory stock = new DefaultMainHttpServerFactory();
    stock.setCamelContext(camel);
    return stock.newHttpManagementServer(camel, properties);
  }
}
