package br.com.kobana.mcp.routes;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The route files, as files. */
class RoutesTest {
  private static final ObjectMapper YAML = new ObjectMapper(new YAMLFactory());

  /** What must say in the console what it is. */
  private static final Set<String> NAMED =
      Set.of(
          "route",
          "process",
          "to",
          "toD",
          "choice",
          "filter",
          "split",
          "setBody",
          "setProperty",
          "wireTap",
          "onException",
          "from",
          "when",
          "otherwise");

  static Stream<Path> files() throws IOException {
    return Files.list(Path.of("src/main/resources/routes")).sorted();
  }

  @ParameterizedTest
  @MethodSource("files")
  void fileIsValidAgainstCamelsOwnSchema(Path file) throws IOException {
    try (InputStream schema =
        getClass().getClassLoader().getResourceAsStream("schema/camelYamlDsl.json")) {
      JsonSchema camel =
          JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V4).getSchema(schema);
      assertThat(camel.validate(YAML.readTree(file.toFile()))).isEmpty();
    }
  }

  @ParameterizedTest
  @MethodSource("files")
  void everyRouteStepAndBranchHasAnIdAndADescription(Path file) throws IOException {
    List<String> nameless = new ArrayList<>();
    look(YAML.readTree(file.toFile()), file.getFileName().toString(), nameless);
    assertThat(nameless).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("files")
  void noIdIsUsedTwice(Path file) throws IOException {
    List<String> ids =
        YAML.readTree(file.toFile()).findValuesAsText("id").stream().sorted().toList();
    assertThat(ids).doesNotHaveDuplicates().isNotEmpty();
  }

  /** Either of them breaks the console's diagrams of every route (docs/decisions.md). */
  @ParameterizedTest
  @MethodSource("files")
  void nothingStandsInARouteThatTheConsoleCannotDraw(Path file) throws IOException {
    JsonNode all = YAML.readTree(file.toFile());
    assertThat(all.findValues("throttle")).isEmpty();
    assertThat(all.findValues("route"))
        .allSatisfy(route -> assertThat(route.path("errorHandler").isMissingNode()).isTrue());
  }

  private static void look(JsonNode node, String where, List<String> nameless) {
    for (Iterator<Map.Entry<String, JsonNode>> it = node.fields(); it.hasNext(); ) {
      Map.Entry<String, JsonNode> field = it.next();
      String here = where + "/" + field.getKey();
      if (field.getKey().equals("when")) {
        field.getValue().forEach(branch -> named(branch, here, nameless));
      } else if (NAMED.contains(field.getKey())) {
        named(field.getValue(), here, nameless);
      }
      look(field.getValue(), here, nameless);
    }
    if (node.isArray()) {
      node.forEach(item -> look(item, where, nameless));
    }
  }

  private static void named(JsonNode node, String where, List<String> nameless) {
    if (node.isObject() && !(node.hasNonNull("id") && node.hasNonNull("description"))) {
      nameless.add(where);
    }
  }
}
