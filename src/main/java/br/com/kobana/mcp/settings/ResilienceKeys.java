package br.com.kobana.mcp.settings;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Reads the keys of {@link ResilienceSettings}: {@code kobana.resilience.attempts} for every area,
 * {@code kobana.resilience.payment.attempts} for one.
 */
final class ResilienceKeys {
  private static final String PREFIX = "kobana.resilience.";
  private static final List<String> NAMES =
      List.of(
          "response-timeout-ms",
          "attempts",
          "backoff-ms",
          "max-concurrent",
          "max-wait-ms",
          "breaker-window-s",
          "breaker-minimum-calls",
          "breaker-failure-percent",
          "breaker-open-ms",
          "breaker-trial-calls");
  private final Values v;
  private final Duration longest;
  private final int pool;

  /**
   * @param longest an attempt may take, whatever its area
   * @param pool connections of all areas together
   */
  ResilienceKeys(Values values, Duration longest, int pool) {
    this.v = values;
    this.longest = longest;
    this.pool = pool;
  }

  ResilienceSettings read() {
    Map<String, ResilienceSettings.Area> own = new TreeMap<>();
    for (String area : areas()) {
      own.put(area, area(area + "."));
    }
    return new ResilienceSettings(
        Duration.ofMillis(v.number("kobana.call-budget-ms", 1, 25_000)), area(""), own);
  }

  /** The areas that have a key of their own. */
  private Set<String> areas() {
    Set<String> areas = new TreeSet<>();
    for (String key : v.keysUnder(PREFIX)) {
      String rest = key.substring(PREFIX.length());
      String name = rest.substring(rest.indexOf('.') + 1);
      if (!NAMES.contains(name)) {
        throw new WrongSetting(
            key, v.text(key), "not a key; " + PREFIX + "[area.] has " + String.join(", ", NAMES));
      }
      if (rest.contains(".")) {
        areas.add(rest.substring(0, rest.indexOf('.')));
      }
    }
    return areas;
  }

  private ResilienceSettings.Area area(String area) {
    return new ResilienceSettings.Area(
        responseTimeout(area),
        number(area, "attempts", 1, 10),
        Duration.ofMillis(number(area, "backoff-ms", 1, 10_000)),
        maxConcurrent(area),
        Duration.ofMillis(number(area, "max-wait-ms", 1, 10_000)),
        new ResilienceSettings.Breaker(
            Duration.ofSeconds(number(area, "breaker-window-s", 1, 3600)),
            number(area, "breaker-minimum-calls", 1, 1_000_000),
            number(area, "breaker-failure-percent", 1, 100),
            Duration.ofMillis(number(area, "breaker-open-ms", 1, 600_000)),
            number(area, "breaker-trial-calls", 1, 1000)));
  }

  private Duration responseTimeout(String area) {
    String key = key(area, "response-timeout-ms");
    return v.optional(key).isEmpty()
        ? longest
        : Duration.ofMillis(v.number(key, 1, (int) longest.toMillis()));
  }

  private int maxConcurrent(String area) {
    String key = key(area, "max-concurrent");
    return v.optional(key).isEmpty() ? Math.max(1, pool / 2) : v.number(key, 1, pool);
  }

  private int number(String area, String name, int least, int most) {
    return v.number(key(area, name), least, most);
  }

  /** The area's own key where it has a value, else that of all. */
  private String key(String area, String name) {
    return v.optional(PREFIX + area + name).isPresent() ? PREFIX + area + name : PREFIX + name;
  }

  /** The key of an area that an environment variable stands for. */
  static Optional<String> ofVariable(String variable) {
    String prefix = Source.variable(PREFIX);
    if (!variable.startsWith(prefix)) {
      return Optional.empty();
    }
    String rest = variable.substring(prefix.length());
    return NAMES.stream()
        .filter(name -> rest.endsWith("_" + Source.variable(name)))
        .map(
            name ->
                PREFIX
                    + rest.substring(0, rest.length() - name.length() - 1).toLowerCase(Locale.ROOT)
                    + "."
                    + name)
        .findFirst();
  }

  static boolean isOne(String key) {
    return key.startsWith(PREFIX);
  }
}
