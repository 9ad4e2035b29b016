package br.com.kobana.mcp.fuzz;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;

/** Seeds with a few changes of the kinds that find bugs in parsers; none of them, now and then. */
public final class Mutations {
  private static final List<String> PIECES =
      List.of(
          "{",
          "}",
          "[",
          "]",
          "\"",
          ":",
          ",",
          "\\",
          "null",
          "true",
          "-0",
          "1e999999999",
          "1e-99999",
          "9007199254740993",
          "1e2",
          "0.001",
          "[[[[[[[[",
          "{\"\":{\"\":",
          "\\ud800",
          "\\u0000",
          "\u0000",
          "\ufeff",
          "\u2028",
          "ç",
          "\r\n",
          "\n",
          "\r\n\r\n",
          " ",
          "\t",
          "%00",
          "%2F",
          "%",
          "..",
          "/",
          "?",
          "#",
          "=?base64?",
          "?=",
          "=?base64?cGluZw==?=",
          "2026-07-28",
          "2025-11-25",
          "2099-01-01",
          "ping",
          "tools/call",
          "resources/read",
          "kobana://",
          "eq",
          "gte",
          "in",
          "-1",
          "99999999999999999999",
          "Transfer-Encoding: chunked\r\n",
          "Content-Length: 5\r\n",
          "Content-Length: 0\r\n",
          "\r\n ",
          "Mcp-Name: x\r\n",
          "Mcp-Method: ping\r\n",
          "Host: evil\r\n",
          "Expect: 100-continue\r\n",
          "Connection: close\r\n",
          "Content-Encoding: gzip\r\n",
          "Upgrade: h2c\r\n",
          "HTTP/2.0",
          "HTTP/1.0");

  private Mutations() {}

  /**
   * One change.
   *
   * @param at where, in thousandths of the input
   * @param length how many bytes are replaced, or taken along
   * @param other where bytes are copied from, in thousandths
   */
  private record Change(Kind kind, int at, int length, int other, byte[] piece) {
    private enum Kind {
      REPLACE,
      INSERT,
      DELETE,
      REPEAT,
      MOVE,
      FLIP
    }

    byte[] applied(byte[] input) {
      int start = input.length * at / 1000;
      int end = Math.min(input.length, start + length);
      int from = input.length * other / 1000;
      int to = Math.min(input.length, from + length);
      ByteArrayOutputStream out = new ByteArrayOutputStream(input.length + 64);
      out.write(input, 0, start);
      switch (kind) {
        case REPLACE -> out.writeBytes(piece);
        case INSERT -> {
          out.writeBytes(piece);
          out.write(input, start, end - start);
        }
        case DELETE -> {}
        case REPEAT -> {
          for (int i = 0; i < 1 + other % 50; i++) {
            out.write(input, start, end - start);
          }
        }
        case MOVE -> out.write(input, from, to - from);
        case FLIP -> {
          for (int i = start; i < end; i++) {
            out.write(input[i] ^ (1 << (other % 8)));
          }
        }
      }
      out.write(input, end, input.length - end);
      return out.toByteArray();
    }
  }

  public static Arbitrary<byte[]> of(List<byte[]> seeds) {
    Arbitrary<byte[]> pieces =
        Arbitraries.oneOf(
            Arbitraries.of(PIECES).map(p -> p.getBytes(StandardCharsets.UTF_8)),
            Arbitraries.bytes().array(byte[].class).ofMaxSize(6));
    Arbitrary<Change> changes =
        Combinators.combine(
                Arbitraries.of(Change.Kind.values()),
                Arbitraries.integers().between(0, 1000),
                Arbitraries.integers().between(0, 30),
                Arbitraries.integers().between(0, 1000),
                pieces)
            .as(Change::new);
    return Combinators.combine(Arbitraries.of(seeds), changes.list().ofMaxSize(5))
        .as(
            (seed, list) -> {
              byte[] input = seed.clone();
              for (Change change : list) {
                input = change.applied(input);
              }
              return input;
            });
  }
}
