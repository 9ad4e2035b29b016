package br.com.kobana.mcp.console;

import io.vertx.core.http.HttpServerRequest;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Optional;
import java.util.Set;

/**
 * Whether a request comes from a page of the console itself. A browser sends the login along with
 * whatever a page of anybody makes it ask for; what it says of where that page is from is believed.
 */
final class SameOrigin {
  private static final Set<String> OWN = Set.of("same-origin", "none");

  private SameOrigin() {}

  /** Empty where nothing says otherwise; else why it is refused. */
  static Optional<String> objection(HttpServerRequest request) {
    String site = request.getHeader("sec-fetch-site");
    if (site != null && !OWN.contains(site)) {
      return Optional.of("from another site");
    }
    String host = request.getHeader("host");
    for (String header : new String[] {"origin", "referer"}) {
      String from = request.getHeader(header);
      if (from != null && !isOf(from, host)) {
        return Optional.of("from another origin");
      }
    }
    return Optional.empty();
  }

  private static boolean isOf(String url, @org.jspecify.annotations.Nullable String host) {
    try {
      return host != null && host.equalsIgnoreCase(new URI(url).getRawAuthority());
    } catch (URISyntaxException e) {
      return false;
    }
  }
}
