package br.com.kobana.mcp.sandbox;

import br.com.kobana.mcp.jsonrpc.Json;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigDecimal;
import java.time.DayOfWeek;
import java.time.LocalDate;
import java.time.temporal.TemporalAdjusters;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Totals of a statement by day, week, month, kind or category. */
final class StatementSummary {
  private static final Set<String> DIMENSIONS = Set.of("day", "week", "month", "kind", "category");
  private static final int MOST_GROUPS = 1000;

  private StatementSummary() {}

  static Answer answer(Call call, Row account) {
    try {
      List<String> dimensions =
          call.query().value("group_by").map(Filter::commaList).orElse(List.of("month"));
      if (!DIMENSIONS.containsAll(dimensions)) {
        return Errors.business("group_by aceita day, week, month, kind e category.");
      }
      StatementFilters filters = StatementFilters.of(call, StatementFilters.SUMMARY_DAYS, true);
      Map<Map<String, String>, Total> totals = totals(filters.select(call, account), dimensions);
      if (totals.size() > MOST_GROUPS) {
        return Errors.business("O resumo passa de 1000 grupos; reduza o período.");
      }
      return body(call, account, filters, dimensions, totals);
    } catch (Refusal refusal) {
      return refusal.answer();
    } catch (IllegalArgumentException e) {
      return Errors.badQuery(Version.V2, "Valor inválido em um parâmetro da consulta");
    }
  }

  private record Total(int count, BigDecimal credit, BigDecimal debit) {
    static final Total NONE =
        new Total(0, BigDecimal.ZERO.setScale(2), BigDecimal.ZERO.setScale(2));

    Total plus(BigDecimal amount) {
      return amount.signum() < 0
          ? new Total(count + 1, credit, debit.add(amount))
          : new Total(count + 1, credit.add(amount), debit);
    }
  }

  private static Map<Map<String, String>, Total> totals(List<Row> rows, List<String> dimensions) {
    Map<Map<String, String>, Total> totals = new LinkedHashMap<>();
    for (Row row : rows) {
      Map<String, String> group = new LinkedHashMap<>();
      dimensions.forEach(dimension -> group.put(dimension, value(row, dimension)));
      Total sofar = totals.getOrDefault(group, Total.NONE);
      totals.put(group, sofar.plus(StatementFilters.amount(row)));
    }
    return totals;
  }

  private static String value(Row row, String dimension) {
    String date = row.text("occurrence_date");
    return switch (dimension) {
      case "day" -> date;
      case "week" ->
          LocalDate.parse(date).with(TemporalAdjusters.previousOrSame(DayOfWeek.MONDAY)).toString();
      case "month" -> date.substring(0, "2026-01".length());
      default -> row.text(dimension);
    };
  }

  private static Answer body(
      Call call,
      Row account,
      StatementFilters filters,
      List<String> dimensions,
      Map<Map<String, String>, Total> totals) {
    ObjectNode body = Json.object().put("status", 200);
    ArrayNode data = body.putArray("data");
    totals.forEach(
        (group, total) -> {
          ObjectNode one = data.addObject();
          group.forEach(
              (dimension, value) -> {
                if (dimension.equals("category")) {
                  one.put(dimension, Integer.parseInt(value));
                } else {
                  one.put(dimension, value);
                }
              });
          one.put("count", total.count())
              .put("credit_total", total.credit())
              .put("debit_total", total.debit())
              .put("net_total", total.credit().add(total.debit()));
        });
    ObjectNode repeated = filters.json();
    dimensions.forEach(repeated.putArray("group_by")::add);
    body.set("filters", repeated);
    body.set("meta", Statements.meta(call, account));
    return Answer.json(200, body);
  }
}
