package br.com.kobana.mcp.tools;

import java.util.List;

/**
 * What is masked, dropped and asked for at and below one place of an answer. Immutable but for what
 * {@code wanted} remembers.
 *
 * @param wanted {@link #ALL} where everything is asked for
 */
record Rules(FieldTree mask, FieldTree drop, FieldTree wanted) {
  static final FieldTree ALL = FieldTree.of(List.of());

  /** Below a member that no mask, no heavy field and no projection names. */
  static final Rules PLAIN = new Rules(FieldTree.NOTHING, FieldTree.NOTHING, ALL);

  static Rules of(FieldTree mask, FieldTree drop, FieldTree wanted) {
    return mask.isNothing() && drop.isNothing() && wanted == ALL
        ? PLAIN
        : new Rules(mask, drop, wanted);
  }

  /** Where nothing is asked for, everything is. */
  static Rules of(Masks masks, List<String> fields) {
    return of(masks.masked(), masks.dropped(fields), fields.isEmpty() ? ALL : FieldTree.of(fields));
  }

  Rules below(String name) {
    return of(mask.child(name), drop.child(name), wanted(name));
  }

  /** What is asked for at and below a member. */
  FieldTree wanted(String name) {
    return wanted == ALL ? ALL : wanted.child(name);
  }

  /** The same with everything asked for. */
  Rules whole() {
    return of(mask, drop, ALL);
  }

  /** The fields asked for that nothing had. */
  List<String> unmet() {
    return wanted.unmet();
  }
}
