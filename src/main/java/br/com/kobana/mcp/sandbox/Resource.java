package br.com.kobana.mcp.sandbox;

import br.com.kobana.mcp.jsonrpc.Json;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * A collection of the API and its operations, put together from a few facts: where it is, what it
 * holds, which scope opens it, which filters it has, and what its actions do. The version follows
 * from the path. Facts come first, operations after them.
 */
final class Resource {
  /** How a record looks in an answer. */
  interface View {
    ObjectNode of(Call call, Row row);
  }

  /** What an operation on one record does. */
  interface RowAction {
    Answer run(Call call, Row row);
  }

  private final String path;
  private final Version version;
  private final Kind kind;
  private final String scope;
  private final List<Operation> operations = new ArrayList<>();
  private final Map<String, Filter> filters = new HashMap<>();
  private String idName;
  private int largestPage = Page.DEFAULT_SIZE;
  private boolean endless;
  private Predicate<Row> holds = row -> true;
  private Optional<Parent> parent = Optional.empty();
  private View view = (call, row) -> row.json();
  private Function<Call, Optional<Row>> finder;
  private Supplier<Answer> missing = Errors::notFound;

  private record Parent(Kind kind, String param) {}

  private Resource(String path, Kind kind, String scope) {
    this.path = path;
    this.version = Version.of(path);
    this.kind = kind;
    this.scope = scope;
    this.idName = version == Version.V1 ? "id" : "uid";
    this.finder = this::byUid;
  }

  static Resource at(String path, Kind kind, String scope) {
    return new Resource(path, kind, scope);
  }

  /** The parameters that narrow the list; besides page and per_page, v1 refuses all others. */
  Resource filters(Filter... all) {
    return filters(Arrays.asList(all));
  }

  Resource filters(List<Filter> all) {
    all.forEach(filter -> filters.put(filter.parameter(), filter));
    return this;
  }

  Resource largestPage(int rows) {
    largestPage = rows;
    return this;
  }

  /** The list names a next page even after its last one. */
  Resource endless() {
    endless = true;
    return this;
  }

  /** The collection is the part of its kind's records that passes. */
  Resource holding(Predicate<Row> part) {
    holds = part;
    return this;
  }

  /** The collection belongs to the record that the path names. */
  Resource within(Kind parentKind, String param) {
    parent = Optional.of(new Parent(parentKind, param));
    return this;
  }

  Resource view(View shape) {
    view = shape;
    return this;
  }

  /** The name of the path's variable, where it is not {@code id} in v1 and {@code uid} in v2. */
  Resource idName(String name) {
    idName = name;
    return this;
  }

  /** Another way from the request to its record. */
  Resource finder(Function<Call, Optional<Row>> way) {
    finder = way;
    return this;
  }

  /** By number as well as by uid, for the v2 paths that take either. */
  Resource byNumberToo() {
    return finder(call -> call.table(kind).find(call.param(idName)));
  }

  /** By the customer's own id where the query says {@code field=external_id}. */
  Resource byExternalIdToo() {
    return finder(
        call ->
            call.query().value("field").filter("external_id"::equals).isPresent()
                ? call
                    .table(kind)
                    .newestFirst(row -> row.is("external_id", call.param(idName)))
                    .stream()
                    .findFirst()
                : byUid(call));
  }

  /** The answer for a record that does not exist, where it is not the usual one. */
  Resource missing(Supplier<Answer> answer) {
    missing = answer;
    return this;
  }

  Resource list() {
    return with("GET", "", true, this::page);
  }

  Resource get() {
    return with("GET", item(""), true, onRow((call, row) -> one(200, call, row)));
  }

  /** A record made out of the body, once nothing is wrong with it. */
  Resource create(Function<Call, Problems> check, Function<Call, Row> make) {
    return create(check, make, row -> {});
  }

  /**
   * @param afterwards what the bank does to the record once the answer is on its way
   */
  Resource create(
      Function<Call, Problems> check, Function<Call, Row> make, Consumer<Row> afterwards) {
    return on(
        "POST",
        "",
        call -> {
          Problems problems = check.apply(call);
          if (problems.any()) {
            return problems.answer(version);
          }
          Row row = make.apply(call);
          Answer answer = one(201, call, row);
          afterwards.accept(row);
          return answer;
        });
  }

