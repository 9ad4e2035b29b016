package br.com.kobana.mcp.tools;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Field names as the API takes them. */
final class FieldNames {
  private FieldNames() {}

  /** The first segments with commas; the rest of each path is projected here. */
  static String topLevel(List<String> fields) {
    Set<String> names = new LinkedHashSet<>();
    for (String field : fields) {
      int dot = field.indexOf('.');
      names.add(dot < 0 ? field : field.substring(0, dot));
    }
    return String.join(",", names);
  }
}
