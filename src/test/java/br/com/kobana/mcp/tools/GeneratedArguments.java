package br.com.kobana.mcp.tools;

import br.com.kobana.mcp.catalog.Catalog;
import br.com.kobana.mcp.catalog.Tool;
import br.com.kobana.mcp.catalog.Tool.Argument;
import br.com.kobana.mcp.catalog.Tool.Place;
import br.com.kobana.mcp.jsonrpc.Json;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.DecimalNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Arguments of a tool made out of its schema, the same each time; the ids in its path are those of
 * records that the lists above them show.
 */
final class GeneratedArguments {
  /**
   * What the API needs besides what the schema requires, as the tool's description says: dotted
   * paths, an array's items adding nothing.
   */
  private static final Map<String, Set<String>> ALSO =
      Map.ofEntries(
          Map.entry("banking_charge_bank_billet_create", Set.of("customer_id")),
          Map.entry("banking_charge_customer_subscription_create", Set.of("customer_id")),
          Map.entry("banking_charge_installment_create", Set.of("customer_id")),
          Map.entry("banking_charge_automatic_pix_recurrence_create", Set.of("amount")),
          Map.entry("banking_payment_payment_create", Set.of("pix")),
          Map.entry("banking_payment_tax_create", Set.of("code")),
          Map.entry("banking_transfer_pix_create", Set.of("key_type", "key")),
          Map.entry(
              "banking_transfer_transfer_create",
              Set.of("pix", "pix.data.key_type", "pix.data.key")));

  /** The tools of batches, with where the payments and transfers that wait for one are. */
  private static final Map<String, String> BATCHES =
      Map.of(
          "banking_payment_batch_create_pix", "/v2/payment/pix",
          "banking_payment_batch_create_bank_billet", "/v2/payment/bank_billets",
          "banking_payment_batch_create_tax", "/v2/payment/taxes",
          "banking_payment_batch_create_utility", "/v2/payment/utilities",
          "banking_transfer_batch_create_pix", "/v2/transfer/pix",
          "banking_transfer_batch_create_ted", "/v2/transfer/ted",
          "banking_transfer_batch_create_internal", "/v2/transfer/internal");

  private final Catalog catalog;
  private final SandboxRecords records;
  private final KnownValues known;

  GeneratedArguments(Catalog catalog, SandboxRecords records) {
    this.catalog = catalog;
    this.records = records;
    this.known = new KnownValues(records);
  }

  /** What cannot be left out. */
  ObjectNode required(Tool tool) {
    return of(tool, false);
  }

  /** Every argument but a cursor, which a list's own answer gives. */
  ObjectNode all(Tool tool) {
    ObjectNode arguments = of(tool, true);
    arguments.remove("cursor");
    ArrayNode suggested = suggestedFields(tool);
    if (!suggested.isEmpty()) {
      arguments.set("fields", suggested);
    }
    return arguments;
  }

  /** The fields that the schema names as examples. */
  static ArrayNode suggestedFields(Tool tool) {
    ArrayNode fields = Json.array();
    String text = tool.inputSchema().at("/properties/fields/description").asText();
    int at = text.indexOf("e.g.");
    if (at >= 0) {
      for (String name : text.substring(at + 4).split(",", -1)) {
        fields.add(name.strip());
      }
    }
    return fields;
  }

  private ObjectNode of(Tool tool, boolean all) {
    ObjectNode arguments = object(tool, List.of(), tool.inputSchema(), all);
    Optional.ofNullable(BATCHES.get(tool.name())).ifPresent(path -> batch(arguments, path, all));
    pathIds(tool).forEach(arguments::set);
    return arguments;
  }

  /** One that exists, and with all arguments a new one before it. */
  private void batch(ObjectNode arguments, String path, boolean all) {
    String name = arguments.has("payments") ? "payments" : "transfers";
    ObjectNode fresh = (ObjectNode) arguments.path(name).get(0);
    ObjectNode waiting =
        Json.object().put("uid", records.newest(path, waits(path)).path("uid").asText());
    ArrayNode members = arguments.putArray(name);
    if (all) {
      fresh.remove("uid");
      members.add(fresh);
    }
    members.add(waiting);
  }

  /** Among transfers, which do not tell their batch, the newest pending one has none. */
  private static String waits(String path) {
    return path.startsWith("/v2/payment") ? "status=pending&batch_uid=" : "status=pending";
  }

