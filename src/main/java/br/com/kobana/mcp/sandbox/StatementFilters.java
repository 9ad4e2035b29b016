package br.com.kobana.mcp.sandbox;

import br.com.kobana.mcp.jsonrpc.Json;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigDecimal;
import java.text.Normalizer;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * What narrows a statement.
 *
 * @param from first day, where there is one
 * @param to last day, where there is one
 */
record StatementFilters(Query query, Optional<LocalDate> from, Optional<LocalDate> to) {
  /** The longest window of the list once it is strict, in days. */
  static final int LIST_DAYS = 180;

  /** The longest window of the summary, in days. */
  static final int SUMMARY_DAYS = 730;

  /** What the API tells callers whose answer the strict window would change. */
  static final Map<String, String> SUNSET =
      Map.of("deprecation", "true", "sunset", "Fri, 05 Feb 2027 00:00:00 GMT");

  private static final List<String> NAMES =
      List.of(
          "kind",
          "amount_from",
          "amount_to",
          "amount_abs_from",
          "amount_abs_to",
          "category",
          "updated_since",
          "q");

  private static final List<Filter> FILTERS = filters();

  /**
   * @param windowed whether a missing end of the window follows from the other, or from today
   * @throws Refusal when the window is longer than {@code days}
   * @throws IllegalArgumentException when a date has the wrong form
   */
  static StatementFilters of(Call call, int days, boolean windowed) {
    Optional<LocalDate> from = date(call, "occurrence_date_from");
    Optional<LocalDate> to = date(call, "occurrence_date_to");
    if (!windowed) {
      return new StatementFilters(call.query(), from, to);
    }
    LocalDate last = to.or(() -> from.map(d -> d.plusDays(days))).orElse(call.times().today());
    LocalDate first = from.orElse(last.minusDays(days));
    if (ChronoUnit.DAYS.between(first, last) > days) {
      throw new Refusal(
          Errors.business(
              "O intervalo entre occurrence_date_from e occurrence_date_to não pode ser maior que "
                  + days
                  + " dias."));
    }
    return new StatementFilters(call.query(), Optional.of(first), Optional.of(last));
  }

  /** The account's transactions that pass, newest first. */
  List<Row> select(Call call, Row account) {
    Predicate<Row> wanted = row -> row.parent().equals(account.uid());
    for (Filter filter : FILTERS) {
      Optional<String> value = query.value(filter.parameter());
      if (value.isPresent()) {
        wanted = wanted.and(filter.wanted().of(call, value.get()));
      }
    }
    return call.table(Kind.STATEMENT_TRANSACTION).newestFirst(wanted.and(this::inWindow));
  }

  /** Whether the strict window would leave out rows that this answer has. */
  boolean sunset(Call call, Row account) {
    StatementFilters strict;
    try {
      strict = of(call, LIST_DAYS, true);
    } catch (Refusal tooLong) {
      return true;
    }
    return strict.select(call, account).size() != select(call, account).size();
  }

  /** As the answer repeats them. */
  ObjectNode json() {
    ObjectNode json = Json.object();
    json.put("occurrence_date_from", from.map(LocalDate::toString).orElse(null));
    json.put("occurrence_date_to", to.map(LocalDate::toString).orElse(null));
    for (String name : NAMES) {
      json.put(name, query.value(name).orElse(null));
    }
    return json;
  }

  private boolean inWindow(Row row) {
    LocalDate day = LocalDate.parse(row.text("occurrence_date"));
    return from.filter(day::isBefore).isEmpty() && to.filter(day::isAfter).isEmpty();
  }

  private static List<Filter> filters() {
    List<Filter> all = new ArrayList<>();
    all.add(Filter.equal("kind", "/kind"));
    all.add(Filter.oneOf("category", "/category"));
    all.add(Filter.notBefore("updated_since", "/updated_at"));
    all.addAll(Filter.amounts("amount", StatementFilters::amount));
    all.addAll(Filter.amounts("amount_abs", row -> amount(row).abs()));
    all.add(
        new Filter(
            "q",
            text -> {
              String wanted = plain(text);
              return row -> plain(row.text("description")).contains(wanted);
            }));
    return List.copyOf(all);
  }

  static BigDecimal amount(Row row) {
    return row.json().path("amount").decimalValue();
  }

  /** Without accents, in lower case. */
  private static String plain(String text) {
    return Normalizer.normalize(text, Normalizer.Form.NFD)
        .replaceAll("\\p{M}", "")
        .toLowerCase(Locale.ROOT);
  }

  private static Optional<LocalDate> date(Call call, String parameter) {
    try {
      return call.query().value(parameter).map(LocalDate::parse);
    } catch (DateTimeException e) {
      throw new IllegalArgumentException("not a date", e);
    }
  }
}
