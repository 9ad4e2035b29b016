package br.com.kobana.mcp.http;

import io.vertx.core.AsyncResult;
import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.auth.User;
import io.vertx.ext.auth.authentication.AuthenticationProvider;
import io.vertx.ext.web.handler.AuthenticationHandler;
import org.apache.camel.CamelContext;
import org.apache.camel.Service;
import org.apache.camel.component.platform.http.main.DefaultMainHttpServerFactory;
import org.apache.camel.component.platform.http.main.ManagementHttpServer;
import org.apache.camel.component.platform.http.vertx.auth.AuthenticationConfig;
import org.apache.camel.component.platform.http.vertx.auth.AuthenticationConfig.AuthenticationConfigEntry;
import org.apache.camel.component.platform.http.vertx.auth.AuthenticationConfig.AuthenticationHandlerFactory;
import org.apache.camel.main.HttpManagementServerConfigurationProperties;
import org.apache.camel.main.HttpServerConfigurationProperties;
import org.apache.camel.main.MainHttpServerFactory;

/**
 * What camel-main starts as its HTTP server: ours, because the stock one has no time-outs and does
 * not stop the start when its port is taken (design decision 28). The management server stays the
 * stock one, on its own port, behind a gate of ours.
 */
public final class HttpServerFactory implements MainHttpServerFactory {
  private final HttpServers servers;
  private final AuthenticationHandler gate;

  /**
   * @param gate sees every request on the management port before anything else does
   */
  public HttpServerFactory(HttpServers servers, AuthenticationHandler gate) {
    this.servers = servers;
    this.gate = gate;
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
    ManagementHttpServer server =
        (ManagementHttpServer) stock.newHttpManagementServer(camel, properties);
    AuthenticationConfig authentication = server.getConfiguration().getAuthenticationConfig();
    authentication.setEnabled(true);
    authentication.getEntries().add(gated());
    return server;
  }

  private AuthenticationConfigEntry gated() {
    AuthenticationConfigEntry entry = new AuthenticationConfigEntry();
    entry.setPath("/*");
    entry.setAuthenticationProviderFactory(vertx -> new NoProvider());
    entry.setAuthenticationHandlerFactory(
        new AuthenticationHandlerFactory() {
          @Override
          public <T extends AuthenticationProvider>
              AuthenticationHandler createAuthenticationHandler(T provider) {
            return gate;
          }
        });
    return entry;
  }

  /** The gate knows its users by itself. */
  private static final class NoProvider implements AuthenticationProvider {
    @Override
    @SuppressWarnings("deprecation")
    public void authenticate(JsonObject credentials, Handler<AsyncResult<User>> result) {
      result.handle(Future.failedFuture("unused"));
    }
  }
}
