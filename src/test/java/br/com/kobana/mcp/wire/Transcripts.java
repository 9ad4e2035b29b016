package br.com.kobana.mcp.wire;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** The transcript files of the project. */
final class Transcripts {
  private static final Path RESOURCES = Path.of("src/test/resources");

  private Transcripts() {}

  /** Every transcript by its name, such as {@code wire/http/get-is-405.http}, in order. */
  static Map<String, Transcript> all() {
    Map<String, Transcript> all = new TreeMap<>();
    try (Stream<Path> files = Files.walk(RESOURCES.resolve("wire"))) {
      for (Path file :
          (Iterable<Path>) files.filter(f -> f.toString().endsWith(".http"))::iterator) {
        String name = RESOURCES.relativize(file).toString().replace('\\', '/');
        try {
          all.put(name, Transcript.read(file));
        } catch (Transcript.Unreadable e) {
          throw new IllegalStateException(name + " " + e.getMessage(), e);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return all;
  }
}
