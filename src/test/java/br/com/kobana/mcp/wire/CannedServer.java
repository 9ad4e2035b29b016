package br.com.kobana.mcp.wire;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Gives the same bytes to whoever connects, and keeps what it was sent. */
final class CannedServer implements AutoCloseable {
  private final ServerSocket socket = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
  private final List<String> received = new CopyOnWriteArrayList<>();
  private final byte[] answer;

  CannedServer(String answer) throws IOException {
    this.answer = answer.getBytes(StandardCharsets.UTF_8);
    Thread thread = new Thread(this::serve, "canned-server");
    thread.setDaemon(true);
    thread.start();
  }

  /** A JSON answer with the headers that one needs. */
  static CannedServer json(int status, String body) throws IOException {
    return new CannedServer(
        "HTTP/1.1 "
            + status
            + " X\r\nContent-Type: application/json\r\nContent-Length: "
            + body.getBytes(StandardCharsets.UTF_8).length
            + "\r\n\r\n"
            + body);
  }

  int port() {
    return socket.getLocalPort();
  }

  /** The last request, one character a byte. */
  String received() {
    return received.get(received.size() - 1);
  }

  private void serve() {
    while (!socket.isClosed()) {
      try (Socket client = socket.accept()) {
        received.add(request(client.getInputStream()));
        client.getOutputStream().write(answer);
        client.getOutputStream().flush();
      } catch (IOException e) {
        if (!socket.isClosed()) {
          throw new UncheckedIOException(e);
        }
      }
    }
  }

  private static String request(InputStream in) throws IOException {
    ByteArrayOutputStream head = new ByteArrayOutputStream();
    while (!head.toString(StandardCharsets.ISO_8859_1).endsWith("\r\n\r\n")) {
      head.write(in.read());
    }
    String text = head.toString(StandardCharsets.ISO_8859_1);
    int length = 0;
    for (String line : text.split("\r\n")) {
      if (line.startsWith("Content-Length: ")) {
        length = Integer.parseInt(line.substring(16));
      }
    }
    if (text.contains("chunked")) {
      ByteArrayOutputStream body = new ByteArrayOutputStream();
      while (!body.toString(StandardCharsets.ISO_8859_1).endsWith("0\r\n\r\n")) {
        body.write(in.read());
      }
      return text + body.toString(StandardCharsets.ISO_8859_1);
    }
    return text + new String(in.readNBytes(length), StandardCharsets.ISO_8859_1);
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
