package br.com.kobana.mcp.interop;

import br.com.kobana.mcp.catalog.Catalog;
import br.com.kobana.mcp.catalog.CatalogLoader;
import br.com.kobana.mcp.catalog.Tool;
import br.com.kobana.mcp.jsonrpc.Json;
import br.com.kobana.mcp.jsonrpc.MalformedJson;
import br.com.kobana.mcp.testing.EditedRoutes;
import br.com.kobana.mcp.testing.RunningGateway;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The gateway with the product's catalogue, prompts and routes, and with what the conformance suite
 * prescribes beside them: {@code src/test/resources/conformance}.
 */
final class FixtureGateway {
  private static final Path FIXTURES = Path.of("src/test/resources/conformance");
  private static final Path PRODUCT = Path.of("src/main/resources");

  private FixtureGateway() {}

  /**
   * @param directory an empty one, which the running gateway reads from
   */
  static RunningGateway start(Path directory, Map<String, String> settings) {
    try {
      Map<String, String> all = new LinkedHashMap<>(settings);
      all.put("mcp.routes.directory", routes(directory.resolve("routes")).toString());
      all.put("mcp.prompts.directory", prompts(directory.resolve("prompts")).toString());
      return RunningGateway.start(all, catalog(directory.resolve("catalog")));
    } catch (IOException | MalformedJson e) {
      throw new IllegalStateException(e);
    }
  }

  private static Path routes(Path directory) throws IOException {
    EditedRoutes routes =
        EditedRoutes.in(Files.createDirectories(directory))
            .insertAfter(
                "methods.camel.yaml",
                "prepare-call",
                """
                        - filter:
                            id: when-fixture-tool
                            description: A tool of the conformance suite
                            simple: ${exchangeProperty.upstream} == true && ${exchangeProperty.mcpTool} startsWith 'test_'
                            steps:
                              - process:
                                  id: answer-for-the-api
                                  description: The content that the suite wants
                                  ref: fixtureTool
                """)
            .insertAfter(
                "methods.camel.yaml",
                "get-prompt",
                """
                        - process:
                            id: fixture-prompt
                            description: Content that is no text
                            ref: fixturePrompt
                """);
    String router = "            when:\n              - id: when-tools-call\n";
    String message = routes.read("mcp.camel.yaml");
    if (!message.contains(router)) {
      throw new IllegalStateException("the router looks different now");
    }
    routes.write(
        "mcp.camel.yaml",
        message.replace(
            router,
            """
                        when:
                          - id: when-fixture-resource
                            description: A resource of the conformance suite
                            simple: ${bean:fixtureResource?method=serves}
                            steps:
                              - process:
                                  id: read-fixture
                                  description: Its fixed content
                                  ref: fixtureResource
                          - id: when-tools-call
            """));
    Files.copy(FIXTURES.resolve("fixtures.camel.yaml"), directory.resolve("fixtures.camel.yaml"));
    return directory;
  }

  private static Path prompts(Path directory) throws IOException {
    copy(PRODUCT.resolve("prompts"), directory);
    copy(FIXTURES.resolve("prompts"), directory);
    insert(directory.resolve("index.yaml"), "prompts:\n", names(FIXTURES.resolve("prompts")));
    return directory;
  }

  /** The fixtures come first, so that they are on the first page. */
  private static Catalog catalog(Path directory) throws IOException, MalformedJson {
    copy(PRODUCT.resolve("catalog"), directory);
    copy(FIXTURES.resolve("catalog"), directory);
    insert(directory.resolve("index.yaml"), "files:\n", names(FIXTURES.resolve("catalog")));
    Catalog read = CatalogLoader.fromDirectory(directory);
    ObjectNode schema =
        (ObjectNode) Json.parse(Files.readAllBytes(FIXTURES.resolve("json-schema-2020-12.json")));
    return new Catalog(
        read.tools().stream()
            .map(tool -> tool.name().startsWith("json_schema") ? with(tool, schema) : tool)
            .toList(),
        read.recordTypes(),
        Map.of(),
        read.labels());
  }

  /** The files of a catalogue cannot say such a schema: hosts refuse it. Its listing can. */
  private static Tool with(Tool tool, ObjectNode inputSchema) {
    return new Tool(
        tool.name(),
        tool.title(),
        tool.description(),
        tool.operation(),
        tool.kind(),
        tool.idempotent(),
        tool.openWorld(),
        tool.scopes(),
        tool.arguments(),
        tool.listing(),
        tool.shape(),
        tool.masked(),
        tool.heavy(),
        inputSchema);
  }

  private static List<String> names(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  private static void copy(Path from, Path to) throws IOException {
    Files.createDirectories(to);
    for (String name : names(from)) {
      Files.copy(from.resolve(name), to.resolve(name));
    }
  }

  private static void insert(Path index, String after, List<String> names) {
    try {
      String text = Files.readString(index);
      if (!text.contains(after)) {
        throw new IllegalStateException(index + " lacks " + after);
      }
      StringBuilder lines = new StringBuilder(after);
      names.forEach(name -> lines.append("  - ").append(name).append('\n'));
      Files.writeString(index, text.replace(after, lines));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
