package br.com.kobana.mcp.cataloguing;

import br.com.kobana.mcp.catalog.Catalog;
import br.com.kobana.mcp.catalog.Tool;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * What a new tool is called and may do, as far as its operation shows: {@code banking_}, the scope
 * with its last word in the singular, and the action.
 *
 * @param scopes empty where no tool of the catalogue is of this resource: then a person decides
 */
record Naming(String name, Tool.Kind kind, boolean idempotent, boolean lists, List<String> scopes) {
  private static final int LONGEST = 64;
  private static final Set<String> STANDARD = Set.of("list", "get", "create", "update", "delete");

  /** Words of actions that cancel, pay, move or let out; anything else starts as a write. */
  private static final Set<String> DESTRUCTIVE =
      Set.of(
          "cancel",
          "pay",
          "approve",
          "reprove",
          "release",
          "reschedule",
          "protest",
          "revoke",
          "delete",
          "disable",
          "deactivate",
          "activate",
          "remove",
          "transfer",
          "refund",
          "reject");

  private static final Set<String> MONEY_LEAVES = Set.of("payment", "transfer");

  static Naming of(String operation, Catalog catalog, Set<String> operations) {
    int space = operation.indexOf(' ');
    String method = operation.substring(0, space);
    List<String> path =
        Stream.of(operation.substring(space + 1).split("/", -1)).filter(s -> !s.isEmpty()).toList();
    String whole = operation.substring(space + 1);
    boolean holds =
        operations.stream()
            .anyMatch(o -> o.equals("GET " + whole) || o.contains(" " + whole + "/{"));
    String action = action(method, path, holds);
    boolean standard = STANDARD.contains(action);
    List<String> collection = collection(path, standard);
    Optional<Tool> sibling = sibling(collection, catalog);
    List<String> scopes = sibling.map(Tool::scopes).orElse(List.of());
    String stem =
        sibling
            .map(Naming::stem)
            .orElseGet(() -> "banking_" + words(collection.subList(1, collection.size())));
    String name = stem + "_" + action;
    return new Naming(
        name.length() > LONGEST ? name.substring(0, LONGEST) : name,
        kind(method, action, path),
        !method.equals("POST") && !action.contains("send") && !action.contains("sync"),
        action.equals("list"),
        scopes);
  }

  /**
   * @param holds whether the path is that of a collection, and no word for what to do
   */
  private static String action(String method, List<String> path, boolean holds) {
    String last = path.get(path.size() - 1);
    boolean item = isVariable(last);
    boolean below = !item && path.size() > 2 && isVariable(path.get(path.size() - 2));
    return switch (method) {
      case "GET" -> item ? "get" : "list";
      case "DELETE" -> below ? last : "delete";
      case "POST" -> below && !holds ? last : "create";
      default -> item ? "update" : last;
    };
  }

  private static Tool.Kind kind(String method, String action, List<String> path) {
    if (method.equals("GET")) {
      return Tool.Kind.READ;
    }
    boolean moves = action.equals("create") && MONEY_LEAVES.contains(path.get(1));
    boolean ends = Stream.of(action.split("_", -1)).anyMatch(DESTRUCTIVE::contains);
    return method.equals("DELETE") || moves || ends ? Tool.Kind.DESTRUCTIVE : Tool.Kind.WRITE;
  }

  /** The path up to the collection the record is in. */
  private static List<String> collection(List<String> path, boolean standard) {
    List<String> collection = new ArrayList<>(path);
    if (!standard) {
      collection.remove(collection.size() - 1);
    }
    while (collection.size() > 2 && isVariable(collection.get(collection.size() - 1))) {
      collection.remove(collection.size() - 1);
    }
    return collection;
  }

  /** A tool of the catalogue on the same collection. */
  private static Optional<Tool> sibling(List<String> collection, Catalog catalog) {
    return catalog.tools().stream()
        .filter(
            tool -> {
              List<String> path =
                  Stream.of(tool.operation().path().split("/", -1))
                      .filter(s -> !s.isEmpty())
                      .toList();
              String action = action(tool.operation().method(), path, true);
              return STANDARD.contains(action)
                  && tool.name().endsWith("_" + action)
                  && places(collection(path, true)).equals(places(collection));
            })
        .findFirst();
  }

  /** Variables have other names in other paths: only their places count. */
  private static List<String> places(List<String> path) {
    return path.stream().map(s -> isVariable(s) ? "{}" : s).toList();
  }

  private static String stem(Tool tool) {
    return tool.name().substring(0, tool.name().lastIndexOf('_'));
  }

  private static String words(List<String> path) {
    List<String> words = new ArrayList<>(path);
    words.removeIf(Naming::isVariable);
    if (!words.isEmpty()) {
      words.set(words.size() - 1, singular(words.get(words.size() - 1)));
    }
    return String.join("_", words).replace('-', '_');
  }

  static String singular(String word) {
    if (word.endsWith("ies")) {
      return word.substring(0, word.length() - 3) + "y";
    }
    if (word.matches(".*(ch|sh|x|ss)es")) {
      return word.substring(0, word.length() - 2);
    }
    return word.endsWith("s") && !word.endsWith("ss") ? word.substring(0, word.length() - 1) : word;
  }

  private static boolean isVariable(String segment) {
    return segment.startsWith("{");
  }
}
