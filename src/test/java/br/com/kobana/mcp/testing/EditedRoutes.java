package br.com.kobana.mcp.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** A copy of the packaged routes in a directory, edited as an integration engineer would. */
public final class EditedRoutes {
  private final Path directory;

  private EditedRoutes(Path directory) {
    this.directory = directory;
  }

  public static EditedRoutes in(Path directory) {
    try {
      for (String file :
          List.of(
              "mcp.camel.yaml", "methods.camel.yaml", "errors.camel.yaml", "audit.camel.yaml")) {
        Files.copy(Path.of("src/main/resources/routes", file), directory.resolve(file));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return new EditedRoutes(directory);
  }

  public Path directory() {
    return directory;
  }

  /** Puts YAML after the step of this id; the YAML starts at the indentation of steps. */
  public EditedRoutes insertAfter(String file, String stepId, String step) {
    String text = read(file);
    String marker = "            id: " + stepId + "\n";
    int at = text.indexOf(marker);
    if (at < 0) {
      throw new IllegalArgumentException("no step " + stepId);
    }
    int next = nextOf(text, at);
    return write(file, text.substring(0, next + 1) + step + text.substring(next + 1));
  }

  /** Where the step ends: at the next one of its route, or at the end of the route. */
  private static int nextOf(String text, int at) {
    int end = text.indexOf("\n\n- route:", at);
    int last = end < 0 ? text.length() - 1 : end;
    int next = text.indexOf("\n        - ", at);
    return next < 0 ? last : Math.min(next, last);
  }

  public EditedRoutes write(String file, String text) {
    try {
      Files.writeString(directory.resolve(file), text);
      return this;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public String read(String file) {
    try {
      return Files.readString(directory.resolve(file));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
