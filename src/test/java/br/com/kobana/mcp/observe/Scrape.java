package br.com.kobana.mcp.observe;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What the metrics endpoint answered, in the text format of Prometheus. */
final class Scrape {
  private static final Pattern SAMPLE =
      Pattern.compile("([a-zA-Z_:][\\w:]*)(?:\\{(.*)\\})? (\\S+)");
  private static final Pattern LABEL = Pattern.compile("(\\w+)=\"((?:[^\"\\\\]|\\\\.)*)\"");
  private final String text;
  private final List<Sample> samples = new ArrayList<>();

  private record Sample(String name, Map<String, String> labels, double value) {}

  private Scrape(String text) {
    this.text = text;
    text.lines()
        .filter(line -> !line.startsWith("#") && !line.isBlank())
        .forEach(
            line -> {
              Matcher sample = SAMPLE.matcher(line);
              if (!sample.matches()) {
                throw new IllegalArgumentException("no sample: " + line);
              }
              Map<String, String> labels = new HashMap<>();
              Matcher label = LABEL.matcher(sample.group(2) == null ? "" : sample.group(2));
              while (label.find()) {
                labels.put(label.group(1), label.group(2));
              }
              samples.add(new Sample(sample.group(1), labels, Double.parseDouble(sample.group(3))));
            });
  }

  static Scrape of(String text) {
    return new Scrape(text);
  }

  String text() {
    return text;
  }

  Set<String> names() {
    Set<String> names = new TreeSet<>();
    samples.forEach(s -> names.add(s.name()));
    return names;
  }

  /** How many series begin so. */
  long series(String prefix) {
    return samples.stream().filter(s -> s.name().startsWith(prefix)).count();
  }

  Set<String> labels(String metric) {
    Set<String> labels = new TreeSet<>();
    samples.stream()
        .filter(s -> s.name().equals(metric))
        .forEach(s -> labels.addAll(s.labels().keySet()));
    return labels;
  }

  /** Every value that this label has anywhere. */
  Set<String> values(String label) {
    Set<String> values = new TreeSet<>();
    samples.stream()
        .filter(s -> s.labels().containsKey(label))
        .forEach(s -> values.add(s.labels().get(label)));
    return values;
  }

  /** The sum over the series that have these labels. */
  double value(String metric, String... labels) {
    return samples.stream()
        .filter(s -> s.name().equals(metric))
        .filter(
            s -> {
              for (int i = 0; i < labels.length; i += 2) {
                if (!labels[i + 1].equals(s.labels().get(labels[i]))) {
                  return false;
                }
              }
              return true;
            })
        .mapToDouble(Sample::value)
        .sum();
  }
}
