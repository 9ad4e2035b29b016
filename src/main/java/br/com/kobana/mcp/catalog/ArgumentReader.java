package br.com.kobana.mcp.catalog;

import br.com.kobana.mcp.catalog.Tool.Argument;
import br.com.kobana.mcp.catalog.Tool.Operation;
import br.com.kobana.mcp.catalog.Tool.Place;
import br.com.kobana.mcp.jsonrpc.Json;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads the arguments of one tool and fits them to its operation. */
final class ArgumentReader {
  private static final Pattern VARIABLE = Pattern.compile("\\{([a-z0-9_]+)\\}");
  private static final Pattern NAME = Pattern.compile("[a-zA-Z][a-zA-Z0-9_]{0,63}");
  private static final Pattern HEADER = Pattern.compile("[A-Za-z0-9-]{1,64}");
  private static final int MAX_KEY_LENGTH = 255;
  private static final String KEY_DESCRIPTION = "Reuse it to retry without doing twice.";

  private enum In {
    PATH,
    QUERY,
    BODY
  }

  private final Section tool;
  private final Operation operation;
  private final Map<String, JsonNode> shared;
  private final Set<String> variables;
  private final Set<String> headers = new HashSet<>();

  ArgumentReader(Section tool, Operation operation, Map<String, JsonNode> shared) {
    this.tool = tool;
    this.operation = operation;
    this.shared = shared;
    this.variables = variables(operation.path());
  }

  /** The variables of a path or URI template, in order. */
  static Set<String> variables(String template) {
    Set<String> names = new LinkedHashSet<>();
    Matcher matcher = VARIABLE.matcher(template);
    while (matcher.find()) {
      names.add(matcher.group(1));
    }
    return names;
  }

  List<Argument> read() {
    Map<String, JsonNode> written = new LinkedHashMap<>();
    Set<String> required = new HashSet<>(tool.texts("required"));
    for (String name : tool.texts("use")) {
      if (shared.containsKey(name)) {
        written.put(name, shared.get(name));
      } else {
        at("use").problem(name + " is not among the fields of this file");
      }
    }
    written.putAll(tool.members("arguments"));
    List<Argument> arguments = new ArrayList<>();
    written.forEach((name, node) -> arguments.add(argument(name, node, required.remove(name))));
    required.forEach(name -> at("required").problem(name + " is not an argument"));
    checkVariables(arguments);
    checkTargets(arguments);
    // A key alone must not count as one of the arguments that minArguments asks for.
    boolean keyed = !tool.has("minArguments") && !bare();
    if (keyed) {
      arguments.add(idempotencyKey());
    }
    return arguments;
  }

  private Argument argument(String name, JsonNode written, boolean required) {
    Location at = at("arguments").at(name);
    if (!NAME.matcher(name).matches()) {
      at.problem("is not a name: letters, digits and _ are allowed");
    } else if (InputSchemas.RESERVED.contains(name)) {
      at.problem("is a name the gateway uses itself; choose another and say as: " + name);
    }
    if (written.isTextual()) {
      ObjectNode schema = FieldSchemas.read(written, at);
      return make(name, place(name, Optional.empty()), name, required, schema);
    }
    Section section = Section.of(written, at);
    Optional<In> in = section.oneOf("in", In.class);
    String target = section.text("as").orElse(name);
    Optional<String> header = section.text("header");
    ObjectNode schema = FieldSchemas.read(section);
    section.end();
    header.ifPresent(h -> schema.put("x-mcp-header", header(h, schema, at)));
    return make(name, place(target, in), target, required, schema);
  }

  /** Clients drop a tool whose headers they cannot write, so it must not come that far. */
  private String header(String name, ObjectNode schema, Location at) {
    if (!HEADER.matcher(name).matches()) {
      at.at("header").problem("is not 1 to 64 of A-Z, a-z, 0-9 and -");
    } else if (!headers.add(name.toLowerCase(Locale.ROOT))) {
      at.at("header").problem("is the header of another argument");
    }
    if (!List.of("string", "integer", "boolean").contains(schema.path("type").asText())) {
      at.at("header").problem("is for arguments whose type is string, integer or boolean");
    }
    return name;
  }

  private static Argument make(
      String name, Place place, String target, boolean required, ObjectNode schema) {
    return new Argument(name, place, target, required || place == Place.PATH, schema);
  }

  private Place place(String target, Optional<In> in) {
    if (in.isPresent()) {
      return Place.valueOf(in.get().name());
    }
    if (variables.contains(target)) {
      return Place.PATH;
    }
    return bare() ? Place.QUERY : Place.BODY;
  }

  private boolean bare() {
    return operation.method().equals("GET") || operation.method().equals("DELETE");
  }

  private void checkVariables(List<Argument> arguments) {
    Set<String> missing = new LinkedHashSet<>(variables);
    for (Argument argument : arguments) {
      Location at = at("arguments").at(argument.name());
      if (argument.place() == Place.PATH) {
        if (!variables.contains(argument.target())) {
          at.problem(argument.target() + " is not in the path " + operation.path());
        }
        missing.remove(argument.target());
        String type = argument.schema().path("type").asText();
        if (!type.equals("string") && !type.equals("integer")) {
          at.problem("goes into the path, so its type is string or integer");
        }
      } else if (argument.place() == Place.BODY && operation.method().equals("GET")) {
        at.problem("cannot go into the body of a GET");
      }
    }
    missing.forEach(name -> at("arguments").problem("lacks " + name + " of the path"));
  }

  private void checkTargets(List<Argument> arguments) {
    Set<String> seen = new HashSet<>();
    for (Argument argument : arguments) {
      if (!seen.add(argument.place() + " " + argument.target())) {
        at("arguments").at(argument.name()).problem("goes where another argument goes already");
      }
    }
    boolean body = arguments.stream().anyMatch(a -> a.place() == Place.BODY);
    if (operation.bodyWrapper().isPresent() && !body) {
      at("bodyWrapper").problem("is given but no argument goes into the body");
    }
  }

  private static Argument idempotencyKey() {
    ObjectNode schema =
        Json.object()
            .put("type", "string")
            .put("description", KEY_DESCRIPTION)
            .put("minLength", 1)
            .put("maxLength", MAX_KEY_LENGTH);
    return new Argument(
        "idempotency_key", Place.IDEMPOTENCY_KEY, "X-Idempotency-Key", false, schema);
  }

  private Location at(String key) {
    return tool.location().at(key);
  }
}
