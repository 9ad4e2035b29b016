package br.com.kobana.mcp.catalog;

import br.com.kobana.mcp.catalog.Tool.Argument;
import br.com.kobana.mcp.catalog.Tool.Form;
import br.com.kobana.mcp.catalog.Tool.Kind;
import br.com.kobana.mcp.catalog.Tool.Operation;
import br.com.kobana.mcp.catalog.Tool.Shape;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads one tool of a catalogue file. */
final class ToolReader {
  private static final Pattern NAME = Pattern.compile("[a-z0-9_]{1,64}");
  private static final Pattern OPERATION =
      Pattern.compile("(GET|POST|PUT|PATCH|DELETE) (/v[12](?:/[a-z0-9_]+|/\\{[a-z_]+\\})+/?)");
  private static final Pattern FIELD = Pattern.compile("[a-z][a-z0-9_]*(\\.[a-z][a-z0-9_]*)*");
  private static final int MAX_DESCRIPTION_WORDS = 60;

  private final String fileScope;
  private final List<String> fileMasked;
  private final Map<String, JsonNode> fields;
  private final Set<String> knownScopes;

  /**
   * @param fileScope the scope of tools that name none
   * @param fileMasked what the answers of all tools of the file mask
   * @param fields what {@code use} may name
   */
  ToolReader(
      String fileScope,
      List<String> fileMasked,
      Map<String, JsonNode> fields,
      Set<String> knownScopes) {
    this.fileScope = fileScope;
    this.fileMasked = fileMasked;
    this.fields = fields;
    this.knownScopes = knownScopes;
  }

  Tool read(Section unnamed) {
    String name = unnamed.requiredText("name");
    if (!name.isEmpty() && !NAME.matcher(name).matches()) {
      unnamed.location().at("name").problem('"' + name + "\" is not 1 to 64 of a-z, 0-9 and _");
    }
    Section tool = name.isEmpty() ? unnamed : unnamed.named(name);
    String title = tool.requiredText("title");
    String description =
        FieldSchemas.words(tool.requiredText("description"), MAX_DESCRIPTION_WORDS, tool);
    Operation operation = operation(tool);
    Kind kind = kind(tool);
    Annotations annotations = annotations(tool, kind);
    List<String> scopes = scopes(tool);
    List<Argument> arguments = new ArgumentReader(tool, operation, fields).read();
    Optional<Listing> listing = tool.section("listing").map(ListingReader::read);
    Shape shape = shape(tool, listing.isPresent());
    List<String> masked = dotted(tool, "masked", fileMasked);
    List<String> heavy = dotted(tool, "heavy", List.of());
    List<String> returns = dotted(tool, "returns", List.of());
    Optional<String> rereads = tool.text("rereads");
    Question question = question(tool, kind);
    Optional<Spend> spend = spend(tool, kind);
    int minArguments = tool.number("minArguments").orElse(0);
    tool.end();
    checkMethod(tool, kind, operation);
    boolean projects = shape.form() == Form.LIST || kind == Kind.READ;
    ObjectNode schema = InputSchemas.build(arguments, listing, projects, returns, minArguments);
    return new Tool(
        name,
        title,
        description,
        operation,
        kind,
        annotations.idempotent(),
        annotations.openWorld(),
        scopes,
        arguments,
        listing,
        shape,
        masked,
        heavy,
        rereads,
        question,
        spend,
        schema);
  }

  private static Operation operation(Section tool) {
    String written = tool.requiredText("operation");
    Optional<String> wrapper = tool.text("bodyWrapper");
    Matcher matcher = OPERATION.matcher(written);
    if (matcher.matches()) {
      return new Operation(matcher.group(1), matcher.group(2), wrapper);
    }
    if (!written.isEmpty()) {
      tool.location()
          .at("operation")
          .problem(
              '"' + written + "\" is not a method and a path, such as GET /v2/charge/pix/{uid}");
    }
    return new Operation("GET", "/", wrapper);
  }

  private static Kind kind(Section tool) {
    if (!tool.has("kind")) {
      tool.location().at("kind").problem("is missing; it is one of read, write, destructive");
    }
    return tool.oneOf("kind", Kind.class).orElse(Kind.DESTRUCTIVE);
  }

  private static void checkMethod(Section tool, Kind kind, Operation operation) {
    if (kind == Kind.READ && !operation.method().equals("GET")) {
      tool.location().at("kind").problem("is read, but the operation is " + operation.method());
    }
  }

