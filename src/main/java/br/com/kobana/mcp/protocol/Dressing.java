package br.com.kobana.mcp.protocol;

import br.com.kobana.mcp.jsonrpc.Json;
import br.com.kobana.mcp.jsonrpc.JsonRpcError;
import br.com.kobana.mcp.jsonrpc.RequestId;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/**
 * How a result or an error looks in each era: one compact JSON object on one line. The stateless
 * era adds {@code resultType}, cache hints and {@code serverInfo}; the handshake era gets none of
 * them ({@code ping} is exactly {@code {}}).
 */
public final class Dressing {
  private static final byte[] HEAD = ascii("{\"jsonrpc\":\"2.0\",\"id\":");
  private static final byte[] RESULT = ascii(",\"result\":{");
  private static final byte[] COMPLETE = ascii("\"resultType\":\"complete\"");
  private static final byte[] INPUT_REQUIRED = ascii("\"resultType\":\"input_required\"");
  private static final byte[] NOT_REUSED = ascii(",\"ttlMs\":0,\"cacheScope\":\"private\"");
  private static final byte[] META = ascii("\"_meta\":");
  private static final byte[] END = ascii("}}");
  private static final byte[] SERVER_INFO =
      (Json.text(Json.object().textNode(Envelope.PREFIX + "serverInfo"))
              + ":"
              + Json.text(ServerInfo.json()))
          .getBytes(StandardCharsets.UTF_8);

  private Dressing() {}

  /**
   * A JSON-RPC answer with a result, in three parts: what stands before its members, the members,
   * which may be long and are not copied, and what stands after them.
   */
  public static List<byte[]> result(RequestId id, Era era, Result result) {
    ByteArrayOutputStream before = new ByteArrayOutputStream(96);
    before.writeBytes(HEAD);
    before.writeBytes(id.json());
    before.writeBytes(RESULT);
    boolean empty = true;
    if (era == Era.STATELESS) {
      before.writeBytes(result.kind() == Result.Kind.INPUT_REQUIRED ? INPUT_REQUIRED : COMPLETE);
      empty = false;
    }
    if (result.members().length > 0) {
      if (!empty) {
        before.write(',');
      }
      empty = false;
    }
    ByteArrayOutputStream out = new ByteArrayOutputStream(192);
    if (era == Era.STATELESS && result.kind() == Result.Kind.CACHEABLE) {
      out.writeBytes(NOT_REUSED);
    }
    boolean stateless = era == Era.STATELESS;
    if (stateless || !result.meta().isEmpty()) {
      if (!empty) {
        out.write(',');
      }
      out.writeBytes(META);
      meta(out, stateless, result.meta());
    }
    out.writeBytes(END);
    return List.of(before.toByteArray(), result.members(), out.toByteArray());
  }

  /** The method's own members, and in the stateless era who answers. */
  private static void meta(ByteArrayOutputStream out, boolean stateless, ObjectNode own) {
    byte[] members = Json.bytes(own);
    out.write(members, 0, members.length - 1);
    if (stateless) {
      if (!own.isEmpty()) {
        out.write(',');
      }
      out.writeBytes(SERVER_INFO);
    }
    out.write('}');
  }

  /** A JSON-RPC answer with an error; an id that could not be read is left out, never null. */
  public static byte[] error(Optional<RequestId> id, JsonRpcError error) {
    ObjectNode answer = Json.object().put("jsonrpc", "2.0");
    id.ifPresent(i -> answer.set("id", i.value()));
    answer.set("error", error.toJson());
    return Json.bytes(answer);
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }
}
