package br.com.kobana.mcp.tools;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What never leaves in an answer, and what leaves only when asked for. Immutable. */
final class Masks {
  /** Secrets of the API (kobana-api.md §10), masked wherever they stand. */
  private static final Set<String> SECRETS =
      Set.of(
          "api_access_token", "portal_password", "secret_key", "credentials", "activation_token");

  private static final TextNode MASK = TextNode.valueOf("***");

  private final FieldTree masked;
  private final List<String> heavy;
  private final FieldTree dropped;

  Masks(List<String> masked, List<String> heavy) {
    this.masked = FieldTree.of(masked);
    this.heavy = List.copyOf(heavy);
    this.dropped = FieldTree.of(heavy);
  }

  static boolean isSecret(String name) {
    return SECRETS.contains(name);
  }

  /** Masks and drops in place; heavy fields stay that are named themselves, or parts of them. */
  void apply(JsonNode value, List<String> fields) {
    FieldTree drop = fields.isEmpty() || heavy.isEmpty() ? dropped : droppedBut(fields);
    walk(value, masked, drop);
  }

  private FieldTree droppedBut(List<String> fields) {
    return FieldTree.of(
        heavy.stream()
            .filter(h -> fields.stream().noneMatch(f -> f.equals(h) || f.startsWith(h + '.')))
            .toList());
  }

  private static void walk(JsonNode value, FieldTree mask, FieldTree drop) {
    if (value instanceof ObjectNode object) {
      Iterator<Map.Entry<String, JsonNode>> entries = object.properties().iterator();
      while (entries.hasNext()) {
        Map.Entry<String, JsonNode> entry = entries.next();
        String name = entry.getKey();
        FieldTree childMask = mask.child(name);
        FieldTree childDrop = drop.child(name);
        if (childDrop.isLeaf()) {
          entries.remove();
        } else if (childMask.isLeaf() || isSecret(name)) {
          entry.setValue(MASK);
        } else if (entry.getValue().isContainerNode()) {
          walk(entry.getValue(), childMask, childDrop);
        }
      }
    } else if (value.isArray()) {
      for (JsonNode element : value) {
        walk(element, mask, drop);
      }
    }
  }
}
