package br.com.kobana.mcp.tools;

import br.com.kobana.mcp.catalog.Listing;
import br.com.kobana.mcp.catalog.Listing.Filter;
import br.com.kobana.mcp.catalog.Listing.Operator;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Turns {@code filters} into the native query parameters of one list. Exactly or not at all: what
 * the API cannot honour is refused, because a dropped filter returns wrong rows that look right.
 */
final class FilterQuery {
  private final Map<String, Filter> filters = new LinkedHashMap<>();

  FilterQuery(Listing listing) {
    listing.filters().forEach(f -> filters.put(f.name(), f));
  }

  /** The parameters for these filters, in the order in which they were written. */
  Map<String, String> translate(ObjectNode given) throws BadArguments {
    Map<String, String> query = new LinkedHashMap<>();
    for (Map.Entry<String, JsonNode> entry : given.properties()) {
      Filter filter = filters.get(entry.getKey());
      if (filter == null) {
        throw new BadArguments(
            "\"filters."
                + Shown.name(entry.getKey())
                + "\" is not a filter of this tool. Supported: "
                + (filters.isEmpty() ? "none" : String.join(", ", filters.keySet()))
                + ".");
      }
      translate(filter, entry.getValue(), query);
    }
    return query;
  }

  private static void translate(Filter filter, JsonNode given, Map<String, String> query)
      throws BadArguments {
    List<Term> terms = terms(filter, given);
    Optional<Scale<?>> scale = Scale.of(filter.type());
    List<Term> ranged = new ArrayList<>();
    for (Term term : terms) {
      if (!supported(filter).contains(term.operator())) {
        throw unsupported(filter, term.operator().wire());
      }
      boolean direct =
          !isRange(term.operator()) && filter.parameters().containsKey(term.operator());
      if (scale.isPresent() && !direct) {
        ranged.add(term);
      } else if (term.operator() == Operator.EQ && !direct) {
        put(filter, Operator.GTE, text(filter, term), query);
        put(filter, Operator.LTE, text(filter, term), query);
      } else {
        put(filter, term.operator(), text(filter, term), query);
      }
    }
    if (scale.isPresent() && !ranged.isEmpty()) {
      Range.of(scale.get(), filter, ranged).put(filter, query);
    }
  }

  /** One comparison. */
  record Term(Operator operator, JsonNode value) {}

  private static List<Term> terms(Filter filter, JsonNode given) throws BadArguments {
    if (given.isArray()) {
      return List.of(new Term(Operator.IN, given));
    }
    if (!given.isObject()) {
      Operator bare =
          supported(filter).contains(Operator.EQ) || !supported(filter).contains(Operator.IN)
              ? Operator.EQ
              : Operator.IN;
      return List.of(new Term(bare, given));
    }
    List<Term> terms = new ArrayList<>();
    for (Map.Entry<String, JsonNode> entry : given.properties()) {
      Operator operator =
          operator(entry.getKey()).orElseThrow(() -> unsupported(filter, entry.getKey()));
      terms.add(new Term(operator, entry.getValue()));
    }
    if (terms.isEmpty()) {
      throw new BadArguments(path(filter) + " has no operator. " + operators(filter));
    }
    return terms;
  }

  private static Optional<Operator> operator(String wire) {
    for (Operator operator : Operator.values()) {
      if (operator.wire().equals(wire)) {
        return Optional.of(operator);
      }
    }
    return Optional.empty();
  }

  /** What the API can honour for this filter: its own parameters and what derives from them. */
  private static Set<Operator> supported(Filter filter) {
    Set<Operator> supported = EnumSet.noneOf(Operator.class);
    supported.addAll(filter.parameters().keySet());
    boolean steps = Scale.of(filter.type()).isPresent();
    if (steps && supported.contains(Operator.GTE)) {
      supported.add(Operator.GT);
    }
    if (steps && supported.contains(Operator.LTE)) {
      supported.add(Operator.LT);
    }
    if (supported.contains(Operator.GTE) && supported.contains(Operator.LTE)) {
      supported.add(Operator.EQ);
    }
    return supported;
  }

  private static boolean isRange(Operator operator) {
    return switch (operator) {
      case GT, GTE, LT, LTE -> true;
      case EQ, IN, CONTAINS -> false;
    };
  }

  /** Two operators may share a parameter, but not with two values. */
  static void put(Filter filter, Operator operator, String value, Map<String, String> query)
      throws BadArguments {
    String parameter = filter.parameters().get(operator);
    if (parameter == null) {
      throw unsupported(filter, operator.wire());
    }
    if (value.length() > RequestMapping.LONGEST_PARAMETER) {
      throw new BadArguments(path(filter) + " is too long.");
    }
    String before = query.put(parameter, value);
    if (before != null && !before.equals(value)) {
      throw new BadArguments(path(filter) + " cannot be combined with another filter given here.");
    }
  }

  private static String text(Filter filter, Term term) throws BadArguments {
    if (term.operator() != Operator.IN) {
      return FilterValue.text(filter, term.value());
    }
    List<String> values = new ArrayList<>();
    if (term.value().isArray()) {
      for (JsonNode value : term.value()) {
        values.add(FilterValue.text(filter, value));
      }
    } else {
      values.add(FilterValue.text(filter, term.value()));
    }
    for (String value : values) {
      if (value.indexOf(',') >= 0) {
        throw new BadArguments(path(filter) + " takes values without commas.");
      }
    }
    if (values.isEmpty()) {
      throw new BadArguments(path(filter) + " needs at least one value.");
    }
    return String.join(",", values);
  }

  static String path(Filter filter) {
    return "\"filters." + filter.name() + '"';
  }

  private static BadArguments unsupported(Filter filter, String operator) {
    return new BadArguments(
        "\"filters."
            + filter.name()
            + '.'
            + Shown.name(operator.toLowerCase(Locale.ROOT))
            + "\" is not supported. "
            + operators(filter));
  }

  private static String operators(Filter filter) {
    return "Operators of "
        + filter.name()
        + ": "
        + String.join(", ", supported(filter).stream().map(Operator::wire).toList())
        + ".";
  }
}
