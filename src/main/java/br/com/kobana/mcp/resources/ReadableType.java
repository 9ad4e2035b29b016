package br.com.kobana.mcp.resources;

import br.com.kobana.mcp.auth.Access;
import br.com.kobana.mcp.auth.Caller;
import br.com.kobana.mcp.catalog.Catalog;
import br.com.kobana.mcp.catalog.RecordType;
import br.com.kobana.mcp.catalog.Tool;
import br.com.kobana.mcp.upstream.UpstreamRequest;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A record type with the tools it names, resolved once.
 *
 * @param list the tool that lists its newest records, where there is one
 */
record ReadableType(RecordType type, UriPattern uri, Tool read, Optional<Tool> list) {
  private static final Pattern VARIABLE = Pattern.compile("\\{([^}]+)}");

  /**
   * The record types of a catalogue, in its order.
   *
   * @throws IllegalArgumentException naming the type whose tool is missing or does not fit
   */
  static List<ReadableType> of(Catalog catalog) {
    return catalog.recordTypes().stream().map(type -> resolve(catalog, type)).toList();
  }

  private static ReadableType resolve(Catalog catalog, RecordType type) {
    UriPattern uri = UriPattern.of(type.uriTemplate());
    Tool read = tool(catalog, type, type.readTool());
    List<String> targets = uri.variables().stream().map(v -> pathVariable(type, v)).toList();
    List<String> path = pathVariables(read.operation().path());
    if (!targets.containsAll(path) || targets.size() != path.size()) {
      throw new IllegalArgumentException(
          type.name() + ": the variables of its URI are not those of " + read.name());
    }
    Optional<Tool> list = type.listTool().map(name -> tool(catalog, type, name));
    if (list.isPresent() && !pathVariables(list.get().operation().path()).isEmpty()) {
      throw new IllegalArgumentException(type.name() + ": its list needs a parent");
    }
    return new ReadableType(type, uri, read, list);
  }

  private static Tool tool(Catalog catalog, RecordType type, String name) {
    Tool tool =
        catalog
            .tool(name)
            .orElseThrow(() -> new IllegalArgumentException(type.name() + ": no tool " + name));
    if (tool.writes() || !tool.operation().method().equals("GET")) {
      throw new IllegalArgumentException(type.name() + ": " + name + " does not only read");
    }
    return tool;
  }

  /** The path variable of the read operation: another name where the type says so. */
  static String pathVariable(RecordType type, String variable) {
    return type.variables().getOrDefault(variable, variable);
  }

  private static List<String> pathVariables(String path) {
    return VARIABLE.matcher(path).results().map(r -> r.group(1)).toList();
  }

  /** Whether this caller may read records of this type. */
  boolean by(Caller caller) {
    return new Access(false, read.scopes()).allows(caller);
  }

  /** Whether this caller may list the newest records of this type. */
  boolean listedFor(Caller caller) {
    return by(caller) && list.filter(l -> new Access(false, l.scopes()).allows(caller)).isPresent();
  }

  /** A GET in this caller's name. */
  static UpstreamRequest get(
      Caller caller, Tool tool, String path, List<UpstreamRequest.Parameter> query) {
    return new UpstreamRequest(
        "GET",
        path,
        query,
        Optional.empty(),
        Optional.empty(),
        caller.credential(),
        caller.upstreamAccount(),
        false,
        tool.domain(),
        tool.operation().path());
  }
}
