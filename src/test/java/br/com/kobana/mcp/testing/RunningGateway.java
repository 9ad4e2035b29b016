package br.com.kobana.mcp.testing;

import br.com.kobana.mcp.RunningParts;
import br.com.kobana.mcp.settings.Settings;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.InstantSource;
import java.util.Map;

/** The gateway with its sandbox, started once for every test of a run. */
public final class RunningGateway {
  private final RunningParts parts;
  private final HttpClient client = HttpClient.newHttpClient();

  private RunningGateway(RunningParts parts) {
    this.parts = parts;
  }

  private static final class Holder {
    private static final RunningGateway SHARED = start();
  }

  public static RunningGateway shared() {
    return Holder.SHARED;
  }

  private static RunningGateway start() {
    try {
      RunningParts parts =
          RunningParts.start(
              Settings.with(
                  Map.of(
                      "mcp.port", Integer.toString(freePort()),
                      "mcp.management.port", Integer.toString(freePort()),
                      "mcp.sandbox.port", Integer.toString(freePort()),
                      "kobana.api-url", "sandbox")),
              InstantSource.system());
      Runtime.getRuntime().addShutdownHook(new Thread(parts::close, "stop-gateway"));
      return new RunningGateway(parts);
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    }
  }

  public int port() {
    return parts.port();
  }

  public int sandboxPort() {
    return parts.sandboxPort().orElseThrow();
  }

  public String url() {
    return "http://localhost:" + port() + "/mcp";
  }

  /** Puts the sandbox's data, faults and list of calls back as they are at its start. */
  public void resetSandbox() {
    try {
      client.send(
          HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + sandboxPort() + "/sandbox/reset"))
              .POST(HttpRequest.BodyPublishers.noBody())
              .build(),
          HttpResponse.BodyHandlers.discarding());
    } catch (IOException | InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Empties every rate-limit bucket. */
  public void resetCounters() {
    parts.resetCounters();
  }
}
