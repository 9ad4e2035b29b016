package br.com.kobana.mcp.cataloguing;

import br.com.kobana.mcp.auth.Access;
import br.com.kobana.mcp.auth.Caller;
import br.com.kobana.mcp.catalog.Catalog;
import br.com.kobana.mcp.catalog.Tool;
import br.com.kobana.mcp.sandbox.SandboxTokens;
import br.com.kobana.mcp.upstream.Credential;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import java.util.stream.Collectors;

/**
 * {@code docs/tools.md} and the tables that {@code bin/catalog size} prints: all from the
 * catalogue.
 */
final class ToolsPage {
  private static final String HEAD =
      """
      # Tools

      Written by `bin/catalog docs` from `src/main/resources/catalog/`. Do not edit: a test fails when
      it is stale.

      A tool is listed and called only where the token has its level (`read`, or `write` for the
      others) and its scope or `all`, and where the panel user behind the token has the permission.
      `X-MCP-Toolsets: charge,payment` and `X-MCP-Readonly: true` narrow that further.

      """;

  private final Catalog catalog;

  ToolsPage(Catalog catalog) {
    this.catalog = catalog;
  }

  String text() {
    StringBuilder out = new StringBuilder(HEAD);
    out.append("## Size\n\n").append(domains()).append('\n');
    out.append("What `tools/list` weighs for each token of the sandbox:\n\n").append(callers());
    byDomain().forEach((domain, tools) -> domain(domain, tools, out));
    return out.toString();
  }

  /** One row a domain, and their sum. */
  String domains() {
    StringBuilder out =
        new StringBuilder("| domain | tools | reads | writes | destructive | bytes | tokens |\n");
    out.append("|---|--:|--:|--:|--:|--:|--:|\n");
    byDomain().forEach((domain, tools) -> row(domain, Size.of(tools), out));
    row("**all**", Size.of(catalog.tools()), out);
    return out.toString();
  }

  /** One row a token of the sandbox. */
  String callers() {
    StringBuilder out = new StringBuilder("| token | tools | bytes | tokens | tokens a tool |\n");
    out.append("|---|--:|--:|--:|--:|\n");
    for (SandboxTokens.Token token : SandboxTokens.all()) {
      Caller caller = caller(token);
      Size size =
          Size.of(
              catalog.tools().stream()
                  .filter(t -> new Access(t.writes(), t.scopes()).allows(caller))
                  .toList());
      out.append(
          "| `%s` | %d | %d | %d | %d |%n"
              .formatted(
                  token.token(), size.tools(), size.bytes(), size.tokens(), size.tokensEach()));
    }
    return out.toString();
  }

  private static void row(String name, Size size, StringBuilder out) {
    out.append(
        "| %s | %d | %d | %d | %d | %d | %d |%n"
            .formatted(
                name,
                size.tools(),
                size.reads(),
                size.writes(),
                size.destructive(),
                size.bytes(),
                size.tokens()));
  }

  private static void domain(String domain, List<Tool> tools, StringBuilder out) {
    out.append("\n## ").append(domain).append("\n\n");
    out.append("| tool | kind | operation | scope | |\n|---|---|---|---|---|\n");
    for (Tool tool : tools) {
      out.append("| `").append(tool.name()).append("` | ");
      out.append(tool.kind().name().toLowerCase(Locale.ROOT)).append(" | `");
      out.append(Comparison.operation(tool)).append("` | ");
      out.append(String.join(", ", tool.scopes())).append(" | ");
      out.append(sentence(tool.description())).append(" |\n");
    }
  }

  /** The first sentence: it says what the tool does, the others say what to heed. */
  private static String sentence(String description) {
    int end = description.indexOf(". ");
    return (end < 0 ? description : description.substring(0, end + 1)).replace("|", "\\|");
  }

  private Map<String, List<Tool>> byDomain() {
    return catalog.tools().stream()
        .collect(Collectors.groupingBy(Tool::domain, LinkedHashMap::new, Collectors.toList()));
  }

  private static Caller caller(SandboxTokens.Token token) {
    return new Caller(
        "",
        false,
        token.token(),
        token.scopes(),
        token.permissions(),
        OptionalLong.empty(),
        OptionalLong.empty(),
        new Credential(token.token()));
  }
}