  private record Annotations(boolean idempotent, boolean openWorld) {}

  private static Annotations annotations(Section tool, Kind kind) {
    if (!tool.has("annotations")) {
      tool.location()
          .at("annotations")
          .problem(
              "is missing; all four of readOnlyHint, destructiveHint, idempotentHint,"
                  + " openWorldHint are needed");
      return new Annotations(false, false);
    }
    Section section = Section.of(tool.value("annotations").orElseThrow(), at(tool, "annotations"));
    hint(section, "readOnlyHint", Optional.of(kind == Kind.READ));
    hint(section, "destructiveHint", Optional.of(kind == Kind.DESTRUCTIVE));
    boolean idempotent = hint(section, "idempotentHint", Optional.empty());
    boolean openWorld = hint(section, "openWorldHint", Optional.empty());
    section.end();
    return new Annotations(idempotent, openWorld);
  }

  private static boolean hint(Section section, String key, Optional<Boolean> implied) {
    Optional<Boolean> hint = section.flag(key);
    if (!section.has(key)) {
      section.location().at(key).problem("is missing");
    } else if (hint.isPresent() && implied.isPresent() && !hint.equals(implied)) {
      section.location().at(key).problem("is " + hint.get() + ", which contradicts kind");
    }
    return hint.orElse(false);
  }

  private List<String> scopes(Section tool) {
    List<String> scopes = tool.texts("scopes");
    if (tool.has("scopes") && scopes.isEmpty()) {
      at(tool, "scopes").problem("is empty; leave it out to use the scope of the file");
    }
    for (String scope : scopes) {
      if (!knownScopes.contains(scope)) {
        at(tool, "scopes").problem('"' + scope + "\" is not among the scopes of index.yaml");
      }
    }
    return scopes.isEmpty() ? List.of(fileScope) : scopes;
  }

  private static Shape shape(Section tool, boolean lists) {
    if (!tool.has("shape")) {
      at(tool, "shape").problem("is missing; it is one of list, record, command");
    }
    Form form = tool.oneOf("shape", Form.class).orElse(lists ? Form.LIST : Form.RECORD);
    Optional<String> commandResource = tool.text("commandResource");
    if (lists && form != Form.LIST) {
      at(tool, "listing").problem("is for tools whose shape is list");
    } else if (!lists && form == Form.LIST) {
      at(tool, "listing").problem("is missing: a list says how it is paged");
    }
    if (commandResource.isPresent() && form != Form.COMMAND) {
      at(tool, "commandResource").problem("is for tools whose shape is command");
    }
    return new Shape(form, commandResource);
  }

  private static Question question(Section tool, Kind kind) {
    if (tool.has("confirm") && kind != Kind.DESTRUCTIVE) {
      at(tool, "confirm").problem("is for tools whose kind is destructive");
    }
    Optional<Section> section = tool.section("confirm");
    if (section.isEmpty()) {
      return Question.DEFAULT;
    }
    Question question =
        new Question(
            section.get().text("title"),
            dotted(section.get(), "show", List.of()),
            section.get().text("record"));
    section.get().end();
    return question;
  }

  private static Optional<Spend> spend(Section tool, Kind kind) {
    if (tool.has("spend") && kind != Kind.DESTRUCTIVE) {
      at(tool, "spend").problem("is for tools whose kind is destructive");
    }
    return tool.section("spend")
        .map(
            section -> {
              if (!section.has("sends")) {
                at(section, "sends").problem("is missing: whether money can leave by the call");
              }
              List<String> amount = dotted(section, "amount", List.of());
              List<String> payee = dotted(section, "payee", List.of());
              Spend spend =
                  new Spend(
                      section.flag("sends").orElse(true),
                      section.flag("record").orElse(false),
                      section.text("items"),
                      amount.isEmpty() ? Spend.AMOUNT : amount,
                      payee.isEmpty() ? Spend.PAYEE : payee);
              section.end();
              return spend;
            });
  }

  private static List<String> dotted(Section tool, String key, List<String> more) {
    Set<String> paths = new LinkedHashSet<>(more);
    for (String path : tool.texts(key)) {
      if (!FIELD.matcher(path).matches()) {
        at(tool, key).problem('"' + path + "\" is not a dotted path, such as qrcode.png");
      }
      paths.add(path);
    }
    return List.copyOf(paths);
  }

  private static Location at(Section tool, String key) {
    return tool.location().at(key);
  }
}
