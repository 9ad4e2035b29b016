package br.com.kobana.mcp.wire;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * One connection over a plain socket: sends a request exactly as given and reads one answer. A
 * request is written by its own thread, because a server may answer before it has read the body.
 */
final class WireClient implements AutoCloseable {
  private static final int TIMEOUT_MS = 15_000;
  private final Socket socket;
  private final InputStream in;

  WireClient(int port) throws IOException {
    socket = new Socket();
    socket.setTcpNoDelay(true);
    socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), TIMEOUT_MS);
    socket.setSoTimeout(TIMEOUT_MS);
    in = new BufferedInputStream(socket.getInputStream());
  }

  Answer exchange(RequestBytes request) throws IOException {
    Thread writer = new Thread(() -> write(request), "wire-writer");
    writer.setDaemon(true);
    writer.start();
    Answer answer = read(request.method());
    if (request.close() && in.read() >= 0) {
      throw new IOException("bytes after the end of the answer");
    }
    return answer;
  }

  /** A server that answers early may close before it has read everything; the answer counts. */
  private void write(RequestBytes request) {
    try {
      OutputStream out = socket.getOutputStream();
      out.write(request.head());
      out.write(request.body());
      out.flush();
    } catch (IOException e) {
      Thread.currentThread().interrupt();
    }
  }

  private Answer read(String method) throws IOException {
    while (true) {
      String line = line();
      if (!line.startsWith("HTTP/1.1 ")) {
        throw new IOException("not a status line: " + line);
      }
      int status = Integer.parseInt(line.substring(9, 12));
      List<Answer.Header> headers = new ArrayList<>();
      for (String header = line(); !header.isEmpty(); header = line()) {
        int colon = header.indexOf(':');
        headers.add(
            new Answer.Header(header.substring(0, colon), header.substring(colon + 1).strip()));
      }
      if (status >= 200) {
        return new Answer(status, List.copyOf(headers), body(method, status, headers));
      }
    }
  }

  private byte[] body(String method, int status, List<Answer.Header> headers) throws IOException {
    if (method.equals("HEAD") || status == 204 || status == 304) {
      return new byte[0];
    }
    Answer probe = new Answer(status, headers, new byte[0]);
    if (probe.header("Transfer-Encoding").orElse("").toLowerCase(Locale.ROOT).equals("chunked")) {
      return chunked();
    }
    String length = probe.header("Content-Length").orElse("");
    if (length.isEmpty()) {
      return in.readAllBytes();
    }
    int size = Integer.parseInt(length);
    byte[] body = in.readNBytes(size);
    if (body.length < size) {
      throw new EOFException("the body ends after " + body.length + " of " + size + " bytes");
    }
    return body;
  }

  private byte[] chunked() throws IOException {
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    while (true) {
      int size = Integer.parseInt(line().split(";")[0].strip(), 16);
      body.write(in.readNBytes(size));
      if (size == 0) {
        while (!line().isEmpty()) {
          continue; // trailers say nothing here
        }
        return body.toByteArray();
      }
      line();
    }
  }

  private String line() throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    for (int b = in.read(); b != '\n'; b = in.read()) {
      if (b < 0) {
        throw new EOFException("the server closed the connection without an answer");
      }
      if (b != '\r') {
        line.write(b);
      }
    }
    return line.toString(StandardCharsets.ISO_8859_1);
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
