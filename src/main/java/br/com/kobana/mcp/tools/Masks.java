package br.com.kobana.mcp.tools;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ContainerNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.HashSet;
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

  /** What stands in the place of a value that is masked. */
  static final String MASK = "***";

  private static final TextNode MASKED = TextNode.valueOf(MASK);

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
            // Asked for each name of each answer: the sets of Set.of take twice as long.
            .collect(Collectors.toCollection(HashSet::new));
  }

  /** What becomes of a member. */
  enum Fate {
    SHOWN,
    /** Its value is {@link #MASK}. */
    MASKED,
    /** It leaves with its name. */
    DROPPED
  }

  static boolean isSecret(String name) {
    return SECRETS.contains(name);
  }

  /** Masks and drops in place; heavy fields stay that are named themselves, or parts of them. */
  void apply(JsonNode value, List<String> fields) {
    walk(value, masked, dropped(fields));
  }

  /** What is masked in an answer. */
  FieldTree masked() {
    return masked;
  }

  /** What is dropped from an answer of which these fields were asked for. */
  FieldTree dropped(List<String> fields) {
    if (fields.isEmpty() || heavy.isEmpty()) {
      return dropped;
    }
    return FieldTree.of(
        heavy.stream()
            .filter(h -> fields.stream().noneMatch(f -> f.equals(h) || f.startsWith(h + '.')))
            .toList());
  }

  /**
   * What becomes of the member of an object.
   *
   * @param mask what is masked at and below the object
   * @param drop what is dropped there
   */
  Fate fate(String name, FieldTree mask, FieldTree drop) {
    if (!names.contains(name)) {
      return Fate.SHOWN;
    }
    if (drop.child(name).isLeaf()) {
      return Fate.DROPPED;
    }
    return mask.child(name).isLeaf() || isSecret(name) ? Fate.MASKED : Fate.SHOWN;
  }

  private void walk(JsonNode value, FieldTree mask, FieldTree drop) {
    if (value instanceof ObjectNode object) {
      Iterator<Map.Entry<String, JsonNode>> entries = object.properties().iterator();
      while (entries.hasNext()) {
        Map.Entry<String, JsonNode> entry = entries.next();
        String name = entry.getKey();
        switch (fate(name, mask, drop)) {
          case DROPPED -> entries.remove();
          case MASKED -> entry.setValue(MASKED);
          case SHOWN -> {
            if (entry.getValue() instanceof ContainerNode<?> container && !container.isEmpty()) {
              walk(container, mask.child(name), drop.child(name));
            }
          }
        }
      }
    } else if (value instanceof ArrayNode array) {
      for (JsonNode element : array) {
        walk(element, mask, drop);
      }
    }
  }
}
