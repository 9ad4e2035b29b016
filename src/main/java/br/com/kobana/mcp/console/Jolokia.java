package br.com.kobana.mcp.console;

import br.com.kobana.mcp.observe.OperatorLog;
import br.com.kobana.mcp.settings.ManagementSettings.Role;
import br.com.kobana.mcp.settings.ManagementSettings.User;
import io.vertx.core.http.HttpMethod;
import io.vertx.ext.web.RoutingContext;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jolokia.json.JSONStructure;
import org.jolokia.server.core.config.ConfigKey;
import org.jolokia.server.core.config.StaticConfiguration;
import org.jolokia.server.core.http.HttpRequestHandler;
import org.jolokia.server.core.request.EmptyResponseException;
import org.jolokia.server.core.service.JolokiaServiceManagerFactory;
import org.jolokia.server.core.service.api.JolokiaServiceManager;
import org.jolokia.server.core.service.api.LogHandler;
import org.jolokia.service.serializer.JolokiaSerializer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * JMX over HTTP, for whoever the gate let in. Camel's own plug-in has one policy for all users and
 * allows everything where it finds none; here each request runs under the role of its user. A GET
 * only looks: a link could be a GET. Blocks; never on an event loop.
 */
final class Jolokia implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Jolokia.class);

  /** Of this instance, whose policy asks for it: Jolokia hands a policy no user. */
  @SuppressWarnings("ThreadLocalUsage")
  private final ThreadLocal<Asking> asking = new ThreadLocal<>();

  private final JolokiaServiceManager services;
  private final HttpRequestHandler requests;

  private record Asking(String name, Role role) {}

  /**
   * @param agent names this one among others in the same JVM
   */
  Jolokia(String agent, boolean tracing, OperatorLog log) {
    services =
        JolokiaServiceManagerFactory.createJolokiaServiceManager(
            new StaticConfiguration(
                Map.of(
                    ConfigKey.AGENT_ID.getKeyValue(), agent,
                    ConfigKey.ALLOW_ERROR_DETAILS.getKeyValue(), "false",
                    ConfigKey.DISABLE_DETECTORS.getKeyValue(), "true")),
            new Lines(),
            new Policy(() -> current().role(), tracing));
    services.addService(new JolokiaSerializer());
    services.addService(new JolokiaRequests(() -> current().name(), log));
    requests = new HttpRequestHandler(services.start());
  }

  void handle(RoutingContext context) {
    User user = context.get(Gate.USER);
    boolean looks = context.request().method().equals(HttpMethod.GET);
    asking.set(new Asking(user.name(), looks ? Role.VIEWER : user.role()));
    try {
      String answer = looks ? get(context) : post(context);
      context.response().putHeader("content-type", "application/json; charset=utf-8").end(answer);
    } finally {
      asking.remove();
    }
  }

  private Asking current() {
    return Optional.ofNullable(asking.get()).orElse(new Asking("nobody", Role.VIEWER));
  }

  private String get(RoutingContext context) {
    String path = Optional.ofNullable(context.pathParam("*")).orElse("");
    return answered(
        () -> requests.handleGetRequest(context.request().uri(), path, parameters(context)));
  }

  private String post(RoutingContext context) {
    byte[] body =
        context.body().buffer() == null ? new byte[0] : context.body().buffer().getBytes();
    return answered(
        () ->
            requests.handlePostRequest(
                context.request().uri(),
                new ByteArrayInputStream(body),
                StandardCharsets.UTF_8.name(),
                parameters(context)));
  }

  private interface Asked {
    JSONStructure answer() throws IOException, EmptyResponseException;
  }

  private String answered(Asked asked) {
    try {
      return asked.answer().toJSONString();
    } catch (IOException | EmptyResponseException | RuntimeException e) {
      return requests.handleThrowable(e).toJSONString();
    }
  }

  private static Map<String, String[]> parameters(RoutingContext context) {
    Map<String, String[]> parameters = new HashMap<>();
    context
        .queryParams()
        .names()
        .forEach(
            name ->
                parameters.put(name, context.queryParams().getAll(name).toArray(new String[0])));
    return parameters;
  }

  @Override
  public void close() {
    services.stop();
  }

  /** Jolokia's own lines; failures of requests go to whoever asked. */
  private static final class Lines implements LogHandler {
    @Override
    public void debug(String message) {
      LOG.debug("{}", message);
    }

    @Override
    public void info(String message) {
      LOG.debug("{}", message);
    }

    @Override
    public void error(String message, Throwable failure) {
      LOG.debug("jolokia: {}", failure == null ? "" : failure.getClass().getName());
    }

    @Override
    public boolean isDebug() {
      return false;
    }
  }
}
