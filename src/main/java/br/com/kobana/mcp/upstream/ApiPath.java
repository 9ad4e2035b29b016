package br.com.kobana.mcp.upstream;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;

/**
 * A path template of the API, such as {@code /v1/bank_billets/{id}/cancel}, and how an id becomes a
 * segment of it.
 */
public final class ApiPath {
  private static final String UNRESERVED =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~";

  private ApiPath() {}

  /**
   * Why a value may not be an id, or empty where it may. An id that could leave its segment ({@code
   * .}, {@code ..}, a slash, {@code ?}, {@code #}, {@code %}) or holds a control character is
   * refused before any call.
   */
  public static Optional<String> objection(String id) {
    if (id.isEmpty()) {
      return Optional.of("is empty");
    }
    if (id.length() > 255) {
      return Optional.of("is longer than 255 characters");
    }
    if (id.equals(".") || id.equals("..")) {
      return Optional.of("is not an id");
    }
    for (int i = 0; i < id.length(); i++) {
      char c = id.charAt(i);
      if (c < 0x20 || c == 0x7f || "/\\?#%;".indexOf(c) >= 0 || Character.isISOControl(c)) {
        return Optional.of("has a character that no id has");
      }
    }
    return Optional.empty();
  }

  /**
   * Puts encoded values into the braces of the template.
   *
   * @throws IllegalArgumentException when a variable has no value or its value is no id
   */
  public static String expand(String template, Map<String, String> values) {
    StringBuilder path = new StringBuilder();
    int at = 0;
    for (int open = template.indexOf('{'); open >= 0; open = template.indexOf('{', at)) {
      int close = template.indexOf('}', open);
      String name = template.substring(open + 1, close);
      String value = values.get(name);
      if (value == null) {
        throw new IllegalArgumentException(name + " is missing");
      }
      objection(value)
          .ifPresent(
              why -> {
                throw new IllegalArgumentException(name + " " + why);
              });
      path.append(template, at, open).append(encode(value));
      at = close + 1;
    }
    return path.append(template.substring(at)).toString();
  }

  /** Percent-encodes everything but unreserved characters (RFC 3986 §2.3), as UTF-8. */
  public static String encode(String value) {
    StringBuilder out = new StringBuilder(value.length() + 8);
    for (byte b : value.getBytes(StandardCharsets.UTF_8)) {
      char c = (char) (b & 0xff);
      if (UNRESERVED.indexOf(c) >= 0) {
        out.append(c);
      } else {
        out.append('%')
            .append(Character.toUpperCase(Character.forDigit((b >> 4) & 0xf, 16)))
            .append(Character.toUpperCase(Character.forDigit(b & 0xf, 16)));
      }
    }
    return out.toString();
  }
}
