package br.com.kobana.mcp.cataloguing;

import br.com.kobana.mcp.catalog.Catalog;
import br.com.kobana.mcp.catalog.Departures;
import br.com.kobana.mcp.catalog.Listing;
import br.com.kobana.mcp.catalog.Tool;
import br.com.kobana.mcp.catalog.Tool.Argument;
import br.com.kobana.mcp.catalog.Tool.Place;
import br.com.kobana.mcp.cataloguing.Difference.Kind;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * The catalogue held against the description of the API, operation by operation. Only the versions
 * of the API that the files describe are compared.
 */
final class Comparison {
  private static final Set<String> PAGING =
      Set.of("page", "per_page", "pagination", "cursor", "fields");

  private final Catalog catalog;
  private final Departures departures;
  private final OpenApi api;
  private final List<Difference> found = new ArrayList<>();

  private Comparison(Catalog catalog, Departures departures, OpenApi api) {
    this.catalog = catalog;
    this.departures = departures;
    this.api = api;
  }

  /** Every difference that is not among the departures, in the order of the catalogue. */
  static List<Difference> of(Catalog catalog, Departures departures, OpenApi api) {
    Comparison comparison = new Comparison(catalog, departures, api);
    comparison.compare();
    return comparison.unaccepted();
  }

  static String operation(Tool tool) {
    return tool.operation().method() + " " + tool.operation().path();
  }

  private void compare() {
    Set<String> offered = new HashSet<>();
    for (Tool tool : catalog.tools()) {
      String operation = operation(tool);
      offered.add(operation);
      if (api.operations().contains(operation)) {
        query(tool, operation);
        body(tool, operation);
      } else if (api.covers(tool.operation().path())) {
        add(Kind.GONE_OPERATION, tool.name(), operation);
      }
    }
    for (String operation : api.operations()) {
      if (!offered.contains(operation) && !departures.leftOut().containsKey(operation)) {
        add(Kind.NEW_OPERATION, operation, "");
      }
    }
    for (String operation : departures.leftOut().keySet()) {
      String path = operation.substring(operation.indexOf(' ') + 1);
      boolean gone = api.covers(path) && !api.operations().contains(operation);
      if (gone || offered.contains(operation)) {
        add(Kind.STALE, operation, "");
      }
    }
  }

  private void query(Tool tool, String operation) {
    Map<String, Field> theirs = api.parameters(operation, "query");
    Map<String, Field> ours = new LinkedHashMap<>(ours(tool, Place.QUERY));
    Set<String> always = new HashSet<>();
    tool.listing()
        .ifPresent(
            listing -> {
              for (Listing.Filter filter : listing.filters()) {
                Field field = new Field(false, Set.copyOf(filter.values()), false, false);
                filter.parameters().values().forEach(name -> ours.put(name, field));
              }
              always.addAll(listing.fixed().keySet());
              always.addAll(PAGING);
            });
    theirs.keySet().removeAll(always);
    compare(tool, "query", ours, theirs);
    Map<String, Field> path = api.parameters(operation, "path");
    ours(tool, Place.PATH)
        .forEach(
            (name, field) -> {
              if (!path.containsKey(name)) {
                add(Kind.GONE_PARAMETER, tool.name(), "path " + name);
              } else {
                values(tool, "path " + name, field, path.get(name));
              }
            });
  }

  private void body(Tool tool, String operation) {
    compare(
        tool, "body", ours(tool, Place.BODY), api.body(operation, tool.operation().bodyWrapper()));
  }

  private static Map<String, Field> ours(Tool tool, Place place) {
    Fields fields = new Fields(schema -> schema);
    Map<String, Field> ours = new LinkedHashMap<>();
    for (Argument argument : tool.arguments()) {
      if (argument.place() == place) {
        int dot = argument.target().lastIndexOf('.');
        for (; dot > 0; dot = argument.target().lastIndexOf('.', dot - 1)) {
          ours.putIfAbsent(
              argument.target().substring(0, dot),
              new Field(argument.required(), Set.of(), false, false));
        }
        ours.putAll(fields.of(argument.target(), argument.schema(), argument.required()));
      }
    }
    return ours;
  }

  private void compare(
      Tool tool, String place, Map<String, Field> ours, Map<String, Field> theirs) {
    ours.forEach(
        (path, field) -> {
          Field described = theirs.get(path);
          if (described == null) {
            if (!isInsideOpen(path, theirs)) {
              add(Kind.GONE_PARAMETER, tool.name(), place + " " + path);
            }
          } else {
            values(tool, place + " " + path, field, described);
            if (described.required() && !field.required() && !described.readOnly()) {
              add(Kind.REQUIRED, tool.name(), place + " " + path);
            }
          }
        });
    theirs.forEach(
        (path, described) -> {
          boolean around = parent(path).isEmpty() || ours.containsKey(parent(path));
          boolean missing = !ours.containsKey(path) && !described.readOnly();
          if (missing && around && !isInsideOpen(path, ours)) {
            Kind kind = described.required() ? Kind.REQUIRED : Kind.NOT_OFFERED;
            add(kind, tool.name(), place + " " + path);
          }
        });
  }

  /** Where either side allows anything, there is nothing to compare. */
  private void values(Tool tool, String at, Field ours, Field theirs) {
    if (ours.values().isEmpty() || theirs.values().isEmpty()) {
      return;
    }
    for (String value : sorted(ours.values())) {
      if (!theirs.values().contains(value)) {
        add(Kind.GONE_VALUE, tool.name(), at + "=" + value);
      }
    }
    for (String value : sorted(theirs.values())) {
      if (!ours.values().contains(value)) {
        add(Kind.NEW_VALUE, tool.name(), at + "=" + value);
      }
    }
  }

  private static List<String> sorted(Set<String> values) {
    return values.stream().sorted().toList();
  }

  private static boolean isInsideOpen(String path, Map<String, Field> fields) {
    for (String at = parent(path); !at.isEmpty(); at = parent(at)) {
      Field around = fields.get(at);
      if (around != null) {
        return around.open();
      }
    }
    return false;
  }

  /** {@code a.b} of {@code a.b[].c}; empty of a path of one step. */
  private static String parent(String path) {
    int dot = path.lastIndexOf('.');
    String parent = dot < 0 ? "" : path.substring(0, dot);
    return parent.endsWith("[]") ? parent.substring(0, parent.length() - 2) : parent;
  }

  private void add(Kind kind, String tool, String field) {
    found.add(new Difference(kind, tool, field));
  }

  /** Without those that were accepted; with those that were accepted and are none any more. */
  private List<Difference> unaccepted() {
    Set<Difference> accepted = new LinkedHashSet<>();
    for (Departures.Accepted group : departures.accepted()) {
      group.fields().stream()
          .sorted()
          .forEach(field -> accepted.add(new Difference(kind(group), group.tool(), field)));
    }
    List<Difference> rest = new ArrayList<>(found);
    rest.removeIf(accepted::contains);
    Set<Difference> all = new HashSet<>(found);
    for (Difference difference : accepted) {
      boolean covered =
          catalog
              .tool(difference.tool())
              .map(tool -> api.covers(tool.operation().path()))
              .orElse(true);
      if (covered && !all.contains(difference)) {
        String what = difference.kind().wire() + " " + difference.field();
        rest.add(new Difference(Kind.STALE, difference.tool(), what));
      }
    }
    return List.copyOf(rest);
  }

  private static Kind kind(Departures.Accepted group) {
    for (Kind kind : Kind.values()) {
      if (kind.wire().equals(group.kind().toLowerCase(Locale.ROOT))) {
        return kind;
      }
    }
    return Kind.STALE;
  }
}
