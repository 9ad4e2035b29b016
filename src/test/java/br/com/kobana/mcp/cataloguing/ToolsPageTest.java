package br.com.kobana.mcp.cataloguing;

import static org.assertj.core.api.Assertions.assertThat;

import br.com.kobana.mcp.catalog.Catalog;
import br.com.kobana.mcp.catalog.CatalogLoader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The list clients load stays small, and its page is up to date. */
class ToolsPageTest {
  private static final Catalog CATALOG = CatalogLoader.fromClassPath();

  @Test
  void pageOfToolsIsCurrent() throws IOException {
    assertThat(Files.readString(Path.of("docs/tools.md")).equals(new ToolsPage(CATALOG).text()))
        .as("docs/tools.md is stale: run bin/catalog docs")
        .isTrue();
  }

  @Test
  void wholeListStaysUnder300000Bytes() {
    assertThat(Size.of(CATALOG.tools()).bytes()).isLessThan(300_000);
  }

  @Test
  void toolsHaveAtMost270TokensOnAverage() {
    assertThat(Size.of(CATALOG.tools()).tokensEach()).isLessThanOrEqualTo(270);
  }
}
