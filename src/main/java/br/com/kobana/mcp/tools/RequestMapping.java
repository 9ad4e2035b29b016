package br.com.kobana.mcp.tools;

import br.com.kobana.mcp.catalog.Tool;
import br.com.kobana.mcp.catalog.Tool.Argument;
import br.com.kobana.mcp.catalog.Tool.Place;
import br.com.kobana.mcp.jsonrpc.Json;
import br.com.kobana.mcp.upstream.ApiPath;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Where the arguments of one tool go in its REST request. */
final class RequestMapping {
  private static final Set<String> KEYED = Set.of("POST", "PUT", "PATCH");
  private static final int LONGEST_KEY = 255;

  /** Characters a query parameter may have: a request line is not a place for documents. */
  static final int LONGEST_PARAMETER = 2000;

  private final Tool tool;

  RequestMapping(Tool tool) {
    this.tool = tool;
  }

  /** Whether the API takes an idempotency key here: on POST, PUT and PATCH. */
  boolean keyed() {
    return KEYED.contains(tool.operation().method());
  }

  /**
   * @throws BadArguments where an id could leave its segment of the path
   */
  String path(ObjectNode arguments) throws BadArguments {
    return ApiPath.expand(tool.operation().path(), variables(arguments));
  }

  /**
   * The values of the variables of the path.
   *
   * @throws BadArguments where an id could leave its segment of the path
   */
  Map<String, String> variables(ObjectNode arguments) throws BadArguments {
    Map<String, String> values = new LinkedHashMap<>();
    for (Argument argument : tool.arguments()) {
      if (argument.place() == Place.PATH) {
        String id = Scalar.text(arguments.path(argument.name())).orElse("");
        Optional<String> objection = ApiPath.objection(id);
        if (objection.isPresent()) {
          throw new BadArguments('"' + argument.name() + "\" " + objection.get() + ".");
        }
        values.put(argument.target(), id);
      }
    }
    return values;
  }

  /**
   * @throws BadArguments where a value does not fit into a request line
   */
  Map<String, String> query(ObjectNode arguments) throws BadArguments {
    Map<String, String> query = new LinkedHashMap<>();
    for (Argument argument : tool.arguments()) {
      JsonNode value = arguments.path(argument.name());
      if (argument.place() == Place.QUERY && !value.isMissingNode() && !value.isNull()) {
        String text = text(value);
        if (text.length() > LONGEST_PARAMETER) {
          throw new BadArguments('"' + argument.name() + "\" is too long.");
        }
        query.put(argument.target(), text);
      }
    }
    return query;
  }

  /** A list is written with commas, as the API takes {@code tags}. */
  private static String text(JsonNode value) {
    if (!value.isArray()) {
      return Scalar.text(value).orElseGet(() -> Json.text(value));
    }
    List<String> parts = new ArrayList<>();
    value.forEach(v -> parts.add(text(v)));
    return String.join(",", parts);
  }

  /**
   * The body as the API wants it. A POST, PUT or PATCH that could have one has at least an empty
   * object; a DELETE has one only where an argument goes into it.
   */
  Optional<byte[]> body(ObjectNode arguments) {
    ObjectNode body = Json.object();
    boolean declared = tool.operation().bodyWrapper().isPresent();
    for (Argument argument : tool.arguments()) {
      if (argument.place() == Place.BODY) {
        declared = true;
        JsonNode value = arguments.get(argument.name());
        if (value != null) {
          put(body, argument.target(), value);
        }
      }
    }
    if (body.isEmpty() && !(declared && keyed())) {
      return Optional.empty();
    }
    JsonNode whole =
        tool.operation()
            .bodyWrapper()
            .<JsonNode>map(wrapper -> Json.object().set(wrapper, body))
            .orElse(body);
    return Optional.of(Json.bytes(whole));
  }

  /** Copies what may be written into later: the message itself is never changed. */
  private static void put(ObjectNode body, String target, JsonNode value) {
    ObjectNode at = body;
    int start = 0;
    for (int dot = target.indexOf('.'); dot >= 0; dot = target.indexOf('.', start)) {
      String segment = target.substring(start, dot);
      at = at.get(segment) instanceof ObjectNode nested ? nested : at.putObject(segment);
      start = dot + 1;
    }
    String last = target.substring(start);
    if (at.get(last) instanceof ObjectNode before && value instanceof ObjectNode more) {
      before.setAll(more.deepCopy());
    } else {
      at.set(last, value.deepCopy());
    }
  }

  /**
   * The key the caller chose, where the tool declares one and the API takes it.
   *
   * @throws BadArguments where it cannot be a header's value
   */
  Optional<String> idempotencyKey(ObjectNode arguments) throws BadArguments {
    Optional<Argument> declared = keyArgument();
    if (declared.isEmpty() || !keyed() || !arguments.hasNonNull(declared.get().name())) {
      return Optional.empty();
    }
    String key = Scalar.text(arguments.path(declared.get().name())).orElse("");
    boolean printable = key.chars().allMatch(c -> c > 0x20 && c < 0x7f);
    if (key.isEmpty() || key.length() > LONGEST_KEY || !printable) {
      throw new BadArguments(
          '"' + declared.get().name() + "\" must be 1 to 255 visible ASCII characters.");
    }
    return Optional.of(key);
  }

  Optional<Argument> keyArgument() {
    return tool.arguments().stream().filter(a -> a.place() == Place.IDEMPOTENCY_KEY).findFirst();
  }
}
