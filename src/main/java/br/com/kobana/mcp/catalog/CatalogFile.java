package br.com.kobana.mcp.catalog;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * One file of the catalogue: the tools and record types of a Kobana resource.
 *
 * @param aliases for each former name of a tool, its present one
 */
record CatalogFile(
    Location location,
    List<Tool> tools,
    List<RecordType> recordTypes,
    Map<String, String> aliases) {

  static CatalogFile read(CatalogLoader.Source source, Set<String> scopes, List<String> problems) {
    Location location = Location.start(source.name(), problems);
    JsonNode document = Yaml.read(source.text(), location);
    if (document.isMissingNode()) {
      return new CatalogFile(location, List.of(), List.of(), Map.of());
    }
    Section file = Section.of(document, location);
    file.requiredText("resource");
    file.requiredText("title");
    String scope = file.requiredText("scope");
    if (!scope.isEmpty() && !scopes.contains(scope)) {
      location.at("scope").problem('"' + scope + "\" is not among the scopes of index.yaml");
    }
    List<String> masked = file.texts("masked");
    Map<String, JsonNode> fields = file.members("fields");
    ToolReader reader = new ToolReader(scope, masked, fields, scopes);
    List<Tool> tools = file.sections("tools").stream().map(reader::read).toList();
    List<RecordType> records =
        file.sections("records").stream().map(RecordTypeReader::read).toList();
    Map<String, String> aliases = file.pairs("aliases");
    file.end();
    if (tools.isEmpty() && !file.has("tools")) {
      location.at("tools").problem("is missing");
    }
    checkOrder(tools, location);
    return new CatalogFile(location, tools, records, aliases);
  }

  /** Reads come first: models and people look at the top of a list. */
  private static void checkOrder(List<Tool> tools, Location location) {
    boolean writes = false;
    for (Tool tool : tools) {
      if (writes && !tool.writes()) {
        location.named(tool.name()).problem("is a read after a write; reads come first");
      }
      writes |= tool.writes();
    }
  }
}
