package br.com.kobana.mcp.prompts;

import static br.com.kobana.mcp.SmallCatalogue.members;
import static org.assertj.core.api.Assertions.assertThat;

import br.com.kobana.mcp.SmallCatalogue;
import br.com.kobana.mcp.auth.Access;
import br.com.kobana.mcp.auth.Caller;
import br.com.kobana.mcp.catalog.Catalog;
import br.com.kobana.mcp.catalog.CatalogLoader;
import br.com.kobana.mcp.catalog.Tool;
import br.com.kobana.mcp.jsonrpc.Json;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The prompts that come with the gateway and the tools that come with it. */
class PromptsOfTheCatalogueTest {
  private static final Catalog CATALOG = CatalogLoader.fromClassPath();
  private static final PromptBook BOOK = PromptBook.fromClassPath();
  private static final Pattern TOOL = Pattern.compile("banking_[a-z0-9_]+");
  private static final Prompts PROMPTS =
      new Prompts(
          BOOK, CATALOG, SmallCatalogue.cursors(), 50, () -> Instant.parse("2026-11-30T15:00:00Z"));

  static Stream<Prompt> everyPrompt() {
    return BOOK.prompts().stream();
  }

  /** With the first scope that opens each of the tools, and the level that a write needs. */
  private static Caller with(Stream<String> tools) {
    Set<String> scopes = new HashSet<>();
    tools
        .map(name -> CATALOG.tool(name).orElseThrow())
        .forEach(
            tool -> {
              scopes.add(tool.scopes().iterator().next());
              scopes.add(tool.writes() ? "write" : "read");
            });
    return SmallCatalogue.caller("least", scopes);
  }

  private static boolean allows(Caller caller, String name) {
    Tool tool = CATALOG.tool(name).orElseThrow();
    return new Access(tool.writes(), tool.scopes()).allows(caller);
  }

  @Test
  void namesNothingThatTheCatalogueLacks() {
    assertThat(BOOK.problems(CATALOG)).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("everyPrompt")
  void eachTextNamesToolsOfTheCatalogueThatItsReaderMayRun(Prompt prompt) {
    for (Caller caller :
        List.of(
            with(Stream.concat(prompt.needs().stream(), prompt.needsAny().stream().limit(1))),
            with(prompt.tools()))) {
      ObjectNode params = Json.object().put("name", prompt.name());
      ObjectNode arguments = params.putObject("arguments");
      prompt.arguments().stream()
          .filter(Prompt.Argument::required)
          .forEach(a -> arguments.put(a.name(), PromptsTest.exampleOf(a)));
      String text =
          members(PROMPTS.get(caller, Optional.of(params)))
              .at("/messages/0/content/text")
              .textValue();
      List<String> named = TOOL.matcher(text).results().map(r -> r.group()).toList();
      assertThat(named)
          .isNotEmpty()
          .allSatisfy(name -> assertThat(CATALOG.tool(name)).as(name).isPresent())
          .allSatisfy(name -> assertThat(allows(caller, name)).as(name).isTrue());
    }
  }
}
