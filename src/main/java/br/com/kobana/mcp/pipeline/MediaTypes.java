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
    if (contentType.get(0).equals("application/json")) {
      return true;
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
    String ranges = accept.size() == 1 ? accept.get(0) : String.join(",", accept);
    if (ranges.trim().isEmpty()) {
      return 1000;
    }
    int best = 0;
    int quality = 0;
    int end;
    for (int start = 0; start <= ranges.length(); start = end + 1) {
      end = indexOf(ranges, ',', start, ranges.length());
      int typeEnd = indexOf(ranges, ';', start, end);
      int specific =
          is(ranges, start, typeEnd, exact)
              ? 3
              : is(ranges, start, typeEnd, family) ? 2 : is(ranges, start, typeEnd, any) ? 1 : 0;
      if (specific > best) {
        best = specific;
        quality = typeEnd == end ? 1000 : weight(ranges.substring(typeEnd, end).split(";", -1));
      }
    }
    return quality;
  }

  /** Where the character is between these places, or the second of them. */
  private static int indexOf(String in, char wanted, int from, int to) {
    int found = in.indexOf(wanted, from);
    return found < 0 || found > to ? to : found;
  }

  /** Whether this is all that stands between these places, whatever the letter case. */
  private static boolean is(String in, int from, int to, String word) {
    int start = from;
    int end = to;
    while (start < end && in.charAt(start) <= ' ') {
      start++;
    }
    while (end > start && in.charAt(end - 1) <= ' ') {
      end--;
    }
    return end - start == word.length() && in.regionMatches(true, start, word, 0, word.length());
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
