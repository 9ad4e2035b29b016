package br.com.kobana.mcp.tools;

import br.com.kobana.mcp.catalog.Listing.Filter;
import br.com.kobana.mcp.catalog.Listing.Operator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** An interval, both ends included, as the API's {@code _from} and {@code _to} mean it. */
final class Range<T extends Comparable<? super T>> {
  private final Scale<T> scale;
  private Optional<T> from = Optional.empty();
  private Optional<T> to = Optional.empty();

  private Range(Scale<T> scale) {
    this.scale = scale;
  }

  /** What all these comparisons allow together: of two on one side the tighter counts. */
  static <T extends Comparable<? super T>> Range<T> of(
      Scale<T> scale, Filter filter, List<FilterQuery.Term> terms) throws BadArguments {
    Range<T> range = new Range<>(scale);
    for (FilterQuery.Term term : terms) {
      T value =
          scale
              .read()
              .apply(term.value())
              .orElseThrow(
                  () ->
                      new BadArguments(
                          FilterQuery.path(filter) + " must be " + scale.form() + "."));
      range.tighten(term.operator(), value);
    }
    return range;
  }

  private void tighten(Operator operator, T value) {
    switch (operator) {
      case GTE -> atLeast(value);
      case GT -> atLeast(scale.next().apply(value));
      case LTE -> atMost(value);
      case LT -> atMost(scale.previous().apply(value));
      case EQ -> {
        atLeast(value);
        atMost(value);
      }
      case IN, CONTAINS -> throw new IllegalArgumentException(operator + " is no range");
    }
  }

  private void atLeast(T value) {
    if (from.isEmpty() || from.get().compareTo(value) < 0) {
      from = Optional.of(value);
    }
  }

  private void atMost(T value) {
    if (to.isEmpty() || to.get().compareTo(value) > 0) {
      to = Optional.of(value);
    }
  }

  /** An interval that holds nothing is not sent: the API might take it for no filter. */
  void put(Filter filter, Map<String, String> query) throws BadArguments {
    if (from.isPresent() && to.isPresent() && from.get().compareTo(to.get()) > 0) {
      throw nothing(filter);
    }
    if (from.isPresent()) {
      FilterQuery.put(filter, Operator.GTE, written(filter, from.get()), query);
    }
    if (to.isPresent()) {
      FilterQuery.put(filter, Operator.LTE, written(filter, to.get()), query);
    }
  }

  private String written(Filter filter, T value) throws BadArguments {
    return scale.write().apply(value).orElseThrow(() -> nothing(filter));
  }

  private static BadArguments nothing(Filter filter) {
    return new BadArguments(FilterQuery.path(filter) + " excludes every value; widen it.");
  }
}
