package br.com.kobana.mcp.protocol;

import br.com.kobana.mcp.jsonrpc.Json;
import br.com.kobana.mcp.jsonrpc.JsonRpcError;
import br.com.kobana.mcp.jsonrpc.RequestId;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
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
  private static final String SERVER_INFO = Envelope.PREFIX + "serverInfo";
  private static final byte[] SERVER_META = Json.bytes(withServerInfo(Json.object()));

  private Dressing() {}

  /** A JSON-RPC answer with a result. */
  public static byte[] result(RequestId id, Era era, Result result) {
    ByteArrayOutputStream out = new ByteArrayOutputStream(result.members().length + 256);
    out.writeBytes(HEAD);
    out.writeBytes(Json.bytes(id.value()));
    out.writeBytes(RESULT);
    boolean empty = true;
    if (era == Era.STATELESS) {
      out.writeBytes(result.kind() == Result.Kind.INPUT_REQUIRED ? INPUT_REQUIRED : COMPLETE);
      empty = false;
    }
    empty = member(out, empty, result.members());
    if (era == Era.STATELESS && result.kind() == Result.Kind.CACHEABLE) {
      out.writeBytes(NOT_REUSED);
    }
    Optional<byte[]> meta = meta(era, result.meta());
    if (meta.isPresent()) {
      if (!empty) {
        out.write(',');
      }
      out.writeBytes(META);
      out.writeBytes(meta.get());
    }
    out.writeBytes(END);
    return out.toByteArray();
  }

  private static boolean member(ByteArrayOutputStream out, boolean empty, byte[] members) {
    if (members.length == 0) {
      return empty;
    }
    if (!empty) {
      out.write(',');
    }
    out.writeBytes(members);
    return false;
  }

  private static Optional<byte[]> meta(Era era, ObjectNode meta) {
    if (era == Era.STATELESS) {
      return Optional.of(meta.isEmpty() ? SERVER_META : Json.bytes(withServerInfo(meta)));
    }
    return meta.isEmpty() ? Optional.empty() : Optional.of(Json.bytes(meta));
  }

  private static ObjectNode withServerInfo(ObjectNode meta) {
    ObjectNode all = meta.deepCopy();
    all.set(SERVER_INFO, ServerInfo.json());
    return all;
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
