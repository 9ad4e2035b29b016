package br.com.kobana.mcp.catalog;

import br.com.kobana.mcp.catalog.Listing.Filter;
import br.com.kobana.mcp.catalog.Listing.Operator;
import br.com.kobana.mcp.catalog.Tool.Argument;
import br.com.kobana.mcp.jsonrpc.Json;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Builds the JSON Schema (2020-12) of a tool's arguments.
 *
 * <p>The schema is closed at every level, has one type a value, and no reference, so that hosts
 * with partial support for JSON Schema take it. {@code $schema} is left out: 2020-12 is what MCP
 * supposes.
 */
final class InputSchemas {
  /** Names every list, read or write has of itself, so that no argument may have them. */
  static final Set<String> RESERVED =
      Set.of("filters", "limit", "cursor", "fields", "idempotency_key");

  private static final int MAX_EXAMPLES = 12;

  private InputSchemas() {}

  /**
   * @param arguments those declared, the idempotency key among them
   * @param projects whether the answer can be narrowed with {@code fields}
   * @param returns fields of the answer worth naming
   * @param minArguments how many arguments the call needs at least, whichever they are
   */
  static ObjectNode build(
      List<Argument> arguments,
      Optional<Listing> listing,
      boolean projects,
      List<String> returns,
      int minArguments) {
    ObjectNode properties = Json.object();
    ArrayNode required = Json.array();
    arguments.stream()
        .filter(Argument::required)
        .forEach(
            argument -> {
              properties.set(argument.name(), argument.schema());
              required.add(argument.name());
            });
    arguments.stream()
        .filter(argument -> !argument.required())
        .forEach(argument -> properties.set(argument.name(), argument.schema()));
    listing.ifPresent(l -> addListing(properties, l));
    if (projects) {
      properties.set("fields", fields(returns));
    }
    ObjectNode schema = Json.object().put("type", "object");
    if (!properties.isEmpty()) {
      schema.set("properties", properties);
    }
    if (!required.isEmpty()) {
      schema.set("required", required);
    }
    if (minArguments > 0) {
      schema.put("minProperties", minArguments);
    }
    return schema.put("additionalProperties", false);
  }

  /** The operators a filter can be written with: the API's own and those derived from them. */
  static Set<Operator> operators(Filter filter) {
    Set<Operator> own = filter.parameters().keySet();
    Set<Operator> operators = EnumSet.noneOf(Operator.class);
    operators.addAll(own);
    boolean steps = filter.type() == Listing.Type.DATE || filter.type() == Listing.Type.AMOUNT;
    if (steps && own.contains(Operator.GTE)) {
      operators.add(Operator.GT);
    }
    if (steps && own.contains(Operator.LTE)) {
      operators.add(Operator.LT);
    }
    if (own.contains(Operator.GTE) && own.contains(Operator.LTE)) {
      operators.add(Operator.EQ);
    }
    return operators;
  }

  private static void addListing(ObjectNode properties, Listing listing) {
    if (!listing.filters().isEmpty()) {
      ObjectNode filters = Json.object();
      listing.filters().forEach(filter -> filters.set(filter.name(), filter(filter)));
      properties.set("filters", object(filters));
    }
    properties.set(
        "limit",
        Json.object().put("type", "integer").put("minimum", 1).put("maximum", listing.maxLimit()));
    properties.set(
        "cursor", Json.object().put("type", "string").put("description", "From meta.next_cursor."));
  }

  private static ObjectNode filter(Filter filter) {
    Set<Operator> operators = operators(filter);
    if (operators.equals(EnumSet.of(Operator.EQ))) {
      return described(filter, value(filter));
    }
    ObjectNode properties = Json.object();
    for (Operator operator : operators) {
      properties.set(operator.wire(), operand(filter, operator));
    }
    return described(filter, object(properties).put("minProperties", 1));
  }

  private static ObjectNode operand(Filter filter, Operator operator) {
    if (operator != Operator.IN) {
      return value(filter);
    }
    ObjectNode array = Json.object().put("type", "array");
    array.set("items", value(filter));
    return array.put("minItems", 1);
  }

  private static ObjectNode value(Filter filter) {
    ObjectNode schema =
        switch (filter.type()) {
          case TEXT, DOCUMENT -> Json.object().put("type", "string");
          case DATE -> Json.object().put("type", "string").put("format", "date");
          case DATE_TIME -> Json.object().put("type", "string").put("format", "date-time");
          case INTEGER -> Json.object().put("type", "integer");
          case AMOUNT -> Json.object().put("type", "number");
          case BOOLEAN -> Json.object().put("type", "boolean");
        };
    if (!filter.values().isEmpty()) {
      ArrayNode values = schema.putArray("enum");
      for (String allowed : filter.values()) {
        if (filter.type() == Listing.Type.INTEGER) {
          values.add(Integer.parseInt(allowed));
        } else {
          values.add(allowed);
        }
      }
    }
    return schema;
  }

  private static ObjectNode described(Filter filter, ObjectNode schema) {
    filter.description().ifPresent(text -> schema.put("description", text));
    return schema;
  }

  private static ObjectNode object(ObjectNode properties) {
    ObjectNode object = Json.object().put("type", "object");
    object.set("properties", properties);
    return object.put("additionalProperties", false);
  }

  private static ObjectNode fields(List<String> returns) {
    ObjectNode fields = Json.object().put("type", "array");
    fields.set("items", Json.object().put("type", "string"));
    if (!returns.isEmpty()) {
      List<String> examples = returns.subList(0, Math.min(MAX_EXAMPLES, returns.size()));
      fields.put("description", "Only these, e.g. " + String.join(", ", examples));
    }
    return fields;
  }
}
