package br.com.kobana.mcp.catalog;

import br.com.kobana.mcp.catalog.Listing.Filter;
import br.com.kobana.mcp.catalog.Listing.Operator;
import br.com.kobana.mcp.catalog.Listing.Paging;
import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/** Reads how a list tool is filtered and paged. */
final class ListingReader {
  private static final int DEFAULT_LIMIT = 50;

  /** Four pages of the API. */
  private static final int PAGED_LIMIT = 200;

  private static final int MAX_LIMIT = 500;
  private static final int MAX_DESCRIPTION_WORDS = 20;
  private static final Pattern INTEGER = Pattern.compile("-?\\d{1,9}");
  private static final Set<Operator> NATIVE =
      Set.of(Operator.EQ, Operator.GTE, Operator.LTE, Operator.IN, Operator.CONTAINS);
  private static final List<String> PAGING =
      List.of("page", "per_page", "pagination", "cursor", "fields");

  private ListingReader() {}

  static Listing read(Section section) {
    Paging paging = section.oneOf("paging", Paging.class).orElse(Paging.PAGE);
    if (!section.has("paging")) {
      section.location().at("paging").problem("is missing; it is one of page, keyset, none");
    }
    boolean paged = paging == Paging.PAGE;
    int limit = section.number("limit").orElse(paged ? PAGED_LIMIT : DEFAULT_LIMIT);
    int most = paged ? PAGED_LIMIT : MAX_LIMIT;
    if (limit > most) {
      section.location().at("limit").problem("is " + limit + ", at most " + most);
    }
    Map<String, String> fixed = section.pairs("fixed");
    boolean upstreamFields = section.flag("upstreamFields").orElse(false);
    Set<String> taken = new HashSet<>(PAGING);
    taken.addAll(fixed.keySet());
    List<Filter> filters = new ArrayList<>();
    section
        .members("filters")
        .forEach(
            (name, written) ->
                filters.add(
                    filter(name, written, section.location().at("filters").at(name), taken)));
    section.end();
    return new Listing(paging, limit, Map.copyOf(fixed), upstreamFields, List.copyOf(filters));
  }

  private static Filter filter(String name, JsonNode written, Location at, Set<String> taken) {
    Section section = Section.of(written, at);
    Listing.Type type = section.oneOf("type", Listing.Type.class).orElse(Listing.Type.TEXT);
    var description =
        section
            .text("description")
            .map(text -> FieldSchemas.words(text, MAX_DESCRIPTION_WORDS, section));
    List<String> values = section.texts("values");
    Map<Operator, String> parameters = new EnumMap<>(Operator.class);
    for (Operator operator : Operator.values()) {
      if (NATIVE.contains(operator)) {
        section.text(operator.wire()).ifPresent(p -> parameters.put(operator, p));
      }
    }
    section.end();
    if (parameters.isEmpty()) {
      at.problem("names no parameter of the API; give at least one of eq, gte, lte, in, contains");
    }
    parameters.forEach(
        (operator, parameter) -> {
          if (!taken.add(parameter)) {
            at.at(operator.wire()).problem(parameter + " is already sent by something else");
          }
        });
    if (type == Listing.Type.INTEGER) {
      values.stream()
          .filter(value -> !INTEGER.matcher(value).matches())
          .forEach(value -> at.at("values").problem('"' + value + "\" is not a whole number"));
    }
    return new Filter(name, type, description, Map.copyOf(parameters), values);
  }
}
