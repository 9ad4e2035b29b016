package br.com.kobana.mcp.jsonrpc;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Any JSON: one digest however it is spelt, and another for every other value. */
public final class CanonicalJsonFuzz {
  private CanonicalJsonFuzz() {}

  public static void fuzzerTestOneInput(byte[] input) {
    JsonNode value;
    try {
      value = Json.parse(input);
    } catch (MalformedJson e) {
      return;
    }
    byte[] digest = CanonicalJson.digest(value);
    assertThat(CanonicalJson.digest(turned(value))).isEqualTo(digest);
    assertThat(CanonicalJson.digest(Json.array().add(value))).isNotEqualTo(digest);
    if (!value.isTextual()) {
      assertThat(CanonicalJson.digest(Json.array().add(Json.text(value)).get(0)))
          .isNotEqualTo(digest);
    }
  }

  /** The same with its members in the opposite order. */
  private static JsonNode turned(JsonNode value) {
    if (!(value instanceof ObjectNode object)) {
      return value;
    }
    List<String> names = new ArrayList<>();
    object.fieldNames().forEachRemaining(names::add);
    Collections.reverse(names);
    ObjectNode turned = Json.object();
    names.forEach(name -> turned.set(name, turned(object.get(name))));
    return turned;
  }
}
