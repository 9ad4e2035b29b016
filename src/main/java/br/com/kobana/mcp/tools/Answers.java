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

  private Answers() {}

  /**
   * The JSON as text and as an object, written once: the text is the escaped form of the same
   * characters, so the digits are the same.
   *
   * @param sentence a second text for people
   */
  static Result success(ObjectNode json, Optional<String> sentence, ObjectNode meta) {
    String text = Json.text(json);
    byte[] more = sentence.map(s -> Bytes.join(MORE, Json.quoted(s))).orElseGet(() -> new byte[0]);
    byte[] members =
        Bytes.join(
            OPEN, Json.quoted(text), more, STRUCTURED, text.getBytes(StandardCharsets.UTF_8));
    return new Result(members, Result.Kind.COMPLETE, meta);
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
