package br.com.kobana.mcp.tools;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Dotted paths as a tree. Arrays are walked through without being named. A tree that only masks or
 * drops is immutable in use and shared; one that projects remembers what it met and belongs to one
 * answer.
 */
final class FieldTree {
  private static final FieldTree NOTHING = new FieldTree("");

  private final String path;
  private final Map<String, FieldTree> children = new LinkedHashMap<>();
  private boolean leaf;
  private boolean met;

  private FieldTree(String path) {
    this.path = path;
  }

  static FieldTree of(List<String> paths) {
    FieldTree root = new FieldTree("");
    for (String path : paths) {
      FieldTree at = root;
      int start = 0;
      while (start <= path.length()) {
        int dot = path.indexOf('.', start);
        int end = dot < 0 ? path.length() : dot;
        String whole = path.substring(0, end);
        at = at.children.computeIfAbsent(path.substring(start, end), s -> new FieldTree(whole));
        start = end + 1;
      }
      at.leaf = true;
    }
    return root;
  }

  FieldTree child(String name) {
    return children.getOrDefault(name, NOTHING);
  }

  boolean isLeaf() {
    return leaf;
  }

  boolean isEmpty() {
    return children.isEmpty();
  }

  /** Keeps in the value what this tree names, in the value's own order and nesting. */
  void project(JsonNode value) {
    if (value instanceof ObjectNode object) {
      Iterator<Map.Entry<String, JsonNode>> entries = object.properties().iterator();
      while (entries.hasNext()) {
        Map.Entry<String, JsonNode> entry = entries.next();
        FieldTree child = child(entry.getKey());
        if (!child.kept(entry.getValue())) {
          entries.remove();
        }
      }
    } else if (value.isArray()) {
      value.forEach(this::project);
    }
  }

  private boolean kept(JsonNode value) {
    if (leaf) {
      meet();
      return true;
    }
    if (children.isEmpty()) {
      return false;
    }
    if (value.isNull() || (value.isArray() && value.isEmpty())) {
      meet();
      return true;
    }
    project(value);
    return value.isContainerNode();
  }

  /** A null or an empty array may stand for anything below it. */
  private void meet() {
    met = true;
    children.values().forEach(FieldTree::meet);
  }

  /** The named paths that nothing had. */
  List<String> unmet() {
    List<String> unmet = new ArrayList<>();
    collectUnmet(unmet);
    return unmet;
  }

  private void collectUnmet(List<String> unmet) {
    if (leaf && !met) {
      unmet.add(path);
      return;
    }
    children.values().forEach(c -> c.collectUnmet(unmet));
  }
}
