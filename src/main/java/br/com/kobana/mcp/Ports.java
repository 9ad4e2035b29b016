package br.com.kobana.mcp;

import br.com.kobana.mcp.http.PortInUse;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;

/** Says which port is taken, by its setting, before anything is started. */
final class Ports {
  private Ports() {}

  /**
   * @throws PortInUse when someone listens there already; port 0 is always free
   */
  static void requireFree(String key, String host, int port) {
    if (port == 0) {
      return;
    }
    try (ServerSocket probe = new ServerSocket()) {
      probe.setReuseAddress(true);
      probe.bind(new java.net.InetSocketAddress(InetAddress.getByName(host), port));
    } catch (IOException e) {
      throw new PortInUse(key, host, port);
    }
  }
}
