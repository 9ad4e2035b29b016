package br.com.kobana.mcp.reload;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;

/**
 * A directory that may be a volume of Kubernetes. There each file is a link through {@code ..data},
 * itself a link to a directory of the version; a new version is that one link replaced.
 */
public final class Mounted {
  private static final String VERSION = "..data";

  private Mounted() {}

  /**
   * Where the files of the directory are right now: in a volume, the directory of the version, so
   * that files read one after the other are of one version.
   */
  public static Path files(Path directory) {
    try {
      return directory.resolve(VERSION).toRealPath();
    } catch (IOException e) {
      return directory.toAbsolutePath();
    }
  }

  /** Changes when a YAML file in one of the directories does, by name or by content. */
  public static String version(List<Path> directories) {
    MessageDigest digest = sha256();
    for (Path directory : directories) {
      try (Stream<Path> listed = Files.list(files(directory))) {
        for (Path file : listed.filter(Mounted::isYaml).sorted().toList()) {
          byte[] content = Files.readAllBytes(file);
          digest.update(
              (file.getFileName() + "\n" + content.length + "\n").getBytes(StandardCharsets.UTF_8));
          digest.update(content);
        }
      } catch (IOException e) {
        digest.update(e.getClass().getName().getBytes(StandardCharsets.UTF_8));
      }
    }
    return HexFormat.of().formatHex(digest.digest(), 0, 6);
  }

  private static boolean isYaml(Path file) {
    return String.valueOf(file.getFileName()).endsWith(".yaml") && Files.isRegularFile(file);
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