  Resource update(RowAction action) {
    return onItem("PUT", "", action);
  }

  /** A change of some fields only. */
  Resource patch(RowAction action) {
    return onItem("PATCH", "", action);
  }

  Resource delete(RowAction action) {
    return onItem("DELETE", "", action);
  }

  /** An operation on one record, at what follows its id. */
  Resource onItem(String method, String suffix, RowAction action) {
    return with(method, item(suffix), false, onRow(action));
  }

  /** An operation on the collection, at what follows its path. */
  Resource on(String method, String suffix, Operation.Action action) {
    return with(method, suffix, false, inParent(action));
  }

  List<Operation> operations() {
    return List.copyOf(operations);
  }

  /** One record, bare in v1 and in its envelope in v2. */
  Answer one(int status, Call call, Row row) {
    ObjectNode shown = view.of(call, row);
    return version == Version.V1 ? Answer.json(status, shown) : Answer.data(status, shown);
  }

  private Resource with(String method, String suffix, boolean steady, Operation.Action action) {
    operations.add(new Operation(method, path + suffix, scope, steady, action));
    return this;
  }

  private String item(String suffix) {
    return "/{" + idName + "}" + suffix;
  }

  private Operation.Action onRow(RowAction action) {
    return inParent(
        call ->
            finder
                .apply(call)
                .filter(holds)
                .filter(ofParent(call))
                .map(row -> action.run(call, row))
                .orElseGet(missing));
  }

  /** Nothing below a record that does not exist. */
  private Operation.Action inParent(Operation.Action action) {
    return call ->
        parent.isPresent() && parentUid(call).isEmpty() ? Errors.notFound() : action.run(call);
  }

  private Predicate<Row> ofParent(Call call) {
    if (parent.isEmpty()) {
      return row -> true;
    }
    String uid = parentUid(call);
    return row -> row.parent().equals(uid);
  }

  private String parentUid(Call call) {
    return parent
        .flatMap(p -> call.table(p.kind()).find(call.param(p.param())))
        .map(Row::uid)
        .orElse("");
  }

  private Optional<Row> byUid(Call call) {
    String id = call.param(idName);
    return call.table(kind).find(id).filter(row -> version == Version.V1 || row.uid().equals(id));
  }

  private Answer page(Call call) {
    return inParent(this::checkedPage).run(call);
  }

  private Answer checkedPage(Call call) {
    Set<String> unknown = new HashSet<>(call.query().names());
    unknown.removeAll(filters.keySet());
    unknown.removeAll(Set.of("page", "per_page"));
    if (version == Version.V1 && !unknown.isEmpty()) {
      return Errors.badQuery(version, "Parâmetro desconhecido: " + unknown.iterator().next());
    }
    try {
      return listed(call, Page.of(call.query(), largestPage), matching(call));
    } catch (Refusal refusal) {
      return refusal.answer();
    } catch (IllegalArgumentException e) {
      return Errors.badQuery(version, "Valor inválido em um parâmetro da consulta");
    }
  }

  private List<Row> matching(Call call) {
    Predicate<Row> wanted = holds.and(ofParent(call));
    for (Filter filter : filters.values()) {
      Optional<String> value = call.query().value(filter.parameter());
      if (value.isPresent()) {
        wanted = wanted.and(filter.wanted().of(call, value.get()));
      }
    }
    return call.table(kind).newestFirst(wanted);
  }

  private Answer listed(Call call, Page page, List<Row> matching) {
    ArrayNode shown = Json.array();
    page.cut(matching).forEach(row -> shown.add((JsonNode) view.of(call, row)));
    if (version == Version.V1) {
      return Answer.json(200, shown)
          .withHeaders(
              Map.of(
                  "page", Integer.toString(page.number()),
                  "per-page", Integer.toString(page.size())));
    }
    ObjectNode envelope = Json.object().put("status", 200);
    envelope.set("data", shown);
    envelope.set("pagination", page.pagination(call, matching.size(), endless));
    return Answer.json(200, envelope);
  }
}
