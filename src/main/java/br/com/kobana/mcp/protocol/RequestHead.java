package br.com.kobana.mcp.protocol;

import java.util.List;
import java.util.Optional;

/**
 * What came before the body: read from the raw request, never from Camel headers, into which query
 * parameters could be mixed. The query string is not part of it.
 *
 * @param method the HTTP method
 * @param path the path without query, as sent
 * @param peer the address of the other end of the connection
 * @param lines every header line
 */
public record RequestHead(String method, String path, String peer, Lines lines) {

  /** Header lines by name, whatever the letter case, in order. */
  @FunctionalInterface
  public interface Lines {
    List<String> all(String name);
  }

  /** The lines of this name, in order; empty where there are none. */
  public List<String> all(String name) {
    return lines.all(name);
  }

  /** The only line of this name; empty where there is none or more than one. */
  public Optional<String> only(String name) {
    List<String> all = all(name);
    return all.size() == 1 ? Optional.of(trim(all.get(0))) : Optional.empty();
  }

  /**
   * The value of a header as text, for steps added in YAML: {@code
   * ${exchangeProperty.requestHead.header('x-name')}}. Repeated lines are joined with a comma.
   */
  public String header(String name) {
    return String.join(", ", all(name));
  }

  /** Spaces and tabs around a value are not part of it (RFC 9110 §5.5). */
  public static String trim(String value) {
    int start = 0;
    int end = value.length();
    while (start < end && isSpace(value.charAt(start))) {
      start++;
    }
    while (end > start && isSpace(value.charAt(end - 1))) {
      end--;
    }
    return value.substring(start, end);
  }

  private static boolean isSpace(char c) {
    return c == ' ' || c == '\t';
  }
}
