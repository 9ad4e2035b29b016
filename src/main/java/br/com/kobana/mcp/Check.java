package br.com.kobana.mcp;

import br.com.kobana.mcp.catalog.Catalog;
import br.com.kobana.mcp.prompts.PromptBook;
import br.com.kobana.mcp.settings.Settings;
import java.util.ArrayList;
import java.util.List;

/** What {@code --check} looks at without starting to listen. */
final class Check {
  private Check() {}

  static List<String> run(Settings settings) throws Exception {
    List<String> lines = new ArrayList<>();
    lines.add("settings: ok");
    Catalog catalog = Assembly.catalog(settings);
    lines.add(
        "catalogue: ok, %d tools, %d record types"
            .formatted(catalog.tools().size(), catalog.recordTypes().size()));
    PromptBook prompts = Assembly.prompts(settings);
    lines.add("prompts: ok, %d".formatted(prompts.prompts().size()));
    return lines;
  }
}
