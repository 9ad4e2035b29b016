package br.com.kobana.mcp.sandbox;

import br.com.kobana.mcp.jsonrpc.Json;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Bulk imports, to read, and the report on boletos: {@code /v1/imports} and {@code /v1/reports}.
 */
final class Imports {
  /** What can be imported; each has its own path. */
  static final List<String> COLLECTIONS =
      List.of("customers", "customer_subscriptions", "bank_billets", "installments");

  private static final Map<String, Filter> REPORT_FILTERS = reportFilters();

  private Imports() {}

  static List<Operation> operations() {
    Stream<Operation> imports =
        COLLECTIONS.stream()
            .flatMap(
                name ->
                    Resource.at("/v1/imports/" + name, Kind.IMPORT, "system.imports")
                        .holding(row -> row.parent().equals(name))
                        .list()
                        .get()
                        .operations()
                        .stream());
    Operation report =
        new Operation(
            "GET", "/v1/reports/bank_billets", "system.reports", true, Imports::reportOnBillets);
    return Stream.concat(imports, Stream.of(report)).toList();
  }

  static ObjectNode fields(long id, String uid, String collection, String stamp) {
    return StatementSyncs.importFields(uid, collection + "-" + id + ".csv", stamp)
        .put("id", id)
        .put("source_file_size", 1_024 * id)
        .put("status", "processed")
        .put("processed_at", stamp);
  }

  private static Map<String, Filter> reportFilters() {
    Map<String, Filter> filters = new HashMap<>();
    Filter status = Filter.equal("status", "/status");
    filters.put(status.parameter(), status);
    for (String name : List.of("expire", "paid", "registered", "created")) {
      Filter.period(name, "/" + name + "_at").forEach(f -> filters.put(f.parameter(), f));
    }
    return filters;
  }

  /** How many boletos and how much, by carteira; not paged. */
  private static Answer reportOnBillets(Call call) {
    Set<String> unknown = new HashSet<>(call.query().names());
    unknown.removeAll(REPORT_FILTERS.keySet());
    if (!unknown.isEmpty()) {
      return Errors.badQuery(Version.V1, "Parâmetro desconhecido: " + unknown.iterator().next());
    }
    Predicate<Row> wanted = row -> true;
    try {
      for (Filter filter : REPORT_FILTERS.values()) {
        Optional<String> value = call.query().value(filter.parameter());
        if (value.isPresent()) {
          wanted = wanted.and(filter.wanted().of(call, value.get()));
        }
      }
    } catch (IllegalArgumentException e) {
      return Errors.badQuery(Version.V1, "Valor inválido em um parâmetro da consulta");
    }
    Map<Long, ObjectNode> lines = new TreeMap<>();
    for (Row billet : call.table(Kind.BANK_BILLET).newestFirst(wanted)) {
      long account = billet.json().path("bank_billet_account_id").asLong();
      ObjectNode line =
          lines.computeIfAbsent(
              account,
              id ->
                  Json.object()
                      .put("bank_billet_account_id", id)
                      .put("bank_billet_count", 0)
                      .put("bank_billet_amount", BigDecimal.ZERO.setScale(2)));
      line.put("bank_billet_count", line.path("bank_billet_count").asInt() + 1);
      line.put(
          "bank_billet_amount",
          line.path("bank_billet_amount")
              .decimalValue()
              .add(billet.json().path("amount").decimalValue()));
    }
    ArrayNode report = Json.array();
    lines.values().forEach(report::add);
    return Answer.json(200, report);
  }
}
