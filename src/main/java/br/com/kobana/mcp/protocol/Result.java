package br.com.kobana.mcp.protocol;

import br.com.kobana.mcp.jsonrpc.Json;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Arrays;
import java.util.Optional;

/**
 * The result of a method before it is dressed for an era.
 *
 * @param members the members of the result object as compact JSON without the braces, so that what
 *     was rendered once is never parsed again; never {@code resultType}, {@code ttlMs}, {@code
 *     cacheScope} or {@code _meta}, which the dressing owns
 * @param kind what the stateless era writes around the members
 * @param meta what the method itself adds to {@code _meta}, in both eras; own keys start with
 *     {@code br.com.kobana/}
 * @param deflated the members once more, where many answers have the same and they are long
 */
public record Result(byte[] members, Kind kind, ObjectNode meta, Optional<Deflated> deflated) {
  private static final byte[] ERROR_MARK =
      "\"isError\":true".getBytes(java.nio.charset.StandardCharsets.US_ASCII);

  /** What the stateless era adds. */
  public enum Kind {
    /** {@code resultType: complete}. */
    COMPLETE,
    /** {@code resultType: complete} with {@code ttlMs: 0} and {@code cacheScope: private}. */
    CACHEABLE,
    /** {@code resultType: input_required}; stateless era only. */
    INPUT_REQUIRED
  }

  public Result(byte[] members, Kind kind, ObjectNode meta) {
    this(members, kind, meta, Optional.empty());
  }

  public static Result complete(ObjectNode result) {
    return new Result(stripBraces(Json.bytes(result)), Kind.COMPLETE, Json.object());
  }

  /** A listing, a read or discover: whoever asks gets their own, and it is never reused. */
  public static Result cacheable(ObjectNode result) {
    return new Result(stripBraces(Json.bytes(result)), Kind.CACHEABLE, Json.object());
  }

  /** A question to the client, or several, with the state that the retry brings back. */
  public static Result inputRequired(ObjectNode result) {
    return new Result(stripBraces(Json.bytes(result)), Kind.INPUT_REQUIRED, Json.object());
  }

  /** Whether this is the result of a tool that says {@code isError}, which is its last member. */
  public boolean isError() {
    int from = members.length - ERROR_MARK.length;
    return from >= 0
        && Arrays.equals(members, from, members.length, ERROR_MARK, 0, ERROR_MARK.length);
  }

  public Result withMeta(ObjectNode more) {
    ObjectNode merged = meta.deepCopy();
    merged.setAll(more);
    return new Result(members, kind, merged, deflated);
  }

  private static byte[] stripBraces(byte[] object) {
    return Arrays.copyOfRange(object, 1, object.length - 1);
  }
}
