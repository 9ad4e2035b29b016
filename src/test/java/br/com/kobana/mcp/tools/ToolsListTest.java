package br.com.kobana.mcp.tools;

import static br.com.kobana.mcp.tools.Samples.caller;
import static br.com.kobana.mcp.tools.Samples.full;
import static br.com.kobana.mcp.tools.Samples.object;
import static br.com.kobana.mcp.tools.Samples.panel;
import static br.com.kobana.mcp.tools.Samples.params;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import br.com.kobana.mcp.auth.Caller;
import br.com.kobana.mcp.catalog.Catalog;
import br.com.kobana.mcp.catalog.Tool;
import br.com.kobana.mcp.jsonrpc.JsonRpcError;
import br.com.kobana.mcp.protocol.Refusal;
import br.com.kobana.mcp.protocol.Result;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ToolsListTest {
  private final ToolsList all = new ToolsList(Samples.catalog(), Samples.CURSORS, 100);
  private final ToolsList byFive = new ToolsList(Samples.catalog(), Samples.CURSORS, 5);

  @Test
  void listsEveryToolInCatalogueOrderForAFullToken() {
    assertThat(names(all.list(full(), Optional.empty())))
        .isEqualTo(Samples.catalog().tools().stream().map(Tool::name).toList());
  }

  @Test
  void isCacheableAndHasNoCursorWhenAllFits() {
    Result result = all.list(full(), Optional.empty());
    assertThat(result.kind()).isEqualTo(Result.Kind.CACHEABLE);
    assertThat(object(result).has("nextCursor")).isFalse();
  }

  @Test
  void aToolHasItsSchemaAndAllFourHints() {
    JsonNode tools = object(all.list(full(), Optional.empty())).path("tools");
    JsonNode cancel = named(tools, Samples.CANCEL);
    assertThat(cancel.path("title").textValue()).isEqualTo("Title of " + Samples.CANCEL);
    assertThat(cancel.path("description").textValue()).isNotEmpty();
    assertThat(cancel.path("inputSchema"))
        .isEqualTo(Samples.catalog().tool(Samples.CANCEL).orElseThrow().inputSchema());
    assertThat(cancel.path("annotations").toString())
        .isEqualTo(
            "{\"readOnlyHint\":false,\"destructiveHint\":true,\"idempotentHint\":false,"
                + "\"openWorldHint\":false}");
    assertThat(named(tools, Samples.BILLETS).path("annotations").toString())
        .isEqualTo(
            "{\"readOnlyHint\":true,\"destructiveHint\":false,\"idempotentHint\":true,"
                + "\"openWorldHint\":false}");
  }

  @Test
  void aToolTheCallerMayNotRunIsAbsent() {
    assertThat(names(all.list(caller("p", Set.of("charge.pix", "read")), Optional.empty())))
        .containsExactly(Samples.PIX_LIST, Samples.PIX);
    assertThat(names(all.list(caller("p", Set.of("login")), Optional.empty()))).isEmpty();
    assertThat(names(all.list(panel(Set.of("all", "write"), "crm.*"), Optional.empty())))
        .containsExactly(Samples.CUSTOMER);
  }

  @Test
  void theSameCallerGetsTheSameBytes() {
    assertThat(all.list(full(), Optional.empty()).members())
        .isEqualTo(all.list(full(), Optional.empty()).members());
    assertThat(
            new ToolsList(Samples.catalog(), Samples.CURSORS, 100).list(full(), Optional.empty()))
        .extracting(Result::members)
        .isEqualTo(all.list(full(), Optional.empty()).members());
  }

  @Test
  void pagesHoldEveryToolOnceAndEndWithoutACursor() {
    List<String> seen = new ArrayList<>();
    Optional<ObjectNode> params = Optional.empty();
    int pages = 0;
    do {
      Result page = byFive.list(full(), params);
      seen.addAll(names(page));
      params =
          Optional.ofNullable(object(page).get("nextCursor"))
              .map(c -> params("{\"cursor\":\"" + c.textValue() + "\"}").orElseThrow());
      pages++;
    } while (params.isPresent());
    assertThat(pages).isEqualTo(3);
    assertThat(seen).isEqualTo(Samples.catalog().tools().stream().map(Tool::name).toList());
  }

  @Test
  void aPageThatIsExactlyFullIsTheLast() {
    int size = Samples.catalog().tools().size();
    ToolsList exact = new ToolsList(Samples.catalog(), Samples.CURSORS, size);
    assertThat(object(exact.list(full(), Optional.empty())).has("nextCursor")).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"5", "\"\"", "\"zzz\"", "{}", "[\"x\"]", "true"})
  void aCursorThatIsNoneIsInvalidParams(String cursor) {
    assertRefused(byFive, full(), cursor);
  }

  @Test
  void aCursorOfAnotherCallerListOrPageSizeDoesNotOpen() {
    String mine = object(byFive.list(full(), Optional.empty())).path("nextCursor").toString();
    assertRefused(byFive, caller("p-other", Set.of("all", "write")), mine);
    assertRefused(byFive, caller("p-full", Set.of("all", "read")), mine);
    assertRefused(new ToolsList(Samples.catalog(), Samples.CURSORS, 4), full(), mine);
    assertRefused(
        byFive, full(), '"' + Samples.CURSORS.issue("prompts/list", "p-full", "", "1") + '"');
  }

  @Test
  void aCursorDoesNotSurviveAnotherCatalogue() {
    String mine = object(byFive.list(full(), Optional.empty())).path("nextCursor").toString();
    List<Tool> fewer = new ArrayList<>(Samples.catalog().tools());
    fewer.remove(0);
    ToolsList reloaded = new ToolsList(new Catalog(fewer, List.of(), Map.of()), Samples.CURSORS, 5);
    assertRefused(reloaded, full(), mine);
  }

  @Test
  void otherParametersAreIgnored() {
    assertThat(names(all.list(full(), params("{\"foo\":1,\"cursor\":null}")))).hasSize(12);
  }

  private static void assertRefused(ToolsList list, Caller caller, String cursor) {
    assertThatThrownBy(() -> list.list(caller, params("{\"cursor\":" + cursor + "}")))
        .isInstanceOfSatisfying(
            Refusal.class,
            r -> {
              assertThat(r.status()).isEqualTo(200);
              assertThat(r.error().orElseThrow().code()).isEqualTo(JsonRpcError.INVALID_PARAMS);
            });
  }

  private static List<String> names(Result result) {
    List<String> names = new ArrayList<>();
    object(result).path("tools").forEach(t -> names.add(t.path("name").textValue()));
    return names;
  }

  private static JsonNode named(JsonNode tools, String name) {
    for (JsonNode tool : tools) {
      if (tool.path("name").textValue().equals(name)) {
        return tool;
      }
    }
    throw new AssertionError(name);
  }
}
