package br.com.kobana.mcp.sandbox;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The operations by method and path; a literal segment wins over a variable one. */
final class Operations {
  /** An operation and the values of its path's variables. */
  record Match(Operation operation, Map<String, String> params) {}

  private static final class Node {
    final Map<String, Node> literal = new HashMap<>();
    final Map<String, Operation> byMethod = new HashMap<>();
    Optional<Node> variable = Optional.empty();
  }

  private final Node root = new Node();

  Operations(List<Operation> operations) {
    operations.forEach(this::add);
  }

  /**
   * Trailing slashes do not count.
   *
   * @throws IllegalArgumentException when an escape in the path is broken
   */
  Optional<Match> match(String method, String path) {
    List<String> values = new ArrayList<>();
    return find(root, method, segments(path), 0, values)
        .map(operation -> new Match(operation, named(operation, values)));
  }

  private void add(Operation operation) {
    Node node = root;
    for (String segment : segments(operation.template())) {
      if (segment.startsWith("{")) {
        Node next = node.variable.orElseGet(Node::new);
        node.variable = Optional.of(next);
        node = next;
      } else {
        node = node.literal.computeIfAbsent(segment, s -> new Node());
      }
    }
    if (node.byMethod.put(operation.method(), operation) != null) {
      throw new IllegalStateException(
          "two operations at " + operation.method() + " " + operation.template());
    }
  }

  private static Optional<Operation> find(
      Node node, String method, List<String> segments, int at, List<String> values) {
    if (at == segments.size()) {
      return Optional.ofNullable(node.byMethod.get(method));
    }
    String segment = segments.get(at);
    Node literal = node.literal.get(segment);
    if (literal != null) {
      Optional<Operation> found = find(literal, method, segments, at + 1, values);
      if (found.isPresent()) {
        return found;
      }
    }
    if (node.variable.isEmpty()) {
      return Optional.empty();
    }
    values.add(segment);
    Optional<Operation> found = find(node.variable.get(), method, segments, at + 1, values);
    if (found.isEmpty()) {
      values.remove(values.size() - 1);
    }
    return found;
  }

  private static Map<String, String> named(Operation operation, List<String> values) {
    Map<String, String> params = new LinkedHashMap<>();
    int next = 0;
    for (String segment : segments(operation.template())) {
      if (segment.startsWith("{")) {
        params.put(segment.substring(1, segment.length() - 1), values.get(next++));
      }
    }
    return params;
  }

  private static List<String> segments(String path) {
    List<String> segments = new ArrayList<>();
    int from = 1;
    while (from < path.length()) {
      int slash = path.indexOf('/', from);
      int to = slash < 0 ? path.length() : slash;
      segments.add(decoded(path.substring(from, to)));
      from = to + 1;
    }
    return segments;
  }

  private static String decoded(String segment) {
    return segment.indexOf('%') < 0
        ? segment
        : URLDecoder.decode(segment.replace("+", "%2B"), StandardCharsets.UTF_8);
  }
}
