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
  /** Names nothing. */
  static final FieldTree NOTHING = new FieldTree("");

  private final String path;
  private final Map<String, FieldTree> children = new LinkedHashMap<>();
  private boolean leaf;
  private boolean met;

  /** How much of a member a projection keeps. */
  enum Kept {
    WHOLE,
    /** The member, and of its value what is named below. */
    WITHIN,
    NOT
  }

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

  /** Whether nothing is named here or below: whatever the value, it is not kept. */
  boolean isNothing() {
    return !leaf && children.isEmpty();
  }

  /** Keeps in the value what this tree names, in the value's own order and nesting. */
  void project(JsonNode value) {
    if (value instanceof ObjectNode object) {
      Iterator<Map.Entry<String, JsonNode>> entries = object.properties().iterator();
      while (entries.hasNext()) {
        Map.Entry<String, JsonNode> entry = entries.next();
        FieldTree child = child(entry.getKey());
        JsonNode member = entry.getValue();
        boolean nothing = member.isNull() || (member.isArray() && member.isEmpty());
        switch (child.keeps(member.isContainerNode(), nothing)) {
          case WHOLE -> {}
          case WITHIN -> child.project(member);
          case NOT -> entries.remove();
        }
      }
    } else if (value.isArray()) {
      value.forEach(this::project);
    }
  }

  /**
   * How much is kept of the value of the member that this tree stands for, which is remembered.
   *
   * @param container whether it is an object or an array
   * @param nothing whether it is null or an empty array
   */
  Kept keeps(boolean container, boolean nothing) {
    if (isNothing()) {
      return Kept.NOT;
    }
    if (leaf || nothing) {
      meet();
      return Kept.WHOLE;
    }
    return container ? Kept.WITHIN : Kept.NOT;
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
