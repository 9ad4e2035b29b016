package br.com.kobana.mcp.cataloguing;

import br.com.kobana.mcp.catalog.CatalogLoader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * Turns the YAML files of directories into JSON, in place and under the same names, since JSON is
 * YAML: the build does so with what goes into the jar. Reading 300 KB of YAML was a sixth of a
 * start.
 */
public final class PackCommand {
  private PackCommand() {}

  /**
   * @param directories of the build, not of the sources
   * @throws br.com.kobana.mcp.catalog.InvalidCatalog for a file that is not sound YAML
   */
  public static void main(String[] directories) throws IOException {
    for (String directory : directories) {
      for (Path file : files(Path.of(directory))) {
        CatalogLoader.Source source =
            new CatalogLoader.Source(String.valueOf(file.getFileName()), Files.readString(file));
        Files.writeString(file, CatalogLoader.json(source));
      }
    }
  }

  private static List<Path> files(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.filter(file -> file.toString().endsWith(".yaml")).sorted().toList();
    }
  }
}
