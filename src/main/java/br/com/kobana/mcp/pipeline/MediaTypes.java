package br.com.kobana.mcp.pipeline;

import java.util.List;
import java.util.Locale;

/** Content-Type and what a client accepts, as this endpoint reads it (RFC 9110 §8.3, §12.5). */
final class MediaTypes {
  private MediaTypes() {}

  /** Whether this is JSON in UTF-8, whatever the letter case and further parameters. */
  static boolean isJson(List<String> contentType) {
    if (contentType.size() != 1) {
      return false;
    }
    String[] parts = contentType.get(0).split(";", -1);
    if (!parts[0].trim().equalsIgnoreCase("application/json")) {
      return false;
    }
    for (int i = 1; i < parts.length; i++) {
      String parameter = parts[i].trim().toLowerCase(Locale.ROOT);
      if (parameter.startsWith("charset=")
          && !parameter.substring(8).replace("\"", "").equals("utf-8")) {
        return false;
      }
    }
    return true;
  }

  /**
   * Whether the client takes JSON. Lenient: only an Accept that excludes it says no; the most
   * specific range decides, and no header means anything goes.
   */
  static boolean acceptsJson(List<String> accept) {
    return quality(accept, "application/json", "application/*", "*/*") > 0;
  }

  /** Whether the client takes answers in gzip. Only who says so does. */
  static boolean acceptsGzip(List<String> acceptEncoding) {
    return !acceptEncoding.isEmpty()
        && !String.join("", acceptEncoding).isBlank()
        && quality(acceptEncoding, "gzip", "x-gzip", "*") > 0;
  }

  /** Whether the client asks for a page. */
  static boolean prefersHtml(List<String> accept) {
    int html = quality(accept, "text/html", "text/*", "*/*");
    return String.join(",", accept).toLowerCase(Locale.ROOT).contains("text/html") && html > 0;
  }

  /** Whether the client wants an event stream and nothing else. */
  static boolean wantsOnlyStream(List<String> accept) {
    String joined = String.join(",", accept).toLowerCase(Locale.ROOT);
    return joined.contains("text/event-stream") && !acceptsJson(accept);
  }

  /** The weight of the most specific range that fits, in thousandths. */
  private static int quality(List<String> accept, String exact, String family, String any) {
    String joined = String.join(",", accept).trim();
    if (joined.isEmpty()) {
      return 1000;
    }
    int best = -1;
    int quality = 0;
    for (String range : joined.split(",", -1)) {
      String[] parts = range.split(";", -1);
      String type = parts[0].trim().toLowerCase(Locale.ROOT);
      int specific = type.equals(exact) ? 3 : type.equals(family) ? 2 : type.equals(any) ? 1 : 0;
      if (specific > 0 && specific > best) {
        best = specific;
        quality = weight(parts);
      }
    }
    return quality;
  }

  private static int weight(String[] parts) {
    for (int i = 1; i < parts.length; i++) {
      String parameter = parts[i].trim().toLowerCase(Locale.ROOT);
      if (parameter.startsWith("q=")) {
        String q = parameter.substring(2).trim();
        return q.chars().allMatch(c -> c == '0' || c == '.') ? 0 : 1000;
      }
    }
    return 1000;
  }
}
