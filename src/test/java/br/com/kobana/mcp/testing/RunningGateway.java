package br.com.kobana.mcp.testing;

import br.com.kobana.mcp.RunningParts;
import br.com.kobana.mcp.catalog.Catalog;
import br.com.kobana.mcp.observe.Observer;
import br.com.kobana.mcp.settings.Settings;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A gateway with its sandbox, started as the product starts it. {@link #shared()} is one for the
 * whole test run; a test with settings of its own starts its own and closes it.
 */
public final class RunningGateway implements AutoCloseable {
  private static final class Shared {
    private static final RunningGateway INSTANCE = start(Map.of());

    static {
      Runtime.getRuntime().addShutdownHook(new Thread(INSTANCE::close));
    }
  }

  private final RunningParts parts;
  private final int sandboxPort;
  private final int managementPort;

  private RunningGateway(RunningParts parts, int sandboxPort, int managementPort) {
    this.parts = parts;
    this.sandboxPort = sandboxPort;
    this.managementPort = managementPort;
  }

  public static RunningGateway shared() {
    return Shared.INSTANCE;
  }

  /** Starts one with these settings over the defaults, on free ports. */
  public static RunningGateway start(Map<String, String> overrides) {
    return start(overrides, InstantSource.system());
  }

  public static RunningGateway start(Map<String, String> overrides, InstantSource clock) {
    return start(overrides, clock, List.of());
  }

  /** As {@link #start(Map, InstantSource)}; the observers are told of each request. */
  public static RunningGateway start(
      Map<String, String> overrides, InstantSource clock, List<Observer> observers) {
    return start(overrides, settings -> RunningParts.start(settings, clock, observers));
  }

  /** Starts one with a catalogue of the test's own. */
  public static RunningGateway start(Map<String, String> overrides, Catalog catalog) {
    return start(
        overrides,
        settings -> RunningParts.start(settings, InstantSource.system(), List.of(), catalog));
  }

  private interface Start {
    RunningParts with(Settings settings) throws Exception;
  }

  private static RunningGateway start(Map<String, String> overrides, Start start) {
    try {
      int sandboxPort = freePort();
      Map<String, String> settings = new LinkedHashMap<>();
      settings.put("kobana.api-url", "sandbox");
      settings.put("mcp.port", Integer.toString(freePort()));
      settings.put("mcp.sandbox.port", Integer.toString(sandboxPort));
      settings.put("mcp.management.port", Integer.toString(freePort()));
      settings.putAll(overrides);
      return new RunningGateway(
          start.with(Settings.with(settings)),
          Integer.parseInt(settings.get("mcp.sandbox.port")),
          Integer.parseInt(settings.get("mcp.management.port")));
    } catch (Exception e) {
      throw new IllegalStateException("the gateway did not start", e);
    }
  }

  public static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    }
  }

  public RunningParts parts() {
    return parts;
  }

  public int port() {
    return parts.port();
  }

  public int sandboxPort() {
    return sandboxPort;
  }

  public int managementPort() {
    return managementPort;
  }

  public String url() {
    return "http://localhost:" + port() + "/mcp";
  }

  /** Puts the sandbox's data, faults and list of calls back as they are at its start. */
  public void resetSandbox() {
    sandbox("POST", "/sandbox/reset", "");
  }

  /** Sends a control request to the sandbox and returns what it answered. */
  public String sandbox(String method, String path, String body) {
    try {
      HttpResponse<String> answer =
          HttpClient.newHttpClient()
              .send(
                  HttpRequest.newBuilder(URI.create("http://localhost:" + sandboxPort + path))
                      .method(method, HttpRequest.BodyPublishers.ofString(body))
                      .build(),
                  HttpResponse.BodyHandlers.ofString());
      if (answer.statusCode() >= 300) {
        throw new IllegalStateException(path + " answered " + answer.statusCode());
      }
      return answer.body();
    } catch (IOException e) {
      throw new IllegalStateException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /** Empties every rate-limit bucket. */
  public void resetCounters() {
    parts.resetCounters();
  }

  @Override
  public void close() {
    parts.close();
  }
}
