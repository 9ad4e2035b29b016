package br.com.kobana.mcp.cataloguing;

import br.com.kobana.mcp.catalog.Catalog;
import br.com.kobana.mcp.catalog.CatalogLoader;
import br.com.kobana.mcp.catalog.Departures;
import br.com.kobana.mcp.catalog.InvalidCatalog;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The catalogue of a directory, with its departures. */
record Catalogue(Catalog catalog, Departures departures) {

  /**
   * @throws InvalidCatalog when any of it cannot be used
   * @throws UncheckedIOException when it cannot be read
   */
  static Catalogue read(Path directory) {
    Catalog catalog = CatalogLoader.fromDirectory(directory);
    Path departures = directory.resolve(Departures.FILE);
    try {
      return new Catalogue(
          catalog,
          Files.exists(departures)
              ? Departures.read(Files.readString(departures))
              : Departures.NONE);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
