package br.com.kobana.mcp.catalog;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** Reads one record type of a catalogue file. */
final class RecordTypeReader {
  private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9_]{0,63}");
  private static final Pattern URI =
      Pattern.compile("kobana://banking(/[a-z0-9_]+|/\\{[a-z_]+\\})+");
  private static final int MAX_DESCRIPTION_WORDS = 20;

  private RecordTypeReader() {}

  static RecordType read(Section unnamed) {
    String name = unnamed.requiredText("name");
    if (!name.isEmpty() && !NAME.matcher(name).matches()) {
      unnamed.location().at("name").problem('"' + name + "\" is not 1 to 64 of a-z, 0-9 and _");
    }
    Section record = name.isEmpty() ? unnamed : unnamed.named(name);
    String title = record.requiredText("title");
    String description =
        FieldSchemas.words(record.requiredText("description"), MAX_DESCRIPTION_WORDS, record);
    String uri = record.requiredText("uriTemplate");
    if (!uri.isEmpty() && !URI.matcher(uri).matches()) {
      record
          .location()
          .at("uriTemplate")
          .problem('"' + uri + "\" is not of the form kobana://banking/charge/pix/{uid}");
    }
    Map<String, String> variables = variables(record, uri);
    String readTool = record.requiredText("readTool");
    Optional<String> listTool = record.text("listTool");
    List<String> titleFields = record.texts("titleFields");
    Optional<String> updatedField = record.text("updatedField");
    record.end();
    return new RecordType(
        name, title, description, uri, variables, readTool, listTool, titleFields, updatedField);
  }

  /** A variable not mentioned is that of the same name in the path of the read operation. */
  private static Map<String, String> variables(Section record, String uri) {
    Map<String, String> written = record.pairs("variables");
    Map<String, String> variables = new LinkedHashMap<>();
    for (String name : ArgumentReader.variables(uri)) {
      variables.put(name, written.getOrDefault(name, name));
    }
    written.keySet().stream()
        .filter(name -> !variables.containsKey(name))
        .forEach(
            name -> record.location().at("variables").at(name).problem("is not in uriTemplate"));
    return Map.copyOf(variables);
  }
}
