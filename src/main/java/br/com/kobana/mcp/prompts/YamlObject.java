package br.com.kobana.mcp.prompts;

import br.com.kobana.mcp.jsonrpc.Json;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * One mapping of a YAML file, taken member by member. Types are strict (a number is no text), and
 * {@link #done} refuses what nobody took, so that a misspelt key is an error and not a default.
 */
final class YamlObject {
  /** Made where a file is no JSON: those that the build packs are. */
  private static final class Parser {
    static final YAMLMapper MAPPER =
        YAMLMapper.builder(
                YAMLFactory.builder().enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION).build())
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();
  }

  private final String where;
  private final ObjectNode node;
  private final Set<String> taken = new LinkedHashSet<>();

  private YamlObject(String where, JsonNode node) {
    if (!(node instanceof ObjectNode object)) {
      throw new InvalidPrompts(where + ": must be a mapping");
    }
    this.where = where;
    this.node = object;
  }

  static YamlObject parse(String file, byte[] yaml) {
    return new YamlObject(
        file,
        Json.ifJson(new String(yaml, StandardCharsets.UTF_8)).orElseGet(() -> yaml(file, yaml)));
  }

  private static JsonNode yaml(String file, byte[] yaml) {
    try {
      return Parser.MAPPER.readTree(yaml);
    } catch (IOException e) {
      String[] lines = String.valueOf(e.getMessage()).split("\n", 2);
      throw new InvalidPrompts(file + ": is not YAML: " + lines[0]);
    }
  }

  InvalidPrompts error(String member, String what) {
    return new InvalidPrompts(where + ": " + member + " " + what);
  }

  Optional<String> optionalText(String member) {
    return take(member).map(value -> requireText(member, value));
  }

  String text(String member) {
    return optionalText(member).orElseThrow(() -> error(member, "is missing"));
  }

  boolean flag(String member) {
    Optional<JsonNode> value = take(member);
    if (value.isPresent() && !value.get().isBoolean()) {
      throw error(member, "must be true or false");
    }
    return value.isPresent() && value.get().booleanValue();
  }

  int number(String member, int otherwise, int max) {
    Optional<JsonNode> value = take(member);
    if (value.isEmpty()) {
      return otherwise;
    }
    if (!value.get().isInt() || value.get().intValue() < 1 || value.get().intValue() > max) {
      throw error(member, "must be a whole number from 1 to " + max);
    }
    return value.get().intValue();
  }

  List<String> texts(String member) {
    List<String> texts = new ArrayList<>();
    for (JsonNode value : array(member)) {
      texts.add(requireText(member, value));
    }
    if (new LinkedHashSet<>(texts).size() != texts.size()) {
      throw error(member, "names something twice");
    }
    return texts;
  }

  Map<String, String> textMap(String member) {
    Map<String, String> map = new LinkedHashMap<>();
    object(member)
        .ifPresent(
            object ->
                object
                    .node
                    .properties()
                    .forEach(e -> map.put(e.getKey(), object.text(e.getKey()))));
    return map;
  }

  Optional<YamlObject> object(String member) {
    return take(member).map(value -> new YamlObject(where + ": " + member, value));
  }

  List<YamlObject> objects(String member) {
    List<YamlObject> objects = new ArrayList<>();
    for (JsonNode value : array(member)) {
      objects.add(new YamlObject(where + ": " + member + "[" + objects.size() + "]", value));
    }
    return objects;
  }

  /** Refuses members that nobody asked for. */
  void done() {
    node.fieldNames()
        .forEachRemaining(
            name -> {
              if (!taken.contains(name)) {
                throw error(name, "is not known; known here: " + String.join(", ", taken));
              }
            });
  }

  private Optional<JsonNode> take(String member) {
    taken.add(member);
    return Optional.ofNullable(node.get(member));
  }

  private ArrayNode array(String member) {
    Optional<JsonNode> value = take(member);
    if (value.isEmpty()) {
      return Json.array();
    }
    if (!(value.get() instanceof ArrayNode array)) {
      throw error(member, "must be a list");
    }
    return array;
  }

  private String requireText(String member, JsonNode value) {
    if (!value.isTextual() || value.textValue().isBlank()) {
      throw error(member, "must be text; write numbers in quotes");
    }
    String text = value.textValue().strip();
    if (text.chars().anyMatch(c -> c != '\n' && Character.isISOControl(c))) {
      throw error(member, "has a control character");
    }
    return text;
  }
}
