package br.com.kobana.mcp.reload;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;

/**
 * A directory as kubelet keeps one for a ConfigMap: files are links through {@code ..data}, a link
 * that is replaced at once by a rename.
 */
public final class Volume {
  private final Path directory;
  private int versions;

  /** A file of a version. */
  public record File(String name, String text) {}

  private Volume(Path directory) {
    this.directory = directory;
  }

  public static Volume in(Path directory) {
    return new Volume(directory);
  }

  public void publish(List<File> files) throws IOException {
    Path version = Files.createDirectory(directory.resolve("..2026_11_30_" + versions++));
    for (File file : files) {
      Files.writeString(version.resolve(file.name()), file.text());
      Path link = directory.resolve(file.name());
      if (!Files.isSymbolicLink(link)) {
        Files.createSymbolicLink(link, Path.of("..data", file.name()));
      }
    }
    Path data = directory.resolve("..data");
    Path former = Files.exists(data) ? data.toRealPath() : null;
    Path next = directory.resolve("..data_tmp");
    Files.createSymbolicLink(next, version.getFileName());
    Files.move(next, data, StandardCopyOption.ATOMIC_MOVE);
    if (former != null) {
      try (var old = Files.list(former)) {
        for (Path file : old.toList()) {
          Files.delete(file);
        }
      }
      Files.delete(former);
    }
  }
}
