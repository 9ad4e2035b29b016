package br.com.kobana.mcp.routes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import br.com.kobana.mcp.testing.EditedRoutes;
import br.com.kobana.mcp.testing.McpClient;
import br.com.kobana.mcp.testing.RunningGateway;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the README promises to someone who knows Camel and not this project. */
class InsertedStepTest {
  private static final String STEP =
      """
              - setProperty:
                  id: read-request-source
                  description: The header that our callers set
                  name: requestSource
                  simple: ${exchangeProperty.requestHead.header('X-Request-Source')}
              - wireTap:
                  id: publish-request-source
                  description: To the topic, without holding up the request
                  uri: seda:request-sources
      """;

  @TempDir Path directory;

  /** The topic is a file here; in production it is {@code kafka:request-sources}. */
  @Test
  void headerIsPublishedBetweenAuthenticateAndThrottleByYamlAlone() {
    Path out = directory.resolve("topic");
    Path routes = directory.resolve("routes");
    createDirectory(routes);
    EditedRoutes.in(routes)
        .insertAfter("mcp.camel.yaml", "authenticate", STEP)
        .write(
            "sources.camel.yaml",
            """
            - route:
                id: request-sources
                description: Where request sources go
                from:
                  id: request-sources-in
                  description: From the pipeline
                  uri: seda:request-sources
                  steps:
                    - setBody:
                        id: source-line
                        description: Account and source
                        simple: "${exchangeProperty.account} ${exchangeProperty.requestSource}"
                    - to:
                        id: topic
                        description: The topic
                        uri: "file:%s?fileName=sources.txt&fileExist=Append"
            """
                .formatted(out));
    try (RunningGateway gateway =
        RunningGateway.start(Map.of("mcp.routes.directory", routes.toString()))) {
      McpClient client = new McpClient(gateway.url(), "sandbox-full");
      McpClient.Answer answer =
          client.send(
              "{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"ping\"}",
              Map.of("X-Request-Source", "erp-sp"));
      assertThat(answer.status()).isEqualTo(200);
      assertThat(answer.json().toString())
          .isEqualTo("{\"jsonrpc\":\"2.0\",\"id\":7,\"result\":{}}");
      await()
          .atMost(Duration.ofSeconds(10))
          .ignoreExceptionsInstanceOf(java.io.IOException.class)
          .untilAsserted(
              () ->
                  assertThat(Files.readString(out.resolve("sources.txt")))
                      .isEqualTo("01900000-0000-7000-8000-00000000000a erp-sp"));
    }
  }

  @Test
  void editedRouteIsLoadedWhileTheServiceRuns() {
    EditedRoutes routes = EditedRoutes.in(directory);
    try (RunningGateway gateway =
        RunningGateway.start(
            Map.of(
                "mcp.routes.directory",
                directory.toString(),
                "mcp.reload",
                "true",
                "mcp.files.reload-s",
                "1"))) {
      McpClient client = new McpClient(gateway.url(), "sandbox-full");
      assertThat(client.call("ping", "").json().at("/result").toString()).isEqualTo("{}");
      routes.write(
          "methods.camel.yaml",
          routes.read("methods.camel.yaml").replace("ref: ping", "ref: discover"));
      await()
          .atMost(Duration.ofSeconds(30))
          .untilAsserted(
              () ->
                  assertThat(client.call("ping", "").json().at("/result/capabilities").isObject())
                      .isTrue());
    }
  }

  private static void createDirectory(Path path) {
    assertThat(path.toFile().mkdir()).isTrue();
  }
}
