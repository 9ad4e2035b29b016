package br.com.kobana.mcp.tools;

import static org.assertj.core.api.Assertions.assertThat;

import br.com.kobana.mcp.catalog.Catalog;
import br.com.kobana.mcp.catalog.CatalogLoader;
import br.com.kobana.mcp.catalog.Tool;
import br.com.kobana.mcp.jsonrpc.Json;
import br.com.kobana.mcp.testing.RunningGateway;
import br.com.kobana.mcp.upstream.UpstreamRequest;
import br.com.kobana.mcp.upstream.UpstreamResponse;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** What the sandbox answers to every tool, skimmed and as a tree. */
class SkimmedSandboxTest {
  private static final Catalog CATALOG = CatalogLoader.fromClassPath();
  private static final HttpClient HTTP = HttpClient.newHttpClient();
  private static final BothWays BOTH = new BothWays(CATALOG);

  private static RunningGateway gateway;
  private static SandboxRecords sandbox;
  private static GeneratedArguments arguments;

  @BeforeAll
  static void start() {
    gateway = RunningGateway.start(Map.of());
    sandbox = new SandboxRecords(gateway.sandboxPort());
    arguments = new GeneratedArguments(CATALOG, sandbox);
  }

  @AfterAll
  static void stop() {
    gateway.close();
  }

  @TestFactory
  Stream<DynamicTest> everyAnswerIsTheSameBothWays() {
    return CATALOG.tools().stream()
        .map(tool -> DynamicTest.dynamicTest(tool.name(), () -> agrees(tool)));
  }

  private static void agrees(Tool tool) {
    ObjectNode made = arguments.required(tool);
    made.remove("fields");
    UpstreamRequest request =
        ((ToolCalls.Prepared.Send) BOTH.prepared(tool.name(), made)).request();
    byte[] body = sent(request);
    if (tool.writes()) {
      sandbox.reset();
    }
    BOTH.agreeExactly(tool.name(), made, body);
    for (ArrayNode fields : fields(tool)) {
      BOTH.agreeExactly(tool.name(), made.deepCopy().set("fields", fields), body);
    }
    if (tool.kind() == Tool.Kind.READ && tool.shape().form() == Tool.Form.LIST) {
      assertThat(new AnswerShapes(tool).skim(new UpstreamResponse(200, Map.of(), body), List.of()))
          .as("common enough to be skimmed: %s", new String(body, StandardCharsets.UTF_8))
          .isPresent();
    }
  }

  /** All that are suggested, and the second of them with one that nothing has. */
  private static List<ArrayNode> fields(Tool tool) {
    ArrayNode suggested = GeneratedArguments.suggestedFields(tool);
    return suggested.size() < 2
        ? List.of()
        : List.of(suggested, Json.array().add(suggested.get(1)).add("none.such"));
  }

  private static byte[] sent(UpstreamRequest request) {
    String query =
        request.query().stream()
            .map(p -> encoded(p.name()) + "=" + encoded(p.value()))
            .collect(Collectors.joining("&", "?", ""));
    HttpRequest.Builder builder =
        HttpRequest.newBuilder(
                URI.create("http://localhost:" + gateway.sandboxPort() + request.path() + query))
            .header("Authorization", "Bearer sandbox-full")
            .header("Content-Type", "application/json")
            .method(
                request.method(),
                request
                    .body()
                    .map(HttpRequest.BodyPublishers::ofByteArray)
                    .orElseGet(HttpRequest.BodyPublishers::noBody));
    request.idempotencyKey().ifPresent(key -> builder.header("X-Idempotency-Key", key));
    try {
      return HTTP.send(builder.build(), HttpResponse.BodyHandlers.ofByteArray()).body();
    } catch (IOException e) {
      throw new IllegalStateException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }
}
