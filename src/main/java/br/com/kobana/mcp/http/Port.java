package br.com.kobana.mcp.http;

import br.com.kobana.mcp.settings.WrongSetting;
import java.io.IOException;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;

/**
 * Looks, before anything starts, whether a port can be listened on. A server that finds out later
 * says it in many lines, or only in the log.
 */
public final class Port {
  private Port() {}

  /**
   * @param prefix of the two settings, such as {@code mcp.management}
   * @param port 0 for any
   * @throws PortInUse when someone listens on it
   * @throws WrongSetting when the host is no address of this machine
   */
  public static void check(String prefix, String host, int port) {
    InetSocketAddress address = new InetSocketAddress(host, port);
    if (address.isUnresolved()) {
      throw noAddress(prefix, host);
    }
    try (ServerSocket probe = new ServerSocket()) {
      probe.bind(address);
    } catch (BindException e) {
      if (String.valueOf(e.getMessage()).contains("Cannot assign")) {
        throw noAddress(prefix, host);
      }
      if (String.valueOf(e.getMessage()).contains("Permission")) {
        throw new WrongSetting(
            prefix + ".port", Integer.toString(port), "a port this user may listen on");
      }
      throw new PortInUse(prefix + ".port", host, port);
    } catch (IOException e) {
      throw new WrongSetting(
          prefix + ".port", Integer.toString(port), "a port that can be listened on");
    }
  }

  private static WrongSetting noAddress(String prefix, String host) {
    return new WrongSetting(prefix + ".host", host, "a name or an address of this machine");
  }
}
