package br.com.kobana.mcp.audit;

import br.com.kobana.mcp.catalog.Tool;
import br.com.kobana.mcp.jsonrpc.Json;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;

/**
 * What of a call's arguments the trail shows: amounts, dates, uids, yes and no, and the words that
 * the catalogue itself lists. Of anything else only that it was there, by a keyed name of its value
 * that starts with {@code ~}: the same payee has the same name in every record. Names that the tool
 * does not declare are not shown. Bounded, so that no call fills the trail. Thread-safe.
 */
final class Summary {
  private static final int MOST = 40;
  private static final int DEEPEST = 5;
  private static final int LONGEST = 40;
  private static final Pattern NUMBER =
      Pattern.compile(
          "(.*_)?(amount|value|percent|percentage|limit|quantity|count|days|installments|total)");
  private static final Pattern DECIMAL = Pattern.compile("-?\\d{1,10}([.,]\\d{1,8})?");
  private static final Pattern DATE = Pattern.compile("\\d{4}-\\d{2}-\\d{2}(T[0-9:.Z+-]{5,20})?");
  private static final Pattern UID_NAME = Pattern.compile("(.*_)?uid");
  private static final Pattern UID =
      Pattern.compile("[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}");
  private final AuditKey key;
  private final Map<String, Words> words = new ConcurrentHashMap<>();

  /** What the schema of one tool declares. */
  private record Words(ObjectNode schema, Set<String> names, Set<String> values) {}

  Summary(AuditKey key) {
    this.key = key;
  }

  // A catalogue that was read anew has other schemas; to compare them by content would cost more
  // than to collect their words.
  @SuppressWarnings("ReferenceEquality")
  ObjectNode of(Tool tool, ObjectNode arguments) {
    Words declared = words.get(tool.name());
    if (declared == null || declared.schema() != tool.inputSchema()) {
      declared = words(tool.inputSchema());
      words.put(tool.name(), declared);
    }
    return (ObjectNode) new Walk(declared).object(arguments, 0);
  }

  private static Words words(ObjectNode schema) {
    Set<String> names = new HashSet<>();
    Set<String> values = new HashSet<>();
    collect(schema, names, values);
    return new Words(schema, names, values);
  }

  private static void collect(JsonNode schema, Set<String> names, Set<String> values) {
    for (Map.Entry<String, JsonNode> member : schema.properties()) {
      JsonNode value = member.getValue();
      if (member.getKey().equals("properties")) {
        value.fieldNames().forEachRemaining(names::add);
      } else if (member.getKey().equals("enum")) {
        value.forEach(v -> values.add(v.asText()));
      }
      collect(value, names, values);
    }
    if (schema.isArray()) {
      schema.forEach(each -> collect(each, names, values));
    }
  }

  /** One summary under way. */
  private final class Walk {
    private final Words declared;
    private int left = MOST;

    Walk(Words declared) {
      this.declared = declared;
    }

    JsonNode object(JsonNode object, int depth) {
      ObjectNode told = Json.object();
      int hidden = 0;
      for (Map.Entry<String, JsonNode> member : object.properties()) {
        if (left > 0 && declared.names().contains(member.getKey())) {
          told.set(member.getKey(), value(member.getKey(), member.getValue(), depth + 1));
        } else {
          hidden++;
        }
      }
      return hidden == 0 ? told : told.put("~more", hidden);
    }

    private JsonNode value(String name, JsonNode value, int depth) {
      left--;
      if (value.isContainerNode() && depth >= DEEPEST) {
        return hidden(value);
      }
      if (value.isObject()) {
        return object(value, depth);
      }
      if (value.isArray()) {
        return array(name, value, depth);
      }
      return isShown(name, value) ? value : hidden(value);
    }

    private JsonNode array(String name, JsonNode array, int depth) {
      ArrayNode told = Json.array();
      for (JsonNode element : array) {
        if (left <= 0) {
          return told.add("~more " + (array.size() - told.size()));
        }
        told.add(value(name, element, depth + 1));
      }
      return told;
    }

    private boolean isShown(String name, JsonNode value) {
      if (value.isBoolean() || value.isNull()) {
        return true;
      }
      String text = value.asText();
      if (text.length() > LONGEST) {
        return false;
      }
      return declared.values().contains(text)
          || (NUMBER.matcher(name).matches() && DECIMAL.matcher(text).matches())
          || DATE.matcher(text).matches()
          || (UID_NAME.matcher(name).matches() && UID.matcher(text).matches());
    }

    private TextNode hidden(JsonNode value) {
      return JsonNodeFactory.instance.textNode(
          "~" + key.name(value.isTextual() ? value.textValue() : Json.text(value)));
    }
  }
}
