package br.com.kobana.mcp.settings;

import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Reads single values and says exactly what is wrong with one. */
final class Values {
  private final Map<String, String> values;

  Values(Map<String, String> values) {
    this.values = values;
  }

  /** The keys that begin so. */
  List<String> names(String prefix) {
    return values.keySet().stream().filter(key -> key.startsWith(prefix)).sorted().toList();
  }

  String text(String key) {
    return values.getOrDefault(key, "").trim();
  }

  /** The keys that begin so. */
  List<String> keysUnder(String prefix) {
    return values.keySet().stream().filter(key -> key.startsWith(prefix)).toList();
  }

  Optional<String> optional(String key) {
    return text(key).isEmpty() ? Optional.empty() : Optional.of(text(key));
  }

  List<String> list(String key) {
    return Arrays.stream(text(key).split(",")).map(String::trim).filter(s -> !s.isEmpty()).toList();
  }

  int number(String key, int least, int most) {
    String value = text(key);
    try {
      int number = Integer.parseInt(value);
      if (number >= least && number <= most) {
        return number;
      }
    } catch (NumberFormatException e) {
      // Said below, with what is allowed.
    }
    throw new WrongSetting(key, value, "a whole number from " + least + " to " + most);
  }

  boolean flag(String key) {
    return switch (text(key)) {
      case "true" -> true;
      case "false" -> false;
      default -> throw new WrongSetting(key, text(key), "true or false");
    };
  }

  <E extends Enum<E>> E choice(String key, Class<E> type) {
    for (E e : type.getEnumConstants()) {
      if (wire(e).equals(text(key))) {
        return e;
      }
    }
    throw new WrongSetting(
        key,
        text(key),
        "one of " + Arrays.stream(type.getEnumConstants()).map(Values::wire).toList());
  }

  /** An absolute http or https URL without query, fragment, user or trailing slash. */
  URI url(String key, String value) {
    try {
      URI uri = new URI(value);
      String scheme = uri.getScheme() == null ? "" : uri.getScheme();
      if ((scheme.equals("http") || scheme.equals("https"))
          && uri.getHost() != null
          && uri.getPort() <= 65535
          && uri.getHost().equals(uri.getHost().toLowerCase(Locale.ROOT))
          && uri.getRawQuery() == null
          && uri.getRawFragment() == null
          && uri.getRawUserInfo() == null
          && !value.endsWith("/")) {
        return uri;
      }
    } catch (URISyntaxException e) {
      // Said below, with what is allowed.
    }
    throw new WrongSetting(
        key, value, "an absolute http(s) URL in lower case, no query, fragment or trailing slash");
  }

  /** A URL as {@link #url} takes it, which may end with a slash: issuers are compared as text. */
  URI issuer(String key, String value) {
    boolean slash = value.endsWith("/") && !value.endsWith("//");
    return url(key, slash ? value.substring(0, value.length() - 1) : value);
  }

  /** A file that can be read, where one is named. */
  Optional<Path> file(String key) {
    Optional<Path> file = optional(key).map(Path::of);
    file.filter(f -> !Files.isReadable(f) || Files.isDirectory(f))
        .ifPresent(
            f -> {
              throw new WrongSetting(key, f.toString(), "a file that can be read, or empty");
            });
    return file;
  }

  /** Redis URLs; they may hold a password and are never repeated. */
  List<String> redisAddresses(String key) {
    for (String address : list(key)) {
      if (!isRedis(address)) {
        throw new WrongSetting(
            key, "(hidden)", "redis[s]://[[user]:password@]host[:port][/database], comma list");
      }
    }
    return list(key);
  }

  private static boolean isRedis(String address) {
    try {
      URI uri = new URI(address);
      return ("redis".equals(uri.getScheme()) || "rediss".equals(uri.getScheme()))
          && uri.getHost() != null
          && uri.getRawQuery() == null
          && uri.getRawFragment() == null
          && uri.getRawPath().matches("/?|/\\d{1,4}");
    } catch (URISyntaxException e) {
      return false;
    }
  }

  /** A text in which each of these is named once as {@code ${name}}. */
  String template(String key, String... names) {
    String text = text(key);
    String rest = text;
    for (String name : names) {
      String variable = "${" + name + "}";
      if (!rest.contains(variable)) {
        throw new WrongSetting(key, text, "a key with " + variable);
      }
      rest = rest.replace(variable, "");
    }
    if (rest.contains("${") || rest.chars().anyMatch(c -> c <= ' ' || c > '~')) {
      throw new WrongSetting(
          key, text, "visible ASCII with " + Arrays.toString(names) + " as ${name} only");
    }
    return text;
  }

  List<byte[]> keys(String key) {
    return list(key).stream()
        .map(
            encoded -> {
              try {
                byte[] bytes = Base64.getDecoder().decode(encoded);
                if (bytes.length >= 32) {
                  return bytes;
                }
              } catch (IllegalArgumentException e) {
                // Said below; the value is a secret and is not repeated.
              }
              throw new WrongSetting(key, "(hidden)", "base64 of at least 32 bytes each");
            })
        .toList();
  }

  private static String wire(Enum<?> e) {
    return e.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
