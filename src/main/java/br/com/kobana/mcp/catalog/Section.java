package br.com.kobana.mcp.catalog;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A mapping of a catalogue file, read key by key. A key of the wrong type is a problem and counts
 * as absent; {@link #end} makes every key that was never asked for a problem.
 */
final class Section {
  private final ObjectNode node;
  private final Location location;
  private final Set<String> asked = new LinkedHashSet<>();

  private Section(ObjectNode node, Location location) {
    this.node = node;
    this.location = location;
  }

  static Section of(JsonNode node, Location location) {
    if (node instanceof ObjectNode object) {
      return new Section(object, location);
    }
    location.problem("is " + describe(node) + ", a mapping of keys is needed");
    return new Section(JsonNodeFactory.instance.objectNode(), location);
  }

  Location location() {
    return location;
  }

  /** This section, its problems reported from now on under the name of the tool or record. */
  Section named(String name) {
    Section named = new Section(node, location.named(name));
    named.asked.addAll(asked);
    return named;
  }

  boolean has(String key) {
    return node.has(key);
  }

  Optional<JsonNode> value(String key) {
    asked.add(key);
    return Optional.ofNullable(node.get(key));
  }

  Optional<String> text(String key) {
    return value(key)
        .flatMap(
            value -> {
              if (value.isTextual() && !value.textValue().isBlank()) {
                return Optional.of(value.textValue().strip());
              }
              location.at(key).problem("is " + describe(value) + ", text is needed");
              return Optional.empty();
            });
  }

  /** The text, or an empty one and a problem where there is none. */
  String requiredText(String key) {
    Optional<String> text = text(key);
    if (text.isEmpty() && !has(key)) {
      location.at(key).problem("is missing");
    }
    return text.orElse("");
  }

  Optional<Boolean> flag(String key) {
    return value(key)
        .flatMap(
            value -> {
              if (value.isBoolean()) {
                return Optional.of(value.booleanValue());
              }
              location.at(key).problem("is " + describe(value) + ", true or false is needed");
              return Optional.empty();
            });
  }

  Optional<Integer> number(String key) {
    return value(key)
        .flatMap(
            value -> {
              if (value.isIntegralNumber() && value.canConvertToInt() && value.intValue() > 0) {
                return Optional.of(value.intValue());
              }
              location.at(key).problem("is " + describe(value) + ", a whole number is needed");
              return Optional.empty();
            });
  }

  /** The constant whose name is the text in lower case. */
  <E extends Enum<E>> Optional<E> oneOf(String key, Class<E> type) {
    Optional<String> text = text(key);
    if (text.isEmpty()) {
      return Optional.empty();
    }
    Optional<E> found =
        Arrays.stream(type.getEnumConstants()).filter(c -> word(c).equals(text.get())).findFirst();
    if (found.isEmpty()) {
      String allowed =
          Arrays.stream(type.getEnumConstants())
              .map(Section::word)
              .collect(Collectors.joining(", "));
      location.at(key).problem('"' + text.get() + "\" is not one of " + allowed);
    }
    return found;
  }

  List<String> texts(String key) {
    return value(key).map(value -> texts(value, location.at(key))).orElse(List.of());
  }

  private static List<String> texts(JsonNode value, Location at) {
    if (!value.isArray()) {
      at.problem("is " + describe(value) + ", a list is needed: [a, b]");
      return List.of();
    }
    Set<String> texts = new LinkedHashSet<>();
    for (JsonNode element : value) {
      if (!element.isTextual()) {
        at.problem("holds " + describe(element) + ", only text is allowed (put it in quotes)");
      } else if (!texts.add(element.textValue())) {
        at.problem("names " + element.textValue() + " twice");
      }
    }
    return List.copyOf(texts);
  }

  /** A mapping of names to text. */
  Map<String, String> pairs(String key) {
    Map<String, String> pairs = new LinkedHashMap<>();
    value(key).ifPresent(v -> of(v, location.at(key)).readPairs(pairs));
    return pairs;
  }

  private void readPairs(Map<String, String> pairs) {
    node.fieldNames()
        .forEachRemaining(name -> text(name).ifPresent(value -> pairs.put(name, value)));
  }

  /** The members of a mapping, in the order written. */
  Map<String, JsonNode> members(String key) {
    Map<String, JsonNode> members = new LinkedHashMap<>();
    value(key)
        .map(v -> of(v, location.at(key)).node)
        .ifPresent(n -> n.properties().forEach(e -> members.put(e.getKey(), e.getValue())));
    return members;
  }

  /** The elements of a list of mappings. */
  List<Section> sections(String key) {
    List<Section> sections = new ArrayList<>();
    value(key)
        .ifPresent(
            value -> {
              if (!value.isArray()) {
                location.at(key).problem("is " + describe(value) + ", a list is needed");
              }
              int i = 1;
              for (JsonNode element : value) {
                sections.add(of(element, location.at(key + "[" + i++ + "]")));
              }
            });
    return sections;
  }

  Optional<Section> section(String key) {
    return value(key).map(v -> of(v, location.at(key)));
  }

  /** Reports the keys nobody asked for. */
  void end() {
    node.fieldNames()
        .forEachRemaining(
            name -> {
              if (!asked.contains(name)) {
                location
                    .at(name)
                    .problem("is not known here; allowed: " + String.join(", ", asked));
              }
            });
  }

  private static String word(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }

  static String describe(JsonNode node) {
    return switch (node.getNodeType()) {
      case ARRAY -> "a list";
      case OBJECT -> "a mapping";
      case NULL, MISSING -> "empty";
      case STRING -> node.textValue().isBlank() ? "empty" : '"' + node.textValue() + '"';
      default -> node.asText();
    };
  }
}
