package br.com.kobana.mcp.catalog;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Every tool and record type, in the order in which they are listed. Immutable; a reload makes a
 * new one.
 */
public final class Catalog {
  private final List<Tool> tools;
  private final List<RecordType> recordTypes;
  private final Map<String, Tool> byName = new LinkedHashMap<>();
  private final Map<String, String> labels;
  private final Set<String> domains;

  /**
   * @param aliases for each former name of a tool, its present one
   */
  public Catalog(List<Tool> tools, List<RecordType> recordTypes, Map<String, String> aliases) {
    this(tools, recordTypes, aliases, Map.of());
  }

  /**
   * @param aliases for each former name of a tool, its present one
   * @param labels for dotted fields, or their last segment, what people call them
   */
  public Catalog(
      List<Tool> tools,
      List<RecordType> recordTypes,
      Map<String, String> aliases,
      Map<String, String> labels) {
    this.labels = Map.copyOf(labels);
    this.tools = List.copyOf(tools);
    this.recordTypes = List.copyOf(recordTypes);
    tools.forEach(t -> byName.put(t.name(), t));
    Set<String> found = new LinkedHashSet<>();
    tools.forEach(t -> found.add(t.domain()));
    this.domains = Collections.unmodifiableSet(found);
    aliases.forEach((former, present) -> byName.putIfAbsent(former, byName.get(present)));
  }

  public List<Tool> tools() {
    return tools;
  }

  public List<RecordType> recordTypes() {
    return recordTypes;
  }

  /** What people call a field, in Portuguese; by dotted name or by its last segment. */
  public Map<String, String> labels() {
    return labels;
  }

  /** The domains of the tools, such as {@code charge}, in the order of the catalogue. */
  public Set<String> domains() {
    return domains;
  }

  /** The tool of this name or former name. */
  public Optional<Tool> tool(String name) {
    return Optional.ofNullable(byName.get(name));
  }
}
