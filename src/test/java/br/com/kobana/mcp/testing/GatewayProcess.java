package br.com.kobana.mcp.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;

/** A gateway with its sandbox in a process of its own, started as the product is. */
public final class GatewayProcess implements AutoCloseable {
  private final Process process;
  private final Path log;
  private final int port;
  private final int managementPort;

  private GatewayProcess(Process process, Path log, int port, int managementPort) {
    this.managementPort = managementPort;
    this.process = process;
    this.log = log;
    this.port = port;
  }

  /** Starts one with these settings over the defaults, on free ports; it may not be ready yet. */
  public static GatewayProcess start(Map<String, String> overrides) {
    try {
      int port = RunningGateway.freePort();
      int managementPort = RunningGateway.freePort();
      Path log = Files.createTempFile("gateway", ".log");
      List<String> command =
          new ArrayList<>(
              List.of(
                  Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                  "-Xmx256m",
                  "-Dkobana.api-url=sandbox",
                  "-Dmcp.port=" + port,
                  "-Dmcp.sandbox.port=" + RunningGateway.freePort(),
                  "-Dmcp.management.port=" + managementPort));
      overrides.forEach((name, value) -> command.add("-D" + name + "=" + value));
      command.addAll(List.of("-cp", classPath(), "br.com.kobana.mcp.Gateway"));
      Process process =
          new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(log.toFile())
              .start();
      return new GatewayProcess(process, log, port, managementPort);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Surefire may start this process with a jar that only names the class path. */
  private static String classPath() {
    return System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
  }

  /** Waits until it answers. */
  public GatewayProcess ready() {
    Awaitility.await("the gateway starts; " + log)
        .atMost(120, TimeUnit.SECONDS)
        .until(
            () -> {
              if (!process.isAlive()) {
                throw new IllegalStateException("it ended: " + Files.readString(log));
              }
              return McpClient.listens(port);
            });
    return this;
  }

  public String url() {
    return "http://localhost:" + port + "/mcp";
  }

  public int managementPort() {
    return managementPort;
  }

  @Override
  public void close() {
    process.destroy();
    process.onExit().orTimeout(30, TimeUnit.SECONDS).handle((p, failure) -> p).join();
    process.destroyForcibly();
    try {
      Files.deleteIfExists(log);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
