package br.com.kobana.mcp.guard;

import br.com.kobana.mcp.catalog.Catalog;
import br.com.kobana.mcp.catalog.Tool;
import br.com.kobana.mcp.settings.GuardSettings;
import br.com.kobana.mcp.settings.GuardSettings.Layer;
import br.com.kobana.mcp.settings.WrongSetting;
import java.util.Optional;

/** The tools that guards name must be there: a guard of a misspelt name would be none. */
final class GuardNames {
  private final Catalog catalog;

  GuardNames(Catalog catalog) {
    this.catalog = catalog;
  }

  void check(GuardSettings settings) {
    checkNever(settings.general());
    settings.accounts().values().forEach(this::checkNever);
    settings
        .tools()
        .forEach(
            (name, layer) -> {
              if (tool(name).flatMap(Tool::spend).isEmpty()) {
                throw new WrongSetting(
                    layer.prefix(), name, "the name of a tool that pays or transfers");
              }
            });
  }

  private void checkNever(Layer layer) {
    for (String name : layer.never()) {
      if (tool(name).isEmpty()) {
        throw new WrongSetting(layer.prefix() + "never", name, "names of tools in the catalogue");
      }
    }
  }

  /** By its present name, not by one that it had. */
  private Optional<Tool> tool(String name) {
    return catalog.tool(name).filter(tool -> tool.name().equals(name));
  }
}
