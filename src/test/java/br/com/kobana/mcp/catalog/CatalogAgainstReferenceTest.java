package br.com.kobana.mcp.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import br.com.kobana.mcp.jsonrpc.Json;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * The catalogue against the table of decided operations and the API description. Both lie outside
 * the project: the directory comes in the system property {@code mcp.shared}, and without it these
 * tests are skipped.
 */
class CatalogAgainstReferenceTest {
  private static final Catalog CATALOG = CatalogLoader.fromClassPath();
  private static final Map<String, Map<String, String>> DECIDED = new LinkedHashMap<>();
  private static Path reference = Path.of(".");

  @BeforeAll
  static void readTable() throws IOException {
    reference = Path.of(System.getProperty("mcp.shared", "../shared"), "reference");
    Path table = reference.resolve("kobana-catalog.csv");
    assumeTrue(Files.exists(table), "no reference files; set -Dmcp.shared to their directory");
    List<String> lines = Files.readAllLines(table);
    List<String> head = cells(lines.get(0));
    for (String line : lines.subList(1, lines.size())) {
      List<String> cells = cells(line);
      Map<String, String> row = new HashMap<>();
      for (int i = 0; i < head.size(); i++) {
        row.put(head.get(i), cells.get(i));
      }
      if (row.get("included").equals("yes")) {
        DECIDED.put(row.get("tool"), row);
      }
    }
  }

  @Test
  void everyToolIsAsDecided() {
    Map<String, List<String>> here = new LinkedHashMap<>();
    Map<String, List<String>> decided = new LinkedHashMap<>();
    for (Tool tool : CATALOG.tools()) {
      here.put(tool.name(), facts(tool));
      Map<String, String> row = DECIDED.getOrDefault(tool.name(), Map.of());
      decided.put(
          tool.name(),
          List.of(
              row.getOrDefault("http_method", "not decided"),
              row.getOrDefault("path", ""),
              row.getOrDefault("scope", ""),
              row.getOrDefault("kind", ""),
              row.getOrDefault("idempotentHint", ""),
              row.getOrDefault("openWorldHint", "")));
    }
    assertThat(here).containsExactlyEntriesOf(decided);
  }

  @Test
  void everyDecidedToolIsHere() {
    assertThat(CATALOG.tools())
        .extracting(Tool::name)
        .containsExactlyInAnyOrderElementsOf(DECIDED.keySet());
  }

  @Test
  void everyRecordIsReadAsDecided() {
    Map<String, String> here =
        CATALOG.recordTypes().stream()
            .collect(Collectors.toMap(RecordType::readTool, RecordType::uriTemplate));
    Map<String, String> decided =
        CATALOG.tools().stream()
            .map(tool -> DECIDED.getOrDefault(tool.name(), Map.of("tool", "", "resource_uri", "")))
            .filter(row -> !row.get("resource_uri").isEmpty())
            .collect(Collectors.toMap(row -> row.get("tool"), row -> row.get("resource_uri")));
    assertThat(here).containsExactlyInAnyOrderEntriesOf(decided);
  }

  @Test
  void everyParameterExistsInTheApi() throws Exception {
    Map<String, JsonNode> documents = new HashMap<>();
    for (String version : List.of("v1", "v2")) {
      Path file = reference.resolve("openapi").resolve("kobana-" + version + ".json");
      documents.put(version, Json.parse(Files.readAllBytes(file)));
    }
    List<String> unknown = new ArrayList<>();
    for (Tool tool : CATALOG.tools()) {
      JsonNode document = documents.get(tool.operation().path().substring(1, 3));
      Set<String> known = parameters(document, tool.operation());
      tool.arguments().stream()
          .filter(argument -> argument.place() != Tool.Place.IDEMPOTENCY_KEY)
          .map(argument -> argument.place() + " " + argument.target())
          .filter(parameter -> !known.contains(parameter))
          .forEach(parameter -> unknown.add(tool.name() + ": " + parameter));
      tool.listing().stream()
          .flatMap(l -> l.filters().stream())
          .flatMap(f -> f.parameters().values().stream())
          .filter(parameter -> !known.contains("QUERY " + parameter))
          .forEach(parameter -> unknown.add(tool.name() + ": filter " + parameter));
    }
    assertThat(unknown).isEmpty();
  }

  private static List<String> facts(Tool tool) {
    return List.of(
        tool.operation().method(),
        tool.operation().path(),
        String.join(" ", tool.scopes()),
        tool.kind().name().toLowerCase(Locale.ROOT),
        String.valueOf(tool.idempotent()),
        String.valueOf(tool.openWorld()));
  }

  /** What the operation takes, as {@code PLACE name}; only the first level of the body. */
  private static Set<String> parameters(JsonNode document, Tool.Operation operation) {
    JsonNode path = document.path("paths").path(operation.path());
    JsonNode described = path.path(operation.method().toLowerCase(Locale.ROOT));
    assertThat(described.isMissingNode()).as(operation.toString()).isFalse();
    Set<String> known = new HashSet<>();
    for (JsonNode holder : List.of(path, described)) {
      for (JsonNode parameter : holder.path("parameters")) {
        JsonNode resolved = resolve(document, parameter);
        known.add(
            resolved.path("in").asText().toUpperCase(Locale.ROOT)
                + " "
                + resolved.path("name").asText());
      }
    }
    JsonNode body = resolve(document, described.path("requestBody"));
    JsonNode schema = resolve(document, body.at("/content/application~1json/schema"));
    for (String key : List.of("create", "update")) {
      if (!schema.has("type") && schema.has(key)) {
        schema = resolve(document, schema.path(key));
      }
    }
    Optional<String> wrapper = operation.bodyWrapper();
    if (wrapper.isPresent()) {
      schema = resolve(document, schema.path("properties").path(wrapper.get()));
    }
    addProperties(document, schema, known);
    return known;
  }

  private static void addProperties(JsonNode document, JsonNode schema, Set<String> known) {
    schema.path("properties").fieldNames().forEachRemaining(name -> known.add("BODY " + name));
    for (String key : List.of("oneOf", "anyOf", "allOf")) {
      for (JsonNode part : schema.path(key)) {
        addProperties(document, resolve(document, part), known);
      }
    }
  }

  private static JsonNode resolve(JsonNode document, JsonNode node) {
    JsonNode current = node;
    while (current.has("$ref")) {
      current = document.at(current.get("$ref").asText().substring(1));
    }
    return current;
  }

  /** The cells of a line of comma-separated values with quotes. */
  private static List<String> cells(String line) {
    List<String> cells = new ArrayList<>();
    StringBuilder cell = new StringBuilder();
    boolean quoted = false;
    for (int i = 0; i < line.length(); i++) {
      char c = line.charAt(i);
      if (c == '"' && quoted && i + 1 < line.length() && line.charAt(i + 1) == '"') {
        cell.append(c);
        i++;
      } else if (c == '"') {
        quoted = !quoted;
      } else if (c == ',' && !quoted) {
        cells.add(cell.toString());
        cell.setLength(0);
      } else {
        cell.append(c);
      }
    }
    cells.add(cell.toString());
    return cells;
  }
}
