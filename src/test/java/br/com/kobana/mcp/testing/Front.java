package br.com.kobana.mcp.testing;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** A port that leads to another one, and can be closed: then nothing listens there. */
public final class Front implements AutoCloseable {
  private final int port;
  private final int target;
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();
  private volatile ServerSocket listening;

  public Front(int target) throws IOException {
    this.port = RunningGateway.freePort();
    this.target = target;
    up();
  }

  public int port() {
    return port;
  }

  /** Listens. */
  public void up() {
    try {
      ServerSocket socket = new ServerSocket();
      socket.setReuseAddress(true);
      socket.bind(new java.net.InetSocketAddress(InetAddress.getLoopbackAddress(), port));
      listening = socket;
      start(() -> accept(socket));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Refuses connections, and breaks those that stand. */
  public void down() {
    quietly(listening);
    open.forEach(Front::quietly);
  }

  private void accept(ServerSocket from) {
    while (!from.isClosed()) {
      try {
        Socket near = from.accept();
        open.add(near);
        Socket far = new Socket(InetAddress.getLoopbackAddress(), target);
        open.add(far);
        start(() -> pump(near, far));
        start(() -> pump(far, near));
      } catch (IOException e) {
        // Closed, or the target is away: whoever came sees a broken connection.
      }
    }
  }

  private void pump(Socket from, Socket to) {
    try (from;
        to) {
      InputStream in = from.getInputStream();
      OutputStream out = to.getOutputStream();
      byte[] buffer = new byte[8192];
      for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
        out.write(buffer, 0, n);
        out.flush();
      }
    } catch (IOException e) {
      // One side is gone, so the other goes too.
    } finally {
      open.remove(from);
    }
  }

  private static void start(Runnable task) {
    Thread thread = new Thread(task, "front");
    thread.setDaemon(true);
    thread.start();
  }

  private static void quietly(AutoCloseable closeable) {
    try {
      closeable.close();
    } catch (Exception e) {
      // It is gone already.
    }
  }

  @Override
  public void close() {
    down();
  }
}
