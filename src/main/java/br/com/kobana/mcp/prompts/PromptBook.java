package br.com.kobana.mcp.prompts;

import br.com.kobana.mcp.catalog.Catalog;
import br.com.kobana.mcp.catalog.RecordType;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The prompts and the tables of completions, as their files tell them. {@code index.yaml} names the
 * files, in the order in which prompts are listed, and holds the lines with which every prompt
 * ends. Immutable; a reload makes a new one.
 */
public final class PromptBook {
  private static final String INDEX = "index.yaml";

  private final Map<String, Prompt> prompts = new LinkedHashMap<>();
  private final Map<String, Table> tables = new LinkedHashMap<>();
  private final List<String> closing;

  @FunctionalInterface
  private interface Source {
    byte[] read(String file) throws IOException;
  }

  private PromptBook(Source source) {
    YamlObject index = load(source, INDEX);
    closing = index.texts("closing");
    List<String> promptFiles = index.texts("prompts");
    List<String> tableFiles = index.texts("tables");
    index.done();
    if (closing.isEmpty()) {
      throw index.error("closing", "is missing");
    }
    for (String file : tableFiles) {
      Table table = PromptReader.table(load(source, file));
      if (tables.put(table.name(), table) != null) {
        throw new InvalidPrompts(file + ": there is another table " + table.name());
      }
    }
    for (String file : promptFiles) {
      Prompt prompt = PromptReader.read(load(source, file));
      if (prompts.put(prompt.name(), prompt) != null) {
        throw new InvalidPrompts(file + ": there is another prompt " + prompt.name());
      }
      requireTables(file, prompt);
    }
  }

  /**
   * The prompts that come with the gateway.
   *
   * @throws InvalidPrompts naming the file and what is wrong in it
   */
  public static PromptBook fromClassPath() {
    return new PromptBook(
        file -> {
          try (InputStream in = PromptBook.class.getResourceAsStream("/prompts/" + file)) {
            if (in == null) {
              throw new NoSuchFileException(file);
            }
            return in.readAllBytes();
          }
        });
  }

  /**
   * The prompts of a team of its own.
   *
   * @throws InvalidPrompts naming the file and what is wrong in it
   */
  public static PromptBook fromDirectory(Path directory) {
    return new PromptBook(file -> Files.readAllBytes(directory.resolve(file)));
  }

  public List<Prompt> prompts() {
    return List.copyOf(prompts.values());
  }

  public Optional<Prompt> prompt(String name) {
    return Optional.ofNullable(prompts.get(name));
  }

  public Optional<Table> table(String name) {
    return Optional.ofNullable(tables.get(name));
  }

  public List<Table> tables() {
    return List.copyOf(tables.values());
  }

  /** The table from which a variable of a URI template takes its values. */
  public Optional<Table> tableOfVariable(String variable) {
    return tables.values().stream().filter(t -> t.variables().contains(variable)).findFirst();
  }

  List<String> closing() {
    return closing;
  }

  /**
   * What the prompts name and the catalogue lacks, one sentence each. A prompt that needs a missing
   * tool is not listed for anyone.
   */
  public List<String> problems(Catalog catalog) {
    List<String> types = catalog.recordTypes().stream().map(RecordType::name).toList();
    List<String> problems = new ArrayList<>();
    for (Prompt prompt : prompts.values()) {
      prompt
          .tools()
          .filter(tool -> catalog.tool(tool).isEmpty())
          .forEach(tool -> problems.add(prompt.name() + " names the unknown tool " + tool));
      for (Prompt.Argument argument : prompt.arguments()) {
        if (argument.suggestion() instanceof Prompt.Suggestion.Records records
            && !types.contains(records.type())) {
          problems.add(prompt.name() + " names the unknown record type " + records.type());
        }
      }
    }
    return problems;
  }

  private void requireTables(String file, Prompt prompt) {
    for (Prompt.Argument argument : prompt.arguments()) {
      if (argument.suggestion() instanceof Prompt.Suggestion.FromTable from
          && !tables.containsKey(from.table())) {
        throw new InvalidPrompts(
            file + ": " + argument.name() + " names the unknown table " + from.table());
      }
    }
  }

  /** File names are plain, so that an index cannot reach outside its directory. */
  private static YamlObject load(Source source, String file) {
    if (!file.matches("[a-z0-9_]+\\.yaml")) {
      throw new InvalidPrompts(INDEX + ": " + file + " is not the name of a YAML file beside it");
    }
    try {
      return YamlObject.parse(file, source.read(file));
    } catch (NoSuchFileException e) {
      throw new InvalidPrompts(file + ": there is no such file");
    } catch (IOException e) {
      throw new InvalidPrompts(file + ": cannot be read");
    }
  }
}
