package br.com.kobana.mcp.wire;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.GZIPOutputStream;

/**
 * A request of a transcript as the bytes that go over the wire. Headers stay as written: letter
 * case, order, repetitions and odd bytes. Only what no reader wants to see is added: {@code Host}
 * and {@code Content-Length}, where the file has neither them nor {@code Transfer-Encoding}.
 *
 * @param method for reading the answer: HEAD has no body
 * @param close whether the request asks the server to close
 * @param head the request line and the headers
 * @param body as sent, chunked where the headers say so
 * @param message the body before chunking
 * @param version the {@code MCP-Protocol-Version} sent, empty where there is none
 */
record RequestBytes(
    String method, boolean close, byte[] head, byte[] body, byte[] message, String version) {
  private static final int CHUNK = 64 * 1024;
  private static final Pattern EXPANSION =
      Pattern.compile("«(hex|repeat|pad):(?:(\\d+):)?([^»]*)»");
  private static final String GZIP = "«gzip»";

  static RequestBytes of(Transcript.Request request, Variables variables) {
    List<String> headers = new ArrayList<>();
    String line = shorthand(variables.fill(request.start()), headers);
    override(headers, request.headers().stream().map(variables::fill).toList());
    byte[] message = body(variables.fill(request.body()));
    boolean chunked = has(headers, "Transfer-Encoding");
    if (!has(headers, "Host") && headers.stream().noneMatch("!Host"::equalsIgnoreCase)) {
      headers.add(0, variables.fill("Host: localhost:${port}"));
    }
    String method = line.split(" ")[0];
    boolean bodied = message.length > 0 || method.startsWith("P");
    if (bodied && !chunked && !has(headers, "Content-Length")) {
      headers.add("Content-Length: " + message.length);
    }
    headers.removeIf(h -> h.startsWith("!"));
    StringBuilder head = new StringBuilder(line);
    head.append(line.contains(" HTTP/") ? "\r\n" : " HTTP/1.1\r\n");
    headers.forEach(h -> head.append(h).append("\r\n"));
    head.append("\r\n");
    boolean close =
        headers.stream().anyMatch(h -> h.toLowerCase(Locale.ROOT).equals("connection: close"));
    return new RequestBytes(
        method,
        close,
        expand(head.toString()),
        chunked ? chunks(message) : message,
        message,
        value(headers, "MCP-Protocol-Version"));
  }

  /** Turns {@code @modern METHOD [NAME]} and {@code @legacy VERSION} into line and headers. */
  private static String shorthand(String start, List<String> headers) {
    String[] words = start.split(" ", 3);
    if (!start.startsWith("@")) {
      return start;
    }
    headers.add("Authorization: Bearer sandbox-full");
    headers.add("Content-Type: application/json");
    headers.add("Accept: application/json, text/event-stream");
    switch (words[0]) {
      case "@modern" -> {
        headers.add("MCP-Protocol-Version: 2026-07-28");
        headers.add("Mcp-Method: " + words[1]);
        if (words.length > 2) {
          headers.add("Mcp-Name: " + words[2]);
        }
      }
      case "@legacy" -> {
        if (!words[1].equals("none")) {
          headers.add("MCP-Protocol-Version: " + words[1]);
        }
      }
      default -> throw new IllegalArgumentException("unknown shorthand " + start);
    }
    return "POST /mcp";
  }

  private static void override(List<String> headers, List<String> written) {
    List<String> inherited = List.copyOf(headers);
    for (String header : written) {
      String name = header.startsWith("!") ? header.substring(1) : header.split(":", 2)[0];
      inherited.stream()
          .filter(h -> h.split(":", 2)[0].equalsIgnoreCase(name))
          .forEach(headers::remove);
    }
    headers.addAll(written);
  }

  private static boolean has(List<String> headers, String name) {
    return headers.stream().anyMatch(h -> h.split(":", 2)[0].strip().equalsIgnoreCase(name));
  }

  private static String value(List<String> headers, String name) {
    return headers.stream()
        .filter(h -> h.contains(":") && h.split(":", 2)[0].strip().equalsIgnoreCase(name))
        .map(h -> h.split(":", 2)[1].strip())
        .findFirst()
        .orElse("");
  }

  private static byte[] body(String text) {
    if (!text.startsWith(GZIP)) {
      return expand(text);
    }
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
      gzip.write(expand(text.substring(GZIP.length())));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.toByteArray();
  }

  /** Writes odd and long things that a text file cannot hold. */
  private static byte[] expand(String text) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    Matcher found = EXPANSION.matcher(text);
    int from = 0;
    int padTo = 0;
    while (found.find()) {
      out.writeBytes(text.substring(from, found.start()).getBytes(StandardCharsets.UTF_8));
      from = found.end();
      switch (found.group(1)) {
        case "hex" -> out.writeBytes(HexFormat.of().parseHex(found.group(3).replace(" ", "")));
        case "repeat" ->
            out.writeBytes(
                found
                    .group(3)
                    .repeat(Integer.parseInt(found.group(2)))
                    .getBytes(StandardCharsets.UTF_8));
        default -> padTo = Integer.parseInt(found.group(3));
      }
    }
    out.writeBytes(text.substring(from).getBytes(StandardCharsets.UTF_8));
    if (padTo > 0) {
      out.writeBytes(" ".repeat(padTo - out.size()).getBytes(StandardCharsets.US_ASCII));
    }
    return out.toByteArray();
  }

  private static byte[] chunks(byte[] message) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    for (int from = 0; from < message.length; from += CHUNK) {
      int size = Math.min(CHUNK, message.length - from);
      out.writeBytes((Integer.toHexString(size) + "\r\n").getBytes(StandardCharsets.US_ASCII));
      out.write(message, from, size);
      out.writeBytes("\r\n".getBytes(StandardCharsets.US_ASCII));
    }
    out.writeBytes("0\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
    return out.toByteArray();
  }
}
