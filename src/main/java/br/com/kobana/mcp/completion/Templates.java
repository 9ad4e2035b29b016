package br.com.kobana.mcp.completion;

import br.com.kobana.mcp.auth.Access;
import br.com.kobana.mcp.auth.Caller;
import br.com.kobana.mcp.catalog.Catalog;
import br.com.kobana.mcp.catalog.RecordType;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The URI templates as completions see them: which type of record a variable names. In {@code
 * …/charge/pix/{pix_uid}/commands/{id}} the first one names a Pix, because {@code …/charge/pix/{}}
 * is where those live, and the second a command of that Pix.
 */
final class Templates {
  private static final Pattern VARIABLE = Pattern.compile("\\{([^}]+)}");

  private final Catalog catalog;
  private final Map<String, RecordType> byTemplate = new LinkedHashMap<>();
  private final Map<String, RecordType> byShape = new LinkedHashMap<>();

  Templates(Catalog catalog) {
    this.catalog = catalog;
    for (RecordType type : catalog.recordTypes()) {
      byTemplate.put(type.uriTemplate(), type);
      byShape.putIfAbsent(shape(type.uriTemplate()), type);
    }
  }

  /** The type of this template, where this caller may read it. */
  Optional<RecordType> readable(Caller caller, String uriTemplate) {
    return Optional.ofNullable(byTemplate.get(uriTemplate)).filter(type -> mayRead(caller, type));
  }

  boolean mayRead(Caller caller, RecordType type) {
    return catalog
        .tool(type.readTool())
        .filter(tool -> new Access(tool.writes(), tool.scopes()).allows(caller))
        .isPresent();
  }

  /** The type of record that a variable names, where there is one. */
  Optional<RecordType> named(String uriTemplate, String variable) {
    String end = "{" + variable + "}";
    int at = uriTemplate.indexOf(end);
    return at < 0
        ? Optional.empty()
        : Optional.ofNullable(byShape.get(shape(uriTemplate.substring(0, at + end.length()))));
  }

  /** The variables, in order. */
  static List<String> variables(String uriTemplate) {
    return VARIABLE.matcher(uriTemplate).results().map(r -> r.group(1)).toList();
  }

  /** The variables before the last: whose record it is. */
  static List<String> parents(String uriTemplate) {
    List<String> variables = variables(uriTemplate);
    return variables.isEmpty() ? variables : variables.subList(0, variables.size() - 1);
  }

  private static String shape(String uriTemplate) {
    return VARIABLE.matcher(uriTemplate).replaceAll("{}");
  }
}
