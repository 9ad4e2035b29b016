package br.com.kobana.mcp.catalog;

import br.com.kobana.mcp.catalog.Tool.Argument;
import br.com.kobana.mcp.catalog.Tool.Form;
import br.com.kobana.mcp.catalog.Tool.Kind;
import br.com.kobana.mcp.catalog.Tool.Place;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** What only shows when all files are seen together: names used twice and names of nothing. */
final class CatalogChecks {
  private final List<CatalogFile> files;
  private final Map<String, Tool> tools = new HashMap<>();
  private final Map<String, String> fileOf = new HashMap<>();
  private final Set<String> formerNames = new HashSet<>();

  CatalogChecks(List<CatalogFile> files) {
    this.files = files;
  }

  void run() {
    files.forEach(file -> file.tools().forEach(tool -> checkUnique(tool, file.location())));
    files.forEach(file -> file.tools().forEach(tool -> checkQuestion(tool, file.location())));
    files.forEach(file -> file.tools().forEach(tool -> checkReread(tool, file.location())));
    Set<String> names = new HashSet<>();
    Set<String> uris = new HashSet<>();
    for (CatalogFile file : files) {
      for (RecordType type : file.recordTypes()) {
        Location at = file.location().named(type.name());
        if (!names.add(type.name())) {
          at.at("name").problem("is the name of another record type");
        }
        if (!uris.add(type.uriTemplate())) {
          at.at("uriTemplate").problem("is that of another record type");
        }
        checkReadTool(type, at);
        checkListTool(type, at);
      }
      checkAliases(file);
    }
  }

  private void checkUnique(Tool tool, Location file) {
    Location at = file.named(tool.name());
    if (tools.putIfAbsent(tool.name(), tool) != null) {
      at.at("name").problem("is the name of another tool, in " + fileOf.get(tool.name()));
    }
    fileOf.putIfAbsent(tool.name(), file.file());
    String operation = tool.operation().method() + " " + tool.operation().path();
    String other = fileOf.putIfAbsent(operation, tool.name());
    if (other != null && !other.equals(tool.name())) {
      at.at("operation").problem("is that of " + other);
    }
  }

  /** A record is read by putting the variables of the tool's path into those of the read's path. */
  private void checkQuestion(Tool tool, Location file) {
    Location at = file.named(tool.name()).at("confirm").at("record");
    tool.question()
        .record()
        .flatMap(name -> find(name, at))
        .ifPresent(
            read -> {
              if (read.kind() != Kind.READ || read.shape().form() != Form.RECORD) {
                at.problem(read.name() + " does not read one record");
              }
              int variables = ArgumentReader.variables(tool.operation().path()).size();
              if (ArgumentReader.variables(read.operation().path()).size() > variables) {
                at.problem(read.name() + " needs more variables than the path of the tool has");
              }
            });
  }

  /** The record is found again by the path alone: what is in it is what was written to. */
  private void checkReread(Tool tool, Location file) {
    if (tool.rereads().isEmpty()) {
      return;
    }
    Location at = file.named(tool.name()).at("rereads");
    if (!tool.writes() || tool.operation().method().equals("DELETE")) {
      at.problem("is for tools that write a record and leave it there");
    }
    Optional<Tool> read = find(tool.rereads().get(), at);
    if (read.isEmpty()) {
      return;
    }
    if (read.get().kind() != Kind.READ || read.get().shape().form() != Form.RECORD) {
      at.problem(read.get().name() + " does not read one record");
    }
    Set<String> own = ArgumentReader.variables(tool.operation().path());
    if (!own.containsAll(ArgumentReader.variables(read.get().operation().path()))) {
      at.problem(read.get().name() + " has variables in its path that this tool has not");
    }
    if (read.get().arguments().stream().anyMatch(a -> a.required() && a.place() != Place.PATH)) {
      at.problem(read.get().name() + " needs arguments that are not in its path");
    }
  }

  private void checkReadTool(RecordType type, Location at) {
    Optional<Tool> found = find(type.readTool(), at.at("readTool"));
    if (found.isEmpty()) {
      return;
    }
    Tool tool = found.get();
    if (tool.kind() != Kind.READ || tool.shape().form() != Form.RECORD) {
      at.at("readTool").problem(tool.name() + " does not read one record");
    }
    Set<String> targets = Set.copyOf(type.variables().values());
    Set<String> path = ArgumentReader.variables(tool.operation().path());
    if (!targets.equals(path)) {
      at.at("variables")
          .problem("are " + sorted(targets) + ", the path of the read tool has " + sorted(path));
    }
    if (tool.arguments().stream().anyMatch(a -> a.required() && a.place() != Place.PATH)) {
      at.at("readTool").problem(tool.name() + " needs arguments that are not in its path");
    }
  }

  private void checkListTool(RecordType type, Location at) {
    type.listTool()
        .flatMap(name -> find(name, at.at("listTool")))
        .ifPresent(
            tool -> {
              if (tool.shape().form() != Form.LIST || tool.kind() != Kind.READ) {
                at.at("listTool").problem(tool.name() + " does not list");
              }
              if (tool.arguments().stream().anyMatch(Argument::required)) {
                at.at("listTool").problem(tool.name() + " cannot list without arguments");
              }
            });
  }

  private void checkAliases(CatalogFile file) {
    file.aliases()
        .forEach(
            (former, present) -> {
              Location at = file.location().at("aliases").at(former);
              if (tools.containsKey(former)) {
                at.problem("is the name of a tool");
              } else if (!formerNames.add(former)) {
                at.problem("is given in another file too");
              }
              find(present, at);
            });
  }

  private Optional<Tool> find(String name, Location at) {
    Optional<Tool> tool = Optional.ofNullable(tools.get(name));
    if (tool.isEmpty() && !name.isEmpty()) {
      at.problem('"' + name + "\" is not a tool");
    }
    return tool;
  }

  private static List<String> sorted(Set<String> names) {
    return names.stream().sorted().toList();
  }
}
