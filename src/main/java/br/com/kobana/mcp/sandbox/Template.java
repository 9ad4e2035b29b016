package br.com.kobana.mcp.sandbox;

import br.com.kobana.mcp.jsonrpc.Json;
import br.com.kobana.mcp.jsonrpc.MalformedJson;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** The fields that every new record of a kind starts with. */
final class Template {
  private final ObjectNode fields;

  private Template(ObjectNode fields) {
    this.fields = fields;
  }

  /**
   * @param unset names of the fields that start as null, with white space between them
   * @param set an object with the others
   */
  static Template of(String unset, String set) {
    try {
      ObjectNode fields = (ObjectNode) Json.parse(set);
      for (String name : unset.strip().split("\\s+", -1)) {
        fields.putNull(name);
      }
      return new Template(fields);
    } catch (MalformedJson e) {
      throw new IllegalArgumentException("template is not JSON", e);
    }
  }

  /** A record's fields with its ids, as far as the template has them, and its times. */
  ObjectNode record(long id, String uid, String stamp) {
    ObjectNode json = copy();
    if (json.has("id")) {
      json.put("id", id);
    }
    json.put("uid", uid);
    json.put("created_at", stamp);
    json.put("updated_at", stamp);
    return json;
  }

  ObjectNode copy() {
    return fields.deepCopy();
  }
}
