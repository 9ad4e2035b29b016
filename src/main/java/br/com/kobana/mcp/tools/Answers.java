package br.com.kobana.mcp.tools;

import br.com.kobana.mcp.jsonrpc.Json;
import br.com.kobana.mcp.protocol.Result;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;

/** Results of {@code tools/call} as they go on the wire. */
final class Answers {
  private static final byte[] OPEN = ascii("\"content\":[{\"type\":\"text\",\"text\":");
  private static final byte[] MORE = ascii("},{\"type\":\"text\",\"text\":");
  private static final byte[] STRUCTURED = ascii("}],\"structuredContent\":");
  private static final byte[] ERROR = ascii("}],\"isError\":true");

  /** What one turn of the loop and the closing quote may take. */
  private static final int ROOM = 8;

  private Answers() {}

  /**
   * The JSON as text and as an object, written once: the text is the escaped form of the same
   * characters, so the digits are the same.
   *
   * @param sentence a second text for people
   */
  static Result success(ObjectNode json, Optional<String> sentence, ObjectNode meta) {
    byte[] text = Json.bytes(json);
    byte[] more = sentence.map(s -> Bytes.join(MORE, Json.quoted(s))).orElseGet(() -> new byte[0]);
    byte[] members = Bytes.join(OPEN, quoted(text), more, STRUCTURED, text);
    return new Result(members, Result.Kind.COMPLETE, meta);
  }

  /**
   * Compact JSON, as {@link Json#bytes} writes it, as a JSON string. It holds no control
   * characters, which are escaped in it already: only quotes and backslashes need escaping.
   */
  static byte[] quoted(byte[] json) {
    byte[] quoted = new byte[json.length + json.length / 4 + ROOM];
    int at = 0;
    quoted[at++] = '"';
    for (int i = 0; i < json.length; i++) {
      if (at > quoted.length - ROOM) {
        quoted = Arrays.copyOf(quoted, quoted.length + 2 * (json.length - i) + ROOM);
      }
      byte b = json[i];
      if (b == '\\' && isSurrogate(json, i + 1)) {
        // Half of a pair, which the codec writes as an escape: it is the character that is meant.
        quoted[at++] = b;
      } else if (b == '\\') {
        quoted[at++] = b;
        quoted[at++] = b;
        byte escaped = json[++i];
        if (isEscaped(escaped)) {
          quoted[at++] = '\\';
        }
        quoted[at++] = escaped;
      } else {
        if (b == '"') {
          quoted[at++] = '\\';
        }
        quoted[at++] = b;
      }
    }
    quoted[at++] = '"';
    return Arrays.copyOf(quoted, at);
  }

  private static boolean isEscaped(byte b) {
    return b == '"' || b == '\\';
  }

  private static boolean isSurrogate(byte[] json, int at) {
    return json[at] == 'u' && json[at + 1] == 'D' && json[at + 2] >= '8';
  }

  /** A failure that the model can act on. */
  static Result error(String text, ObjectNode meta) {
    byte[] members = Bytes.join(OPEN, Json.quoted(text), ERROR);
    return new Result(members, Result.Kind.COMPLETE, meta);
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }
}
