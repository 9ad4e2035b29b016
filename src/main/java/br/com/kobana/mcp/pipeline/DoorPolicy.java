package br.com.kobana.mcp.pipeline;

import br.com.kobana.mcp.jsonrpc.JsonRpcError;
import br.com.kobana.mcp.protocol.Refusal;
import br.com.kobana.mcp.protocol.RequestHead;
import br.com.kobana.mcp.protocol.Rung;
import br.com.kobana.mcp.settings.Settings;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Which hosts and origins may knock, and what a browser is told about it (checklist 1.O). */
final class DoorPolicy {
  private static final String ALLOWED_HEADERS =
      "Authorization, Content-Type, Accept, MCP-Protocol-Version, Mcp-Method, Mcp-Name,"
          + " X-Account-Uid, X-MCP-Toolsets, X-MCP-Readonly, X-MCP-Simulate";
  private static final String EXPOSED_HEADERS =
      "WWW-Authenticate, Retry-After, ratelimit-name, ratelimit-limit, ratelimit-remaining,"
          + " ratelimit-reset";
  private final Set<String> origins;
  private final Set<String> hosts;

  DoorPolicy(Settings.Door door) {
    this.origins = lower(door.allowedOrigins());
    this.hosts = lower(door.allowedHosts());
  }

  /** Why this request may not come in; empty where it may. */
  Optional<Refusal> objection(RequestHead head) {
    List<String> host = head.all("host");
    if (host.size() != 1 || !isAllowedHost(host.get(0).toLowerCase(Locale.ROOT))) {
      return Optional.of(forbidden(Rung.HOST, "Host not allowed"));
    }
    List<String> origin = head.all("origin");
    if (origin.isEmpty() || (origin.size() == 1 && isAllowedOrigin(origin.get(0)))) {
      return Optional.empty();
    }
    return Optional.of(forbidden(Rung.ORIGIN, "Origin not allowed"));
  }

  /** What a browser must see on every answer to an allowed origin. */
  List<Map.Entry<String, String>> crossOrigin(RequestHead head) {
    Optional<String> origin = head.only("origin").filter(this::isAllowedOrigin);
    return origin
        .map(
            o ->
                List.of(
                    Map.entry("access-control-allow-origin", o),
                    Map.entry("vary", "Origin"),
                    Map.entry("access-control-expose-headers", EXPOSED_HEADERS)))
        .orElse(List.of());
  }

  /** What a preflight asks for. */
  static List<Map.Entry<String, String>> preflight() {
    return List.of(
        Map.entry("allow", "POST, OPTIONS"),
        Map.entry("access-control-allow-methods", "POST, GET, OPTIONS"),
        Map.entry("access-control-allow-headers", ALLOWED_HEADERS),
        Map.entry("access-control-max-age", "7200"));
  }

  private boolean isAllowedOrigin(String origin) {
    return origins.contains(origin.trim().toLowerCase(Locale.ROOT));
  }

  private boolean isAllowedHost(String host) {
    if (hosts.contains(host)) {
      return true;
    }
    int colon = host.lastIndexOf(':');
    boolean hasPort = colon > 0 && host.indexOf(']', colon) < 0;
    return hasPort && isPort(host.substring(colon + 1)) && hosts.contains(host.substring(0, colon));
  }

  private static boolean isPort(String port) {
    for (int i = 0; i < port.length(); i++) {
      if (port.charAt(i) < '0' || port.charAt(i) > '9') {
        return false;
      }
    }
    return !port.isEmpty() && port.length() <= 5;
  }

  private static Refusal forbidden(Rung rung, String message) {
    return Refusal.rpc(rung, 403, JsonRpcError.INVALID_REQUEST, message);
  }

  private static Set<String> lower(List<String> values) {
    return values.stream().map(v -> v.toLowerCase(Locale.ROOT)).collect(Collectors.toSet());
  }
}
