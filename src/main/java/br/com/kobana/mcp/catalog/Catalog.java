package br.com.kobana.mcp.catalog;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Every tool and record type, in the order in which they are listed. Immutable; a reload makes a
 * new one.
 */
public final class Catalog {
  private final List<Tool> tools;
  private final List<RecordType> recordTypes;
  private final Map<String, Tool> byName = new LinkedHashMap<>();

  /**
   * @param aliases for each former name of a tool, its present one
   */
  public Catalog(List<Tool> tools, List<RecordType> recordTypes, Map<String, String> aliases) {
    this.tools = List.copyOf(tools);
    this.recordTypes = List.copyOf(recordTypes);
    tools.forEach(t -> byName.put(t.name(), t));
    aliases.forEach((former, present) -> byName.putIfAbsent(former, byName.get(present)));
  }

  public List<Tool> tools() {
    return tools;
  }

  public List<RecordType> recordTypes() {
    return recordTypes;
  }

  /** The tool of this name or former name. */
  public Optional<Tool> tool(String name) {
    return Optional.ofNullable(byName.get(name));
  }
}
