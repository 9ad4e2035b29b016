package br.com.kobana.mcp.tools;

import br.com.kobana.mcp.auth.Access;
import br.com.kobana.mcp.catalog.Tool;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A tool with everything that is worked out once per catalogue. */
record CompiledTool(
    Tool tool,
    Access access,
    ArgumentCheck check,
    RequestMapping mapping,
    Optional<FilterQuery> filters,
    AnswerShapes shapes) {

  private static final int MOST_FIELDS = 200;
  private static final int LONGEST_FIELD = 200;

  static CompiledTool of(Tool tool) {
    return new CompiledTool(
        tool,
        new Access(tool.writes(), tool.scopes()),
        new ArgumentCheck(tool.inputSchema()),
        new RequestMapping(tool),
        tool.listing().map(FilterQuery::new),
        new AnswerShapes(tool));
  }

  /** Whether the answer comes in pages. */
  boolean lists() {
    return tool.listing().isPresent() && tool.shape().form() == Tool.Form.LIST;
  }

  /** Declared query arguments, then filters, then what is always sent and always wins. */
  Map<String, String> query(ObjectNode arguments) throws BadArguments {
    Map<String, String> query = mapping.query(arguments);
    JsonNode given = arguments.path("filters");
    if (filters.isPresent() && !given.isMissingNode() && !given.isNull()) {
      if (!(given instanceof ObjectNode object)) {
        throw new BadArguments("\"filters\" must be an object.");
      }
      query.putAll(filters.get().translate(object));
    }
    tool.listing().ifPresent(l -> query.putAll(l.fixed()));
    return query;
  }

  /** The fields asked for; none means all. A tool may have an argument of its own of that name. */
  List<String> fields(ObjectNode arguments) throws BadArguments {
    JsonNode given = arguments.path("fields");
    if (!given.isArray() || tool.arguments().stream().anyMatch(a -> a.name().equals("fields"))) {
      return List.of();
    }
    List<String> fields = new ArrayList<>();
    for (JsonNode field : given) {
      if (!field.isTextual() || field.textValue().length() > LONGEST_FIELD) {
        throw new BadArguments("\"fields\" must be an array of field names.");
      }
      fields.add(field.textValue());
    }
    if (fields.size() > MOST_FIELDS) {
      throw new BadArguments("\"fields\" takes at most " + MOST_FIELDS + " names.");
    }
    return List.copyOf(fields);
  }
}
