package br.com.kobana.mcp.catalog;

import br.com.kobana.mcp.jsonrpc.Json;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Reads the catalogue from its YAML files ({@code docs/catalog.md} describes them).
 *
 * <p>{@code index.yaml} names the other files in the order in which tools and record types are
 * listed, so that reading from a jar needs no listing of a directory. Loading finds every problem
 * before it refuses.
 */
public final class CatalogLoader {
  private static final String INDEX = "index.yaml";
  private static final String PACKAGED = "/catalog/";

  /**
   * A file of the catalogue.
   *
   * @param name without a directory, such as {@code charge.pix.yaml}
   */
  public record Source(String name, String text) {}

  /**
   * What {@code index.yaml} says.
   *
   * @param off tools that are switched off
   */
  private record Index(
      List<String> files, Set<String> scopes, Map<String, String> labels, Set<String> off) {}

  private CatalogLoader() {}

  /**
   * The catalogue in the class path.
   *
   * @throws InvalidCatalog when any of it cannot be used
   */
  public static Catalog fromClassPath() {
    List<Source> sources = new ArrayList<>();
    Source index = packaged(INDEX);
    sources.add(index);
    for (String name : readIndex(index, Location.none()).files()) {
      if (CatalogLoader.class.getResource(PACKAGED + name) != null) {
        sources.add(packaged(name));
      }
    }
    return load(sources);
  }

  /**
   * The catalogue in a directory, which holds {@code index.yaml} and every file it names.
   *
   * @throws InvalidCatalog when any of it cannot be used
   * @throws UncheckedIOException when the directory or a file cannot be read
   */
  public static Catalog fromDirectory(Path directory) {
    try (Stream<Path> listed = Files.list(directory)) {
      List<Source> sources = new ArrayList<>();
      for (Path file : listed.filter(CatalogLoader::isYaml).sorted().toList()) {
        sources.add(new Source(String.valueOf(file.getFileName()), Files.readString(file)));
      }
      return load(sources);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * The catalogue in these files, {@code index.yaml} among them, in any order.
   *
   * @throws InvalidCatalog when any of it cannot be used
   */
  public static Catalog load(List<Source> sources) {
    List<String> problems = Location.none();
    Map<String, Source> byName =
        sources.stream()
            .collect(
                Collectors.toMap(
                    Source::name, Function.identity(), (a, b) -> a, LinkedHashMap::new));
    Source index = byName.remove(INDEX);
    if (index == null) {
      Location.start(INDEX, problems).problem("is missing: it names the other files in order");
      throw new InvalidCatalog(problems);
    }
    Index read = readIndex(index, problems);
    byName.remove(Departures.FILE);
    List<CatalogFile> files = new ArrayList<>();
    for (String name : read.files()) {
      Source source = byName.remove(name);
      if (source == null) {
        Location.start(INDEX, problems).at("files").problem(name + " does not exist");
      } else {
        files.add(CatalogFile.read(source, read.scopes(), problems));
      }
    }
    byName
        .keySet()
        .forEach(name -> Location.start(name, problems).problem("is not named in " + INDEX));
    new CatalogChecks(files).run();
    Set<String> names =
        files.stream()
            .flatMap(file -> file.tools().stream())
            .map(Tool::name)
            .collect(Collectors.toSet());
    read.off().stream()
        .filter(name -> !names.contains(name))
        .forEach(name -> Location.start(INDEX, problems).at("off").problem(name + " is no tool"));
    if (!problems.isEmpty()) {
      throw new InvalidCatalog(problems);
    }
    return catalog(files, read);
  }

  /**
   * A file as one line of JSON, which {@link #load} reads as it reads the YAML, only faster.
   *
   * @throws InvalidCatalog when it is not YAML of the kind that is allowed
   */
  public static String json(Source source) {
    List<String> problems = Location.none();
    JsonNode document = Yaml.read(source.text(), Location.start(source.name(), problems));
    if (!problems.isEmpty()) {
      throw new InvalidCatalog(problems);
    }
    return Json.text(document);
  }

  /** Without the tools that are off, and without the records that only they can read. */
  private static Catalog catalog(List<CatalogFile> files, Index index) {
    Set<String> off = index.off();
    Map<String, String> aliases = new LinkedHashMap<>();
    files.forEach(file -> aliases.putAll(file.aliases()));
    aliases.values().removeIf(off::contains);
    return new Catalog(
        files.stream()
            .flatMap(file -> file.tools().stream())
            .filter(tool -> !off.contains(tool.name()))
            .toList(),
        files.stream()
            .flatMap(file -> file.recordTypes().stream())
            .filter(type -> !off.contains(type.readTool()))
            .map(type -> type.listTool().filter(off::contains).isPresent() ? type.unlisted() : type)
            .toList(),
        aliases,
        index.labels());
  }

  private static Index readIndex(Source source, List<String> problems) {
    Location location = Location.start(source.name(), problems);
    JsonNode document = Yaml.read(source.text(), location);
    if (document.isMissingNode()) {
      return new Index(List.of(), Set.of(), Map.of(), Set.of());
    }
    Section index = Section.of(document, location);
    List<String> files = index.texts("files");
    List<String> scopes = index.texts("scopes");
    Map<String, String> labels = index.pairs("labels");
    List<String> off = index.texts("off");
    index.end();
    return new Index(files, new LinkedHashSet<>(scopes), labels, new LinkedHashSet<>(off));
  }

  private static Source packaged(String name) {
    try (InputStream in = CatalogLoader.class.getResourceAsStream(PACKAGED + name)) {
      if (in == null) {
        throw new InvalidCatalog(List.of(name + ": is missing from the class path"));
      }
      return new Source(name, new String(in.readAllBytes(), StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static boolean isYaml(Path file) {
    return file.getFileName() != null && file.getFileName().toString().endsWith(".yaml");
  }
}
