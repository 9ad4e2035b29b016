package br.com.kobana.mcp.testing;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** A connection on which a test writes what no HTTP client would. */
public final class RawConnection implements AutoCloseable {
  private static final int LONGEST_WAIT_MS = 15_000;
  private final Socket socket;
  private final InputStream in;

  public RawConnection(int port) throws IOException {
    socket = new Socket(InetAddress.getLoopbackAddress(), port);
    socket.setTcpNoDelay(true);
    socket.setSoTimeout(LONGEST_WAIT_MS);
    in = new BufferedInputStream(socket.getInputStream());
  }

  /** An answer; header lines are in lower case up to the colon. */
  public record Answer(int status, List<String> headers, String body) {
    public Optional<String> header(String name) {
      return headers.stream()
          .filter(h -> h.startsWith(name + ":"))
          .map(h -> h.substring(name.length() + 1).strip())
          .findFirst();
    }
  }

  /** A request with a body of this text and its true length. */
  public static String post(String body, String... headers) {
    return "POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
        + "Content-Length: "
        + body.getBytes(StandardCharsets.UTF_8).length
        + "\r\n"
        + lines(headers)
        + "\r\n"
        + body;
  }

  /** The head of a request without any header on the length. */
  public static String head(String start, String... headers) {
    return start + "\r\n" + lines(headers) + "\r\n";
  }

  private static String lines(String... headers) {
    return headers.length == 0 ? "" : String.join("\r\n", headers) + "\r\n";
  }

  /** Sends text as it is; a server that has closed already is no failure of the test. */
  public RawConnection send(String text) {
    return send(text.getBytes(StandardCharsets.UTF_8));
  }

  /** The same for bytes that are no text. */
  public RawConnection send(byte[] bytes) {
    try {
      socket.getOutputStream().write(bytes);
      socket.getOutputStream().flush();
    } catch (IOException e) {
      // What the server answered before it closed is what counts.
      return this;
    }
    return this;
  }

  /** The next answer, without interim ones. */
  public Answer answer() throws IOException {
    return read("POST");
  }

  /** The next answer to a HEAD. */
  public Answer answerToHead() throws IOException {
    return read("HEAD");
  }

  private Answer read(String method) throws IOException {
    while (true) {
      String start = line();
      int status = Integer.parseInt(start.split(" ")[1]);
      List<String> headers = new ArrayList<>();
      for (String line = line(); !line.isEmpty(); line = line()) {
        int colon = line.indexOf(':');
        headers.add(line.substring(0, colon).toLowerCase(Locale.ROOT) + line.substring(colon));
      }
      if (status >= 200) {
        int length =
            new Answer(status, headers, "")
                .header("content-length")
                .map(Integer::parseInt)
                .orElse(0);
        byte[] body = in.readNBytes(method.equals("HEAD") ? 0 : length);
        return new Answer(status, headers, new String(body, StandardCharsets.UTF_8));
      }
    }
  }

  /** Whatever comes until the server closes, in Latin-1, cut at this many bytes. */
  public String bytesUntilClosed(int most) throws IOException {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    try {
      for (int b = in.read(); b >= 0 && all.size() < most; b = in.read()) {
        all.write(b);
      }
    } catch (SocketTimeoutException e) {
      throw e;
    } catch (IOException e) {
      // A reset: what came before it counts.
      return all.toString(StandardCharsets.ISO_8859_1);
    }
    return all.toString(StandardCharsets.ISO_8859_1);
  }

  /** Every answer until the server closes. */
  public List<Answer> answersUntilClosed() throws IOException {
    List<Answer> answers = new ArrayList<>();
    while (!isClosed()) {
      answers.add(answer());
    }
    return answers;
  }

  /** Whether the server has closed; waits until it has or sends something more. */
  public boolean isClosed() throws IOException {
    in.mark(1);
    try {
      if (in.read() < 0) {
        return true;
      }
    } catch (SocketTimeoutException e) {
      throw e;
    } catch (IOException e) {
      return true;
    }
    in.reset();
    return false;
  }

  /** Whether the server has closed within this time, without saying anything. */
  public boolean isClosedWithin(int millis) throws IOException {
    socket.setSoTimeout(millis);
    try {
      return isClosed();
    } catch (SocketTimeoutException e) {
      return false;
    } finally {
      socket.setSoTimeout(LONGEST_WAIT_MS);
    }
  }

  /** Whether the server says something within this time. */
  public boolean saysSomethingWithin(int millis) throws IOException {
    socket.setSoTimeout(millis);
    try {
      return !isClosed();
    } catch (SocketTimeoutException e) {
      return false;
    } finally {
      socket.setSoTimeout(LONGEST_WAIT_MS);
    }
  }

  /** Reads one line, such as that of an interim answer. */
  public String line() throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    for (int b = in.read(); b != '\n'; b = in.read()) {
      if (b < 0) {
        throw new EOFException("closed in the middle of an answer: " + line);
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
