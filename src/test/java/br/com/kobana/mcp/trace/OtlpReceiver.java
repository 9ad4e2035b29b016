package br.com.kobana.mcp.trace;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;

/** Receives OTLP over HTTP in protobuf, and reads as much of it as tests look at. */
final class OtlpReceiver implements AutoCloseable {
  private final HttpServer server;
  private final List<Received> spans = new CopyOnWriteArrayList<>();
  private final StringBuffer all = new StringBuffer();

  /** A span; no parent is an empty text. */
  record Received(
      String trace, String id, String parent, String name, Map<String, String> attributes) {}

  private OtlpReceiver(HttpServer server) {
    this.server = server;
  }

  static OtlpReceiver start() throws IOException {
    OtlpReceiver receiver =
        new OtlpReceiver(
            HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0));
    receiver.server.createContext("/v1/traces", receiver::receive);
    receiver.server.start();
    return receiver;
  }

  String url() {
    return "http://localhost:" + server.getAddress().getPort();
  }

  List<Received> spans() {
    return List.copyOf(spans);
  }

  /** Everything that came, as text. */
  String all() {
    return all.toString();
  }

  private void receive(HttpExchange exchange) throws IOException {
    byte[] body = exchange.getRequestBody().readAllBytes();
    all.append(new String(body, StandardCharsets.ISO_8859_1));
    for (byte[] resource : Message.of(body).all(1)) {
      for (byte[] scope : Message.of(resource).all(2)) {
        for (byte[] span : Message.of(scope).all(2)) {
          spans.add(span(Message.of(span)));
        }
      }
    }
    exchange.sendResponseHeaders(200, -1);
    exchange.close();
  }

  private static Received span(Message span) {
    Map<String, String> attributes = new TreeMap<>();
    for (byte[] attribute : span.all(9)) {
      Message pair = Message.of(attribute);
      attributes.put(pair.text(1), Message.of(pair.all(2).get(0)).text(1));
    }
    return new Received(span.hex(1), span.hex(2), span.hex(4), span.text(5), attributes);
  }

  /** The length-delimited fields of a protobuf message. */
  private record Message(Map<Integer, List<byte[]>> fields) {
    static Message of(byte[] bytes) {
      Map<Integer, List<byte[]>> fields = new TreeMap<>();
      ByteBuffer in = ByteBuffer.wrap(bytes);
      while (in.hasRemaining()) {
        long tag = varint(in);
        switch ((int) (tag & 7)) {
          case 0 -> varint(in);
          case 1 -> in.position(in.position() + 8);
          case 5 -> in.position(in.position() + 4);
          case 2 -> {
            byte[] value = new byte[(int) varint(in)];
            in.get(value);
            fields.computeIfAbsent((int) (tag >> 3), f -> new ArrayList<>()).add(value);
          }
          default -> throw new IllegalStateException("not protobuf");
        }
      }
      return new Message(fields);
    }

    private static long varint(ByteBuffer in) {
      long value = 0;
      for (int shift = 0; ; shift += 7) {
        byte next = in.get();
        value |= (long) (next & 0x7f) << shift;
        if (next >= 0) {
          return value;
        }
      }
    }

    List<byte[]> all(int field) {
      return fields.getOrDefault(field, List.of());
    }

    String text(int field) {
      return all(field).isEmpty() ? "" : new String(all(field).get(0), StandardCharsets.UTF_8);
    }

    String hex(int field) {
      return all(field).isEmpty() ? "" : HexFormat.of().formatHex(all(field).get(0));
    }
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
