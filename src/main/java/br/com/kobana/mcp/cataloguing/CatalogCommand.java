package br.com.kobana.mcp.cataloguing;

import br.com.kobana.mcp.catalog.InvalidCatalog;
import br.com.kobana.mcp.catalog.Tool;
import br.com.kobana.mcp.cataloguing.Difference.Kind;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * The command line {@code bin/catalog}. It ends with 0 where all is well, with 1 where something is
 * wrong with the catalogue (or the API broke it), with 2 where it was called wrongly.
 */
public final class CatalogCommand {
  private static final String USAGE =
      """
      usage: bin/catalog [--catalog DIR] COMMAND
        check [OPENAPI.json ...]           is every file valid; do paths and parameters exist
        diff OPENAPI.json ...              what the API added, removed or changed
        draft OPENAPI.json PATH [METHOD]   an entry to edit
        size                               bytes and tokens of tools/list
        docs                               writes docs/tools.md
      OpenAPI files are JSON; DIR defaults to the catalogue of this project.
      """;

  private static final int OK = 0;
  private static final int WRONG = 1;
  private static final int MISUSED = 2;
  private static final int MOST_BYTES = 300_000;
  private static final int MOST_TOKENS_EACH = 270;

  private final PrintStream out;
  private final PrintStream err;
  private final Path home;

  /**
   * @param home the directory of the project
   */
  CatalogCommand(Path home, PrintStream out, PrintStream err) {
    this.home = home;
    this.out = out;
    this.err = err;
  }

  /**
   * @param args the directory of the project, then what the user wrote
   */
  public static void main(String[] args) {
    PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    PrintStream err = new PrintStream(System.err, true, StandardCharsets.UTF_8);
    List<String> words = List.of(args);
    System.exit(
        words.isEmpty()
            ? MISUSED
            : new CatalogCommand(Path.of(words.get(0)), out, err)
                .run(words.subList(1, words.size())));
  }

  int run(List<String> words) {
    Path directory = home.resolve("src/main/resources/catalog");
    List<String> rest = words;
    if (rest.size() >= 2 && rest.get(0).equals("--catalog")) {
      directory = Path.of(rest.get(1));
      rest = rest.subList(2, rest.size());
    }
    if (rest.isEmpty()) {
      return misused();
    }
    try {
      return run(rest.get(0), rest.subList(1, rest.size()), directory);
    } catch (InvalidCatalog e) {
      e.problems().forEach(out::println);
      return WRONG;
    } catch (OpenApi.Unreadable e) {
      err.println(e.getMessage());
      return MISUSED;
    } catch (IOException | UncheckedIOException e) {
      err.println("cannot be read or written: " + e.getMessage());
      return MISUSED;
    }
  }

  private int run(String command, List<String> arguments, Path directory)
      throws OpenApi.Unreadable, IOException {
    int count = arguments.size();
    return switch (command) {
      case "check" -> check(Catalogue.read(directory), api(arguments));
      case "diff" -> count == 0 ? misused() : diff(Catalogue.read(directory), api(arguments));
      case "draft" -> count < 2 || count > 3 ? misused() : draft(directory, arguments);
      case "size" -> count > 0 ? misused() : size(Catalogue.read(directory));
      case "docs" -> count > 0 ? misused() : docs(Catalogue.read(directory));
      default -> misused();
    };
  }

  private int misused() {
    err.print(USAGE);
    return MISUSED;
  }

  private static OpenApi api(List<String> files) throws OpenApi.Unreadable {
    return OpenApi.read(files.stream().map(Path::of).toList());
  }

  private int check(Catalogue catalogue, OpenApi api) {
    SchemaRules rules = new SchemaRules();
    List<String> faults = new ArrayList<>();
    List<Tool> tools = catalogue.catalog().tools();
    tools.forEach(tool -> faults.addAll(rules.faults(tool)));
    Set<Kind> gone = Set.of(Kind.GONE_OPERATION, Kind.GONE_PARAMETER);
    Comparison.of(catalogue.catalog(), catalogue.departures(), api).stream()
        .filter(difference -> gone.contains(difference.kind()))
        .forEach(difference -> faults.add(difference.line()));
    faults.forEach(out::println);
    out.printf(
        "%d tools, %d record types, %d operations left out: %s%n",
        tools.size(),
        catalogue.catalog().recordTypes().size(),
        catalogue.departures().leftOut().size(),
        faults.isEmpty() ? "ok" : faults.size() + " problems");
    return faults.isEmpty() ? OK : WRONG;
  }

  private int diff(Catalogue catalogue, OpenApi api) {
    List<Difference> differences = Comparison.of(catalogue.catalog(), catalogue.departures(), api);
    differences.forEach(difference -> out.println(difference.line()));
    long breaking = differences.stream().filter(d -> d.kind().isBreaking()).count();
    List<String> leftOut =
        catalogue.departures().leftOut().keySet().stream()
            .filter(api.operations()::contains)
            .toList();
    out.printf("Left out on purpose: %d%n", leftOut.size());
    leftOut.forEach(
        operation ->
            out.println("  " + operation + ": " + catalogue.departures().leftOut().get(operation)));
    out.printf(
        "%d operations described; %d differences, %d of them breaking%n",
        api.operations().size(), differences.size(), breaking);
    return breaking == 0 ? OK : WRONG;
  }

  private int draft(Path directory, List<String> arguments) throws OpenApi.Unreadable {
    OpenApi api = api(arguments.subList(0, 1));
    String path = arguments.get(1);
    List<String> operations =
        api.operations().stream()
            .filter(operation -> operation.endsWith(" " + path))
            .filter(
                operation ->
                    arguments.size() < 3
                        || operation.startsWith(arguments.get(2).toUpperCase(Locale.ROOT) + " "))
            .toList();
    if (operations.isEmpty()) {
      err.println("no such operation in " + arguments.get(0));
      return MISUSED;
    }
    Draft draft = new Draft(Catalogue.read(directory).catalog(), api);
    operations.forEach(operation -> out.print(draft.entry(operation)));
    return OK;
  }

  private int size(Catalogue catalogue) {
    ToolsPage page = new ToolsPage(catalogue.catalog());
    out.print(page.domains());
    out.println();
    out.print(page.callers());
    Size all = Size.of(catalogue.catalog().tools());
    boolean fits = all.bytes() < MOST_BYTES && all.tokensEach() <= MOST_TOKENS_EACH;
    out.printf(
        "%nThe whole list may have %d bytes and %d tokens a tool: %s%n",
        MOST_BYTES, MOST_TOKENS_EACH, fits ? "ok" : "too much");
    return fits ? OK : WRONG;
  }

  private int docs(Catalogue catalogue) throws IOException {
    Path file = home.resolve("docs/tools.md");
    Files.writeString(file, new ToolsPage(catalogue.catalog()).text());
    out.println("wrote docs/tools.md");
    return OK;
  }
}
