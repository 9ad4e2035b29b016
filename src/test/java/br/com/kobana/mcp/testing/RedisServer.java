package br.com.kobana.mcp.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * A real Redis on a free port, for the tests of one class. Without {@code redis-server} on the path
 * the tests are skipped, and say so; {@code bin/test} installs it where it can.
 */
public final class RedisServer implements BeforeAllCallback, AfterAllCallback, AutoCloseable {
  private final List<String> options;
  private final int port;
  private final Path directory;
  private java.util.Optional<Path> configuration = java.util.Optional.empty();
  private Process process;

  private RedisServer(List<String> options) {
    try {
      this.options = options;
      this.port = RunningGateway.freePort();
      this.directory = Files.createTempDirectory("redis");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** With more options, as on the command line; {@code PORT} stands for its port. */
  public static RedisServer with(String... options) {
    return new RedisServer(List.of(options));
  }

  /** Reads this file first; a sentinel needs one that it may write. */
  public RedisServer configured(Path file) {
    configuration = java.util.Optional.of(file);
    return this;
  }

  public static void assumeInstalled() {
    Assumptions.assumeTrue(
        isInstalled("redis-server") && isInstalled("redis-cli"),
        "redis-server is not installed: tests against a real Redis are skipped");
  }

  /** Whether a program is on the path. */
  public static boolean isInstalled(String program) {
    return Arrays.stream(System.getenv("PATH").split(java.io.File.pathSeparator))
        .anyMatch(p -> Files.isExecutable(Path.of(p, program)));
  }

  @Override
  public void beforeAll(ExtensionContext context) {
    assumeInstalled();
    start();
  }

  @Override
  public void afterAll(ExtensionContext context) {
    close();
  }

  /** Starts it, empty, and waits until it listens. */
  public RedisServer start() {
    List<String> command = new ArrayList<>(List.of("redis-server"));
    configuration.ifPresent(file -> command.add(file.toString()));
    command.addAll(List.of("--bind", "127.0.0.1", "--dir", directory.toString()));
    if (configuration.isEmpty()) {
      command.addAll(List.of("--save", "", "--appendonly", "no"));
    }
    if (!options.contains("--tls-port")) {
      command.addAll(List.of("--port", Integer.toString(port)));
    }
    options.forEach(o -> command.add(o.equals("PORT") ? Integer.toString(port) : o));
    try {
      process =
          new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(directory.resolve("log").toFile())
              .start();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    Awaitility.await().atMost(20, TimeUnit.SECONDS).until(this::listens);
    return this;
  }

  private boolean listens() {
    try (Socket socket = new Socket("127.0.0.1", port)) {
      return socket.isConnected();
    } catch (IOException e) {
      return false;
    }
  }

  /** Ends it as a crash would; what it held is lost. */
  public void kill() {
    process.destroyForcibly();
    process.onExit().join();
  }

  /** Stops it from answering; connections stay open. */
  public void freeze() {
    signal("STOP");
  }

  public void thaw() {
    signal("CONT");
  }

  private void signal(String name) {
    run(List.of("kill", "-" + name, Long.toString(process.pid())));
  }

  public int port() {
    return port;
  }

  public String url() {
    return "redis://127.0.0.1:" + port;
  }

  /** Runs a command and returns what it prints, without the last line end. */
  public String cli(String... arguments) {
    List<String> command =
        new ArrayList<>(List.of("redis-cli", "-p", Integer.toString(port), "--no-auth-warning"));
    command.addAll(List.of(arguments));
    return run(command);
  }

  private static String run(List<String> command) {
    try {
      Process running = new ProcessBuilder(command).redirectErrorStream(true).start();
      String printed =
          new String(running.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
      running.waitFor();
      return printed;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() {
    if (process != null) {
      kill();
    }
    try (var files = Files.list(directory)) {
      for (Path file : files.toList()) {
        Files.delete(file);
      }
      Files.delete(directory);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
