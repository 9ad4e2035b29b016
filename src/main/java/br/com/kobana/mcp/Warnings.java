package br.com.kobana.mcp;

import br.com.kobana.mcp.settings.ManagementSettings;
import br.com.kobana.mcp.settings.Settings;
import br.com.kobana.mcp.settings.TokenSettings;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Settings that work and that an operator should know the price of (docs/security.md). */
final class Warnings {
  private static final Set<String> LOCAL = Set.of("localhost", "127.0.0.1", "[::1]");

  private Warnings() {}

  /** One line for each; nothing secret. */
  static List<String> of(Settings settings) {
    List<String> warnings = new ArrayList<>();
    TokenSettings tokens = settings.auth().tokens();
    if (tokens.mode() != TokenSettings.Mode.KOBANA
        && tokens.upstreamCredential() == TokenSettings.UpstreamCredential.SAME_TOKEN) {
      warnings.add(
          "mcp.upstream.credential=same-token hands the caller's token to the API: only for tokens"
              + " that Kobana issued for this resource");
    }
    if (!tokens.audience().equals(settings.door().publicUrl().toString())) {
      warnings.add(
          "mcp.auth.audience is not mcp.public-url: clients ask for tokens for the latter");
    }
    if (isOpen(settings.door().publicUrl())) {
      warnings.add("mcp.public-url is http: tokens cross the network in clear");
    }
    if (settings.api().url().filter(Warnings::isOpen).isPresent()) {
      warnings.add("kobana.api-url is http: tokens cross the network in clear");
    }
    management(settings.management(), warnings);
    if (settings.api().url().isPresent() && !settings.audit().isOn()) {
      warnings.add("mcp.audit.key is empty: there is no audit trail");
    }
    return List.copyOf(warnings);
  }

  private static void management(ManagementSettings management, List<String> warnings) {
    if (management.isLoopback()) {
      return;
    }
    if (!management.users().isEmpty()) {
      warnings.add(
          "mcp.management.host is not loopback: passwords of the console cross the network in clear"
              + " unless something in front of it speaks TLS");
    }
    if (management.users().isEmpty() && !management.isOpen(ManagementSettings.Open.METRICS)) {
      warnings.add(
          "mcp.management.host is not loopback, and neither mcp.console.users nor metrics in"
              + " mcp.management.open is set: nobody can read the metrics");
    }
  }

  private static boolean isOpen(URI url) {
    return url.getScheme().equals("http") && !LOCAL.contains(url.getHost());
  }
}
