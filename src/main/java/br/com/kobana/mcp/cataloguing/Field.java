package br.com.kobana.mcp.cataloguing;

import java.util.List;
import java.util.Set;

/**
 * What one side says of one value of a request.
 *
 * @param required whether a request that has what is around it must have it
 * @param values the values allowed, as text; empty where any is
 * @param open whether anything may be inside
 * @param readOnly whether only answers have it
 */
record Field(boolean required, Set<String> values, boolean open, boolean readOnly) {

  Field {
    values = Set.copyOf(values);
  }

  /** Of two alternatives: what both ask for, and what either allows. */
  Field or(Field other) {
    boolean any = values.isEmpty() || other.values.isEmpty();
    Set<String> both = new java.util.LinkedHashSet<>(any ? List.of() : values);
    if (!any) {
      both.addAll(other.values);
    }
    return new Field(
        required && other.required, both, open || other.open, readOnly && other.readOnly);
  }

  Field optional() {
    return new Field(false, values, open, readOnly);
  }

  Field needed() {
    return new Field(true, values, open, readOnly);
  }
}
