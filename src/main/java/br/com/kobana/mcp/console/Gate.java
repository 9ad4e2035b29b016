package br.com.kobana.mcp.console;

import br.com.kobana.mcp.settings.ManagementSettings;
import br.com.kobana.mcp.settings.ManagementSettings.Open;
import br.com.kobana.mcp.settings.ManagementSettings.User;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.ext.web.RoutingContext;
import io.vertx.ext.web.handler.AuthenticationHandler;
import java.time.Duration;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/**
 * Stands before everything on the management port. What is open is listed by exact path; all else
 * wants a login, whatever the path is made to look like. Without users nobody can have one, and all
 * else does not exist.
 */
final class Gate implements AuthenticationHandler {
  /** Under which the request keeps who is logged in. */
  static final String USER = "console.user";

  private static final String CHALLENGE = "Basic realm=\"Kobana MCP Gateway\", charset=\"UTF-8\"";
  private final Logins logins;
  private final boolean hasUsers;
  private final Set<String> open;

  Gate(ManagementSettings settings, Logins logins) {
    this.logins = logins;
    this.hasUsers = !settings.users().isEmpty();
    Set<String> paths = new HashSet<>();
    if (settings.isOpen(Open.HEALTH)) {
      paths.addAll(Set.of("/observe/health", "/observe/health/live", "/observe/health/ready"));
    }
    if (settings.isOpen(Open.METRICS)) {
      paths.add("/observe/metrics");
    }
    this.open = Set.copyOf(paths);
  }

  @Override
  public void handle(RoutingContext context) {
    context
        .response()
        .putHeader("x-content-type-options", "nosniff")
        .putHeader("x-frame-options", "DENY")
        .putHeader("referrer-policy", "same-origin");
    HttpServerRequest request = context.request();
    if (open.contains(context.normalizedPath())) {
      context.next();
    } else if (!hasUsers) {
      context.response().setStatusCode(404).end();
    } else if (!isFromHere(context)) {
      context.response().setStatusCode(403).end("This request comes from elsewhere");
    } else {
      String authorization = request.getHeader("authorization");
      if (authorization == null) {
        challenge(context);
        return;
      }
      Optional<User> known = logins.known(authorization);
      if (known.isPresent()) {
        enter(context, known.get());
      } else {
        verify(context, authorization);
      }
    }
  }

  /**
   * A request that could do something must say nothing of another origin, and be of a kind that a
   * form of another site cannot send.
   */
  private static boolean isFromHere(RoutingContext context) {
    HttpServerRequest request = context.request();
    boolean looks =
        request.method().equals(HttpMethod.GET) && !context.normalizedPath().contains("/jolokia");
    if (looks) {
      return true;
    }
    String type = request.getHeader("content-type");
    boolean form =
        !request.method().equals(HttpMethod.GET)
            && (type == null || !type.toLowerCase(java.util.Locale.ROOT).contains("json"));
    return !form && SameOrigin.objection(request).isEmpty();
  }

  private void verify(RoutingContext context, String authorization) {
    HttpServerRequest request = context.request();
    request.pause();
    String address = request.remoteAddress().hostAddress();
    context
        .vertx()
        .executeBlocking(() -> logins.verify(authorization, address == null ? "" : address), false)
        .onComplete(
            answer -> {
              request.resume();
              if (answer.failed()) {
                context.response().setStatusCode(500).end();
              } else if (answer.result() instanceof Logins.Answer.Known known) {
                enter(context, known.user());
              } else if (answer.result() instanceof Logins.Answer.Later later) {
                tooMany(context, later.until());
              } else {
                challenge(context);
              }
            });
  }

  private static void enter(RoutingContext context, User user) {
    context.put(USER, user);
    context.response().putHeader("cache-control", "no-store");
    context.next();
  }

  private static void challenge(RoutingContext context) {
    context
        .response()
        .setStatusCode(401)
        .putHeader("www-authenticate", CHALLENGE)
        .end("Login required");
  }

  private static void tooMany(RoutingContext context, Duration until) {
    context
        .response()
        .setStatusCode(429)
        .putHeader("retry-after", Long.toString(until.toSeconds()))
        .end();
  }
}
