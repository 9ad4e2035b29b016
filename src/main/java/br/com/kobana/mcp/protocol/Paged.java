package br.com.kobana.mcp.protocol;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * A list method in pages. The order is the one given; what a caller may not see is left out before
 * pages are cut; a cursor names the last item delivered, so that a change of access or of the
 * catalogue between two pages neither repeats nor skips what is still there.
 *
 * <p>Thread-safe.
 */
public final class Paged<T> {
  private final Cursors cursors;
  private final String list;
  private final int size;
  private final Function<T, String> name;

  /**
   * @param list the method, under the signature of every cursor: another method refuses it
   * @param size the most items of a page
   * @param name what tells one item from another
   */
  public Paged(Cursors cursors, String list, int size, Function<T, String> name) {
    if (size < 1) {
      throw new IllegalArgumentException("a page holds at least one item");
    }
    this.cursors = cursors;
    this.list = list;
    this.size = size;
    this.name = name;
  }

  /**
   * One page.
   *
   * @param nextCursor absent at the end
   */
  public record Page<T>(List<T> items, Optional<String> nextCursor) {
    public Page {
      items = List.copyOf(items);
    }
  }

  /**
   * The page that {@code params.cursor} names, the first where there is none.
   *
   * @param ordered everything there is, in the order of the list
   * @throws Refusal -32602 for a cursor that is no string or was not issued for this list and this
   *     caller
   */
  public Page<T> page(
      String principal, Optional<ObjectNode> params, List<T> ordered, Predicate<T> visible) {
    List<T> items = new ArrayList<>();
    for (int i = start(principal, params, ordered); i < ordered.size(); i++) {
      T item = ordered.get(i);
      if (!visible.test(item)) {
        continue;
      }
      if (items.size() == size) {
        String last = name.apply(items.get(size - 1));
        return new Page<>(items, Optional.of(cursors.issue(list, principal, "", last)));
      }
      items.add(item);
    }
    return new Page<>(items, Optional.empty());
  }

  private int start(String principal, Optional<ObjectNode> params, List<T> ordered) {
    JsonNode cursor = params.map(p -> p.get("cursor")).orElse(null);
    if (cursor == null || cursor.isNull()) {
      return 0;
    }
    if (!cursor.isTextual()) {
      throw Refusal.invalidParams("cursor must be a string");
    }
    return cursors
        .open(cursor.textValue(), list, principal, "")
        .map(last -> after(last, ordered))
        .orElseThrow(() -> Refusal.invalidParams("cursor is not one of this list"));
  }

  private int after(String last, List<T> ordered) {
    for (int i = 0; i < ordered.size(); i++) {
      if (name.apply(ordered.get(i)).equals(last)) {
        return i + 1;
      }
    }
    throw Refusal.invalidParams("cursor is no longer valid; start the list again");
  }
}
