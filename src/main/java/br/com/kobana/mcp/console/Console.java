package br.com.kobana.mcp.console;

import br.com.kobana.mcp.observe.OperatorLog;
import br.com.kobana.mcp.settings.ManagementSettings;
import br.com.kobana.mcp.settings.ManagementSettings.User;
import com.github.benmanes.caffeine.cache.Ticker;
import io.vertx.core.json.Json;
import io.vertx.ext.web.RoutingContext;
import io.vertx.ext.web.handler.AuthenticationHandler;
import io.vertx.ext.web.handler.BodyHandler;
import io.vertx.ext.web.handler.StaticHandler;
import java.security.SecureRandom;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.camel.CamelContext;
import org.apache.camel.component.platform.http.vertx.VertxPlatformHttpRouter;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The Hawtio console below {@code /hawtio/} of the management port, where users are configured. Its
 * pages are those of {@code io.hawt:hawtio-springboot}; who may see them, and what they reach, is
 * the gateway's own.
 */
public final class Console implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Console.class);
  private static final int MAX_BODY = 256 * 1024;
  private static final String NOTHING = "[]";
  private final ManagementSettings settings;
  private final OperatorLog log;
  private final Logins logins;
  private final Gate gate;
  private Optional<Jolokia> jolokia = Optional.empty();

  public Console(ManagementSettings settings, OperatorLog log, SecureRandom random, Ticker ticker) {
    this.settings = settings;
    this.log = log;
    this.logins = new Logins(settings.users(), new Passwords(random), random, ticker);
    this.gate = new Gate(settings, logins);
  }

  /** Stands before everything on the management port, from its first request on. */
  public AuthenticationHandler gate() {
    return gate;
  }

  /** Serves the console on the management router, behind the gate. */
  public void mount(CamelContext camel) {
    if (settings.users().isEmpty()) {
      LOG.info("console: off, mcp.console.users is empty");
      return;
    }
    Jolokia jmx =
        new Jolokia(camel.getManagementName() + "-" + settings.port(), settings.tracing(), log);
    jolokia = Optional.of(jmx);
    VertxPlatformHttpRouter router =
        VertxPlatformHttpRouter.lookup(
            camel, VertxPlatformHttpRouter.getRouterNameFromPort(settings.port()));
    BodyHandler body = BodyHandler.create(false).setBodyLimit(MAX_BODY);
    for (String path : new String[] {"/hawtio/jolokia", "/hawtio/jolokia/*"}) {
      router.get(path).blockingHandler(jmx::handle, false);
      router.post(path).handler(body).blockingHandler(jmx::handle, false);
    }
    questions(router);
    pages(router);
    LOG.info(
        "console: on, http://{}:{}/hawtio/ users={}",
        settings.host(),
        settings.port(),
        settings.users().size());
  }

  /** What the pages ask of their server; the login is the browser's own. */
  private void questions(VertxPlatformHttpRouter router) {
    router.get("/hawtio/user").handler(c -> json(c, Json.encode(c.<User>get(Gate.USER).name())));
    router.get("/hawtio/plugin").handler(c -> json(c, NOTHING));
    router.get("/hawtio/preset-connections").handler(c -> json(c, NOTHING));
    router.get("/hawtio/proxy/enabled").handler(c -> json(c, "false"));
    router.get("/hawtio/keycloak/enabled").handler(c -> json(c, "false"));
    router.get("/hawtio/auth/config/login").handler(c -> json(c, NOTHING));
    router.get("/hawtio/auth/config/*").handler(c -> c.response().setStatusCode(404).end());
    router
        .get("/hawtio/hawtconfig.json")
        .handler(
            c ->
                c.response()
                    .putHeader("content-type", "application/json")
                    .sendFile("console/hawtconfig.json"));
  }

  private static void pages(VertxPlatformHttpRouter router) {
    router
        .get("/hawtio")
        .handler(
            c -> {
              if (c.request().path().equals("/hawtio")) {
                c.redirect("/hawtio/");
              } else {
                c.next();
              }
            });
    router.get("/hawtio/*").handler(StaticHandler.create("hawtio-static"));
    // An address within the console, such as /hawtio/camel, is a page that the first one makes.
    router
        .get("/hawtio/*")
        .handler(
            c -> {
              if (c.normalizedPath().contains(".")) {
                c.next();
              } else {
                c.reroute("/hawtio/index.html");
              }
            });
  }

  private static void json(RoutingContext context, String text) {
    context.response().putHeader("content-type", "application/json").end(text);
  }

  /** Logins since the start, for operators. */
  public Map<String, Object> figures() {
    Map<String, Object> figures = new LinkedHashMap<>();
    figures.put("users", settings.users().size());
    figures.put("logins_accepted", logins.accepted());
    figures.put("logins_refused", logins.refused());
    return figures;
  }

  @Override
  public void close() {
    jolokia.ifPresent(Jolokia::close);
  }
}
