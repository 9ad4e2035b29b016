package br.com.kobana.mcp.tools;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ContainerNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What never leaves in an answer, and what leaves only when asked for. Immutable. */
final class Masks {
  /** Secrets of the API (kobana-api.md §10), masked wherever they stand. */
  private static final Set<String> SECRETS =
      Set.of(
          "api_access_token", "portal_password", "secret_key", "credentials", "activation_token");

  private static final FieldTree NONE = FieldTree.of(List.of());
  private static final TextNode MASK = TextNode.valueOf("***");

  private final FieldTree masked;
  private final List<String> heavy;
  private final FieldTree dropped;

  /**
   * Every name that stands in a path, and the secrets: most names of an answer are none of them.
   */
  private final Set<String> names;

  Masks(List<String> masked, List<String> heavy) {
    this.masked = FieldTree.of(masked);
    this.heavy = List.copyOf(heavy);
    this.dropped = FieldTree.of(heavy);
    this.names =
        Stream.of(SECRETS.stream(), masked.stream(), heavy.stream())
            .flatMap(paths -> paths)
            .flatMap(path -> Stream.of(path.split("\\.")))
            .collect(Collectors.toUnmodifiableSet());
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

  private void walk(JsonNode value, FieldTree mask, FieldTree drop) {
    if (value instanceof ObjectNode object) {
      Iterator<Map.Entry<String, JsonNode>> entries = object.properties().iterator();
      while (entries.hasNext()) {
        Map.Entry<String, JsonNode> entry = entries.next();
        String name = entry.getKey();
        if (!names.contains(name)) {
          if (entry.getValue() instanceof ContainerNode<?> container && !container.isEmpty()) {
            walk(container, NONE, NONE);
          }
          continue;
        }
        FieldTree childMask = mask.child(name);
        FieldTree childDrop = drop.child(name);
        if (childDrop.isLeaf()) {
          entries.remove();
        } else if (childMask.isLeaf() || isSecret(name)) {
          entry.setValue(MASK);
        } else if (entry.getValue() instanceof ContainerNode<?>) {
          walk(entry.getValue(), childMask, childDrop);
        }
      }
    } else if (value instanceof ArrayNode array) {
      for (JsonNode element : array) {
        walk(element, mask, drop);
      }
    }
  }
}
