package br.com.kobana.mcp.interop;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Programs of others, run to their end. */
final class Programs {
  private static final Path OUTPUT = Path.of("target/interop").toAbsolutePath();

  private Programs() {}

  /** How a program ended and what it printed on both streams. */
  record Ended(int exitCode, String output) {}

  /** Where a test may put files; below the build directory. */
  static Path output(String name) {
    return OUTPUT.resolve(name);
  }

  /**
   * Runs a command to its end. One that is not done within the limit is killed, which fails. Output
   * goes through a file, {@code target/interop/<name>.log}, so that a program that hangs cannot
   * block the reader as well.
   */
  static Ended run(String name, Path directory, Duration limit, List<String> command) {
    try {
      Path printed = Files.createDirectories(OUTPUT).resolve(name + ".log");
      Process process =
          new ProcessBuilder(command)
              .directory(directory.toFile())
              .redirectErrorStream(true)
              .redirectOutput(printed.toFile())
              .start();
      try {
        boolean done = process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS);
        assertThat(done)
            .as("%s did not end within %s: %s", name, limit, Files.readString(printed))
            .isTrue();
        return new Ended(process.exitValue(), Files.readString(printed));
      } finally {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }
}
