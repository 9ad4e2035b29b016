package br.com.kobana.mcp.observe;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The names in an expression of PromQL: metrics, labels, and the values that are matched exactly.
 * Reads as much of the language as the project's dashboards and alerts use; what it does not know
 * counts as a metric, so that it fails rather than passes.
 */
record Promql(Set<String> metrics, Set<String> labels, Map<String, String> matchers) {
  private static final Pattern SELECTOR = Pattern.compile("\\{([^}]*)\\}");
  private static final Pattern MATCHER = Pattern.compile("(\\w+)\\s*(=~|!~|!=|=)\\s*\"([^\"]*)\"");
  private static final Pattern GROUPING =
      Pattern.compile("\\b(?:by|without|on|ignoring)\\s*\\(([^)]*)\\)");
  private static final Pattern NAME = Pattern.compile("[a-zA-Z_:][\\w:]*(?!\\s*\\()\\b(?!\\s*\\()");
  private static final Set<String> WORDS = Set.of("and", "or", "unless", "bool", "offset");

  static Promql of(String expression) {
    Set<String> labels = new TreeSet<>();
    Map<String, String> matchers = new HashMap<>();
    Matcher selectors = SELECTOR.matcher(expression);
    while (selectors.find()) {
      Matcher matcher = MATCHER.matcher(selectors.group(1));
      while (matcher.find()) {
        labels.add(matcher.group(1));
        if (matcher.group(2).equals("=")) {
          matchers.put(matcher.group(1), matcher.group(3));
        }
      }
    }
    String rest = SELECTOR.matcher(expression).replaceAll(" ");
    Matcher grouping = GROUPING.matcher(rest);
    while (grouping.find()) {
      for (String label : grouping.group(1).split(",")) {
        labels.add(label.trim());
      }
    }
    rest = GROUPING.matcher(rest).replaceAll(" ");
    rest = rest.replaceAll("\\[[^\\]]*\\]", " ");
    Set<String> metrics = new TreeSet<>();
    Matcher names = NAME.matcher(rest);
    while (names.find()) {
      if (!WORDS.contains(names.group())) {
        metrics.add(names.group());
      }
    }
    return new Promql(metrics, labels, matchers);
  }
}
