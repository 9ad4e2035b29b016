package br.com.kobana.mcp.catalog;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A place in the catalogue that can have problems. Every place made from one {@link #start} adds to
 * the same list, so that a reader learns of all of them at once.
 *
 * @param file name of the file
 * @param item tool or record, empty where none is known yet
 * @param key dotted path of the key within it, empty for the item itself
 */
record Location(String file, String item, String key, List<String> problems) {

  static Location start(String file, List<String> problems) {
    return new Location(file, "", "", problems);
  }

  static List<String> none() {
    return new ArrayList<>();
  }

  /** The same place, known from now on by the name of its tool or record. */
  Location named(String name) {
    return new Location(file, name, "", problems);
  }

  Location at(String child) {
    return new Location(file, item, key.isEmpty() ? child : key + "." + child, problems);
  }

  void problem(String what) {
    problems.add(
        Stream.of(file, item, key, what)
            .filter(part -> !part.isEmpty())
            .collect(Collectors.joining(": ")));
  }
}
