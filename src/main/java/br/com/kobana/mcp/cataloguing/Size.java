package br.com.kobana.mcp.cataloguing;

import br.com.kobana.mcp.catalog.Tool;
import br.com.kobana.mcp.tools.ToolsList;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * What tools weigh in {@code tools/list}.
 *
 * @param bytes of compact JSON in UTF-8
 * @param tokens of o200k
 */
record Size(int tools, int reads, int writes, int destructive, int bytes, int tokens) {
  private static final Size NONE = new Size(0, 0, 0, 0, 0, 0);

  static Size of(Tool tool) {
    String listed = new String(ToolsList.entry(tool), StandardCharsets.UTF_8);
    return new Size(
        1,
        tool.kind() == Tool.Kind.READ ? 1 : 0,
        tool.kind() == Tool.Kind.WRITE ? 1 : 0,
        tool.kind() == Tool.Kind.DESTRUCTIVE ? 1 : 0,
        listed.getBytes(StandardCharsets.UTF_8).length,
        Tokens.of(listed));
  }

  static Size of(List<Tool> tools) {
    return tools.stream().map(Size::of).reduce(NONE, Size::plus);
  }

  private Size plus(Size other) {
    return new Size(
        tools + other.tools,
        reads + other.reads,
        writes + other.writes,
        destructive + other.destructive,
        bytes + other.bytes,
        tokens + other.tokens);
  }

  /** Tokens a tool on average, rounded up. */
  int tokensEach() {
    return tools == 0 ? 0 : (tokens + tools - 1) / tools;
  }
}