  /** The ids in the path, from the lists that the catalogue has above them. */
  private Map<String, JsonNode> pathIds(Tool tool) {
    Map<String, JsonNode> found = new java.util.LinkedHashMap<>();
    StringBuilder template = new StringBuilder();
    StringBuilder path = new StringBuilder();
    for (String segment : tool.operation().path().substring(1).split("/", -1)) {
      String value = segment;
      if (segment.startsWith("{")) {
        Argument argument = argument(tool, segment.substring(1, segment.length() - 1));
        String state = found.isEmpty() ? KnownValues.state(tool) : "";
        Optional<String> id = id(tool, template.toString(), path.toString(), state);
        value = id.orElseGet(() -> text(tool, argument));
        found.put(argument.name(), TextNode.valueOf(value));
      }
      template.append('/').append(segment);
      path.append('/').append(value);
    }
    return found;
  }

  private static Argument argument(Tool tool, String variable) {
    return tool.arguments().stream()
        .filter(a -> a.place() == Place.PATH && a.target().equals(variable))
        .findFirst()
        .orElseThrow();
  }

  private String text(Tool tool, Argument argument) {
    JsonNode values = argument.schema().path("enum");
    return values.isEmpty()
        ? known.of(tool.name(), List.of(argument.name()), argument.schema()).orElseThrow().asText()
        : values.get(0).asText();
  }

  private Optional<String> id(Tool tool, String template, String path, String state) {
    // Here the id is a boleto's, though the path says otherwise.
    String list =
        path.equals("/v1/bank_billet_remittances") && tool.operation().path().contains("occurrence")
            ? "/v1/bank_billets"
            : path;
    boolean listed =
        catalog.tools().stream()
            .anyMatch(t -> t.listing().isPresent() && t.operation().path().equals(template));
    if (!listed) {
      return Optional.empty();
    }
    JsonNode row = records.newest(list, state);
    boolean numbered = list.startsWith("/v1/") && row.has("id");
    return Optional.of(row.path(numbered ? "id" : "uid").asText());
  }

  private ObjectNode object(Tool tool, List<String> path, JsonNode schema, boolean all) {
    Set<String> wanted = new HashSet<>();
    schema.path("required").forEach(name -> wanted.add(name.asText()));
    boolean operators = path.size() == 2 && path.get(0).equals("filters");
    ObjectNode object = Json.object();
    for (Map.Entry<String, JsonNode> property : schema.path("properties").properties()) {
      List<String> here = new ArrayList<>(path);
      here.add(property.getKey());
      boolean also = ALSO.getOrDefault(tool.name(), Set.of()).contains(String.join(".", here));
      boolean operator = !operators || object.size() < 2 && isBound(schema, property.getKey());
      if (wanted.contains(property.getKey()) || also || (all && operator)) {
        object.set(property.getKey(), value(tool, here, property.getValue(), all));
      }
    }
    if (object.size() < schema.path("minProperties").asInt(0)) {
      Map.Entry<String, JsonNode> first = schema.path("properties").properties().iterator().next();
      List<String> here = new ArrayList<>(path);
      here.add(first.getKey());
      object.set(first.getKey(), value(tool, here, first.getValue(), all));
    }
    return object;
  }

  /** Both ends of a range, or the one operator there is. */
  private static boolean isBound(JsonNode schema, String operator) {
    return !schema.path("properties").has("gte") || Set.of("gte", "lte").contains(operator);
  }

  private JsonNode value(Tool tool, List<String> path, JsonNode schema, boolean all) {
    // An operator's value is what its filter's name says.
    boolean operator = path.size() == 3 && path.get(0).equals("filters");
    List<String> named = operator ? path.subList(0, 2) : path;
    JsonNode values = schema.path("enum");
    if (!values.isEmpty()) {
      return values.get(0);
    }
    return switch (schema.path("type").asText()) {
      case "object" ->
          schema.has("properties")
              ? object(tool, path, schema, all)
              : Json.object().put("chave", "valor");
      case "array" -> {
        ArrayNode array = Json.array();
        yield array.add(value(tool, path, schema.path("items"), all));
      }
      case "boolean" -> com.fasterxml.jackson.databind.node.BooleanNode.TRUE;
      case "number" -> DecimalNode.valueOf(number(schema));
      case "integer" ->
          known.of(tool.name(), named, schema).orElseGet(() -> IntNode.valueOf(integer(schema)));
      default ->
          known.of(tool.name(), named, schema).orElseGet(() -> TextNode.valueOf(text(schema)));
    };
  }

  private static BigDecimal number(JsonNode schema) {
    BigDecimal least = schema.path("minimum").decimalValue();
    return least.max(new BigDecimal("1.50")).min(most(schema));
  }

  private static BigDecimal most(JsonNode schema) {
    return schema.has("maximum")
        ? schema.path("maximum").decimalValue()
        : new BigDecimal("1000000000");
  }

  private static int integer(JsonNode schema) {
    return Math.max(1, schema.path("minimum").asInt(1));
  }

  private static String text(JsonNode schema) {
    int most = schema.path("maxLength").asInt(255);
    return "12345678901234"
        .substring(0, Math.min(most, Math.max(2, schema.path("minLength").asInt(2))));
  }
}
