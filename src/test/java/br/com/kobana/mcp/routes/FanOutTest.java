package br.com.kobana.mcp.routes;

import static org.assertj.core.api.Assertions.assertThat;

import br.com.kobana.mcp.catalog.Catalog;
import br.com.kobana.mcp.catalog.CatalogLoader;
import br.com.kobana.mcp.catalog.RecordType;
import br.com.kobana.mcp.testing.EditedRoutes;
import br.com.kobana.mcp.testing.McpClient;
import br.com.kobana.mcp.testing.RunningGateway;
import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code resources/list} as the routes fetch it: side by side, few at once, and not for ever. */
class FanOutTest {
  /** Types on a page. */
  private static final int PAGE = 4;

  private static final Catalog CATALOG = CatalogLoader.fromClassPath();

  @TempDir Path directory;

  private static List<RecordType> listable() {
    return CATALOG.recordTypes().stream().filter(type -> type.listTool().isPresent()).toList();
  }

  private static int sandboxPort() {
    return RunningGateway.shared().sandboxPort();
  }

  private static RunningGateway before(HeldApi api, Map<String, String> more) {
    Map<String, String> settings = new LinkedHashMap<>(more);
    settings.put("kobana.api-url", api.url());
    return RunningGateway.start(settings);
  }

  private static JsonNode page(RunningGateway gateway, String cursor) {
    String params = cursor.isEmpty() ? "" : "{\"cursor\":\"" + cursor + "\"}";
    McpClient.Answer answer =
        new McpClient(gateway.url(), "sandbox-full").call("resources/list", params);
    assertThat(answer.status()).isEqualTo(200);
    return answer.json().path("result");
  }

  private static List<String> unavailable(JsonNode page) {
    List<String> types = new ArrayList<>();
    page.at("/_meta/br.com.kobana~1unavailable").forEach(type -> types.add(type.asText()));
    return types;
  }

  private static Predicate<String> answered() {
    return path -> true;
  }

  /** The same routes with other bounds. */
  private Map<String, String> bounds(String timeoutMillis, String atOnce) {
    EditedRoutes routes = EditedRoutes.in(directory);
    String text = routes.read("methods.camel.yaml");
    String edited =
        text.replace("timeout: \"10000\"", "timeout: \"" + timeoutMillis + "\"")
            .replace("maxConcurrent: 64", "maxConcurrent: " + atOnce);
    assertThat(edited).isNotEqualTo(text);
    routes.write("methods.camel.yaml", edited);
    return Map.of("mcp.routes.directory", routes.directory().toString());
  }

  @Test
  void aPageCostsOneCallForEachOfItsTypesAndNoneWhileItIsKept() throws Exception {
    int listable = listable().size();
    try (HeldApi api = new HeldApi(sandboxPort(), answered());
        RunningGateway gateway = before(api, Map.of())) {
      List<String> cursors = new ArrayList<>(List.of(""));
      List<JsonNode> pages = new ArrayList<>();
      int calls = 0;
      for (String cursor = ""; pages.isEmpty() || !cursor.isEmpty(); ) {
        JsonNode page = page(gateway, cursor);
        pages.add(page);
        cursor = page.path("nextCursor").asText("");
        assertThat(api.arrived().size() - calls)
            .isEqualTo(cursor.isEmpty() ? listable - calls : PAGE);
        calls = api.arrived().size();
        if (!cursor.isEmpty()) {
          cursors.add(cursor);
        }
      }
      assertThat(api.arrived()).doesNotHaveDuplicates().hasSize(listable);
      for (int i = 0; i < pages.size(); i++) {
        assertThat(page(gateway, cursors.get(i)).path("resources"))
            .isEqualTo(pages.get(i).path("resources"));
      }
      assertThat(api.arrived()).hasSize(calls);
    }
  }

  /** Nobody is answered before all have asked. */
  @Test
  void theTypesOfAPageAreAskedSideBySide() throws Exception {
    CountDownLatch all = new CountDownLatch(PAGE);
    Predicate<String> together =
        path -> {
          all.countDown();
          try {
            return all.await(20, TimeUnit.SECONDS);
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
          }
        };
    try (HeldApi api = new HeldApi(sandboxPort(), together);
        RunningGateway gateway = before(api, Map.of())) {
      JsonNode page = page(gateway, "");
      assertThat(page.path("resources")).isNotEmpty();
      assertThat(unavailable(page)).isEmpty();
      assertThat(api.arrived()).hasSize(PAGE);
    }
  }

  @Test
  void aTypeThatHangsIsLeftOutWhenItsTimeIsUp() throws Exception {
    RecordType second = listable().get(1);
    String held = CATALOG.tool(second.listTool().orElseThrow()).orElseThrow().operation().path();
    try (HeldApi api = new HeldApi(sandboxPort(), path -> !path.equals(held));
        RunningGateway gateway = before(api, bounds("3000", "64"))) {
      JsonNode page = page(gateway, "");
      assertThat(unavailable(page)).containsExactly(second.name());
      assertThat(page.path("resources")).isNotEmpty();
      assertThat(page.path("nextCursor").asText()).isNotEmpty();
    }
  }

  @Test
  void callsBeyondTheBulkheadAreNotMadeAndSaidToBeMissing() throws Exception {
    try (HeldApi api = new HeldApi(sandboxPort(), path -> false);
        RunningGateway gateway = before(api, bounds("1000", "1"))) {
      assertThat(unavailable(page(gateway, ""))).hasSize(PAGE);
      assertThat(api.arrived()).hasSize(1);
    }
  }
}
