package br.com.kobana.mcp.tools;

import br.com.kobana.mcp.jsonrpc.Json;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;
import java.util.Set;

/**
 * A body of the API taken apart: v1 answers bare, v2 in {@code {"status","data",…}}, and both
 * answer some commands with a {@code message} alone.
 *
 * @param data rows, record or command; null where the body had none
 * @param meta what stood beside the data and is worth keeping
 * @param pagination the API's own words on pages; missing where it had none
 */
record Envelope(JsonNode data, ObjectNode meta, JsonNode pagination) {
  private static final Set<String> MEMBERS =
      Set.of("status", "data", "pagination", "message", "outcome", "sync", "filters", "meta");
  private static final Set<String> KEPT = Set.of("message", "outcome", "sync", "filters");
  private static final Set<String> NOTICE = Set.of("status", "message");

  static Envelope open(JsonNode body, boolean enveloped) {
    if (!(body instanceof ObjectNode object)) {
      return new Envelope(body, Json.object(), MissingNode.getInstance());
    }
    boolean notice = isNotice(object);
    if (!notice && !(enveloped && object.has("data") && onlyHas(object, MEMBERS))) {
      return new Envelope(body, Json.object(), MissingNode.getInstance());
    }
    JsonNode data = object.has("data") ? object.get("data") : NullNode.getInstance();
    return new Envelope(data, meta(object), object.path("pagination"));
  }

  /** Whether an envelope may have such a member. */
  static boolean isMember(String name) {
    return MEMBERS.contains(name);
  }

  /** What stands beside the data and is worth keeping. */
  static ObjectNode meta(ObjectNode envelope) {
    ObjectNode meta = Json.object();
    for (Map.Entry<String, JsonNode> member : envelope.properties()) {
      if (KEPT.contains(member.getKey())) {
        meta.set(member.getKey(), member.getValue());
      } else if (member.getKey().equals("meta")) {
        merge(meta, member.getValue());
      }
    }
    return meta;
  }

  /** {@code {"status":202,"message":"…"}}, or either alone: an answer without a record. */
  private static boolean isNotice(ObjectNode object) {
    JsonNode status = object.path("status");
    JsonNode message = object.path("message");
    return !object.isEmpty()
        && onlyHas(object, NOTICE)
        && (status.isMissingNode() || status.isIntegralNumber())
        && (message.isMissingNode() || message.isTextual());
  }

  private static boolean onlyHas(ObjectNode object, Set<String> names) {
    for (Map.Entry<String, JsonNode> member : object.properties()) {
      if (!names.contains(member.getKey())) {
        return false;
      }
    }
    return true;
  }

  /** The statement's own {@code meta} joins ours; ours is written later and wins. */
  private static void merge(ObjectNode meta, JsonNode theirs) {
    if (theirs instanceof ObjectNode object) {
      meta.setAll(object);
    } else if (!theirs.isNull()) {
      meta.set("meta", theirs);
    }
  }
}
