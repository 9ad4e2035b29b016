package br.com.kobana.mcp.sandbox;

import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * One record.
 *
 * @param parent the uid of the record it belongs to in nested paths; empty for none
 * @param json its fields, changed in place by writes
 */
record Row(long id, String uid, String parent, ObjectNode json) {
  String text(String field) {
    return json.path(field).asText("");
  }

  boolean is(String field, String value) {
    return text(field).equals(value);
  }
}
