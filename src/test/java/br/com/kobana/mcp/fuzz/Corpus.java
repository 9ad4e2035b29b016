package br.com.kobana.mcp.fuzz;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * The committed seeds, {@code src/test/resources/fuzz/<target>/}, and inputs of earlier findings.
 */
final class Corpus {
  private static final Path ALL = Path.of("src/test/resources/fuzz");

  private Corpus() {}

  static List<byte[]> of(Class<?> target) {
    List<byte[]> seeds = new ArrayList<>();
    try (Stream<Path> files = Files.list(ALL.resolve(target.getSimpleName()))) {
      for (Path file : (Iterable<Path>) files.sorted()::iterator) {
        seeds.add(Files.readAllBytes(file));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return List.copyOf(seeds);
  }
}
