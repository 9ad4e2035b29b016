package br.com.kobana.mcp.tools;

import br.com.kobana.mcp.jsonrpc.Json;
import br.com.kobana.mcp.protocol.Result;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** Results of {@code tools/call} as they go on the wire. */
final class Answers {
  private static final byte[] OPEN = ascii("\"content\":[{\"type\":\"text\",\"text\":");
  private static final byte[] MORE = ascii("},{\"type\":\"text\",\"text\":");
  private static final byte[] STRUCTURED = ascii("}],\"structuredContent\":");
  private static final byte[] ERROR = ascii("}],\"isError\":true");
  private static final byte[] BESIDE = ascii(",\"meta\":");
  private static final JsonText DATA = JsonText.of(ascii("{\"data\":"));
  private static final JsonText CLOSE = JsonText.of(ascii("}"));

  private Answers() {}

  /**
   * The JSON as text and as an object, written once: the text is the escaped form of the same
   * characters, so the digits are the same.
   *
   * @param sentence a second text for people
   */
  static Result success(ObjectNode json, Optional<String> sentence, ObjectNode meta) {
    byte[] more = sentence.map(s -> Bytes.join(MORE, Json.quoted(s))).orElseGet(() -> new byte[0]);
    return new Result(members(more, JsonText.of(Json.bytes(json))), Result.Kind.COMPLETE, meta);
  }

  /**
   * {@code {"data":…,"meta":…}} as text and as an object.
   *
   * @param own what stands under {@code meta} in it; nothing where that is empty
   */
  static Result success(JsonText data, ObjectNode own, ObjectNode meta) {
    JsonText end =
        own.isEmpty() ? CLOSE : JsonText.of(Bytes.join(BESIDE, Json.bytes(own), ascii("}")));
    return new Result(members(new byte[0], DATA, data, end), Result.Kind.COMPLETE, meta);
  }

  private static byte[] members(byte[] more, JsonText... parts) {
    int length = OPEN.length + 2 + more.length + STRUCTURED.length;
    for (JsonText part : parts) {
      length += part.length() + part.quotedLength();
    }
    byte[] members = new byte[length];
    int at = put(OPEN, members, 0);
    members[at++] = '"';
    for (JsonText part : parts) {
      at = part.quote(members, at);
    }
    members[at++] = '"';
    at = put(more, members, at);
    at = put(STRUCTURED, members, at);
    for (JsonText part : parts) {
      at = part.write(members, at);
    }
    return members;
  }

  private static int put(byte[] part, byte[] target, int at) {
    System.arraycopy(part, 0, target, at, part.length);
    return at + part.length;
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
