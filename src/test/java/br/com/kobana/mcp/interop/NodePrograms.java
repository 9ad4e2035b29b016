package br.com.kobana.mcp.interop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;

/**
 * The scripts of {@code src/test/node}, run by the Node that their own packages bring. The packages
 * are installed when they are missing or older than the lock file; that needs npm, and without npm
 * the tests are skipped.
 */
final class NodePrograms {
  private static final Path HOME = Path.of("src/test/node");
  private static final Path NODE = HOME.resolve("node_modules/node/bin/node").toAbsolutePath();
  private static final Path LOCK = HOME.resolve("package-lock.json");
  private static final Path INSTALLED = HOME.resolve("node_modules/.installed-lock.json");
  private static final Duration INSTALL_LIMIT = Duration.ofMinutes(5);

  private NodePrograms() {}

  /**
   * The tests that these programs make. Without npm and without the packages it is a single one,
   * which is skipped and says so.
   */
  static Stream<DynamicTest> tests(Function<NodePrograms, Stream<DynamicTest>> made) {
    if (!isCurrent() && !onPath("npm")) {
      return Stream.of(DynamicTest.dynamicTest("npm", () -> abort("npm is not installed")));
    }
    install();
    return made.apply(new NodePrograms());
  }

  private static void install() {
    if (isCurrent()) {
      return;
    }
    Programs.Ended ended = Programs.run("npm-ci", HOME, INSTALL_LIMIT, List.of("npm", "ci"));
    assertThat(ended.exitCode()).as("npm ci: %s", ended.output()).isZero();
    try {
      Files.copy(LOCK, INSTALLED);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static boolean isCurrent() {
    try {
      return Files.isExecutable(NODE)
          && Files.exists(INSTALLED)
          && Files.mismatch(LOCK, INSTALLED) == -1;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static boolean onPath(String program) {
    return Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
        .anyMatch(directory -> Files.isExecutable(Path.of(directory, program)));
  }

  /** Where a test may put files; below the build directory. */
  Path output(String name) {
    return Programs.output(name);
  }

  /** Runs a script to its end. One that is not done within the limit is killed, which fails. */
  Programs.Ended run(String script, Duration limit, String... arguments) {
    return Programs.run(
        script,
        HOME,
        limit,
        Stream.concat(Stream.of(NODE.toString(), script), Stream.of(arguments)).toList());
  }
}
