package br.com.kobana.mcp.sandbox;

import br.com.kobana.mcp.jsonrpc.Json;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** The statement of an account: its transactions, their summary and categories. */
final class Statements {
  static final String PATH = FinancialAccounts.path("/statement_transactions");
  static final String SCOPE = "financial.statement_transactions";

  private static final int LARGEST_PAGE = 500;

  private static final Template TEMPLATE =
      Template.of("person document_number", "{\"kind\":\"credit\"}");

  private static final Set<String> COMPACT =
      Set.of("id", "occurrence_date", "amount", "kind", "category", "description");

  private Statements() {}

  static List<Operation> operations() {
    Operation list = inAccount("", Statements::list);
    Operation summary = inAccount("/summary", StatementSummary::answer);
    Operation categories =
        new Operation(
            "GET",
            "/v2/financial/statement_categories",
            SCOPE,
            true,
            call -> Answer.data(200, StatementCategories.json()));
    return Stream.concat(Stream.of(list, summary, categories), StatementSyncs.operations().stream())
        .toList();
  }

  static ObjectNode fields(
      long id, String uid, String account, BigDecimal amount, String date, String stamp) {
    ObjectNode json = TEMPLATE.copy();
    String hash = uid.replace("-", "");
    json.put("id", id);
    json.put("financial_account_uid", account);
    json.put("amount", amount);
    json.put("occurrence_date", date);
    json.put("created_at", stamp);
    json.put("updated_at", stamp);
    json.put("kind", amount.signum() < 0 ? "debit" : "credit");
    json.put("hashed_id", hash);
    json.put("hashed_content", hash);
    json.put("financial_provider_external_id", uid);
    return json;
  }

  /** Depends on the day, so an answer is not remembered. */
  private static Operation inAccount(String suffix, Resource.RowAction action) {
    return new Operation(
        "GET",
        PATH + suffix,
        SCOPE,
        false,
        call ->
            call.named(Kind.FINANCIAL_ACCOUNT, call.param(FinancialAccounts.PARAM))
                .map(account -> action.run(call, account))
                .orElseGet(Errors::notFound));
  }

  private static Answer list(Call call, Row account) {
    try {
      StatementFilters filters =
          StatementFilters.of(call, StatementFilters.LIST_DAYS, strict(call));
      List<Row> all = filters.select(call, account);
      Page page = Page.of(call.query(), LARGEST_PAGE);
      boolean keyset = call.query().value("pagination").filter("keyset"::equals).isPresent();
      List<Row> rows = keyset ? after(call, all, page.size()) : page.cut(all);
      ObjectNode body = Json.object().put("status", 200);
      body.set("data", shown(call, rows));
      body.set("filters", filters.json());
      body.set("meta", meta(call, account));
      body.set(
          "pagination",
          keyset
              ? Json.object().put("next_cursor", cursor(all, rows))
              : page.pagination(call, all.size(), false));
      Answer answer = Answer.json(200, body);
      return filters.sunset(call, account) ? answer.withHeaders(StatementFilters.SUNSET) : answer;
    } catch (Refusal refusal) {
      return refusal.answer();
    } catch (IllegalArgumentException e) {
      return Errors.badQuery(Version.V2, "Valor inválido em um parâmetro da consulta");
    }
  }

  static ObjectNode meta(Call call, Row account) {
    BigDecimal balance =
        call.table(Kind.BALANCE).newestFirst(row -> row.parent().equals(account.uid())).stream()
            .findFirst()
            .map(row -> row.json().path("amount").decimalValue())
            .orElse(BigDecimal.ZERO.setScale(2));
    return Json.object()
        .putNull("statement_updated_at")
        .putNull("statement_sync_last_updated_at")
        .put("current_balance", balance)
        .putNull("balance_updated_at");
  }

  private static boolean strict(Call call) {
    return call.query().value("date_window").filter("strict"::equals).isPresent();
  }

  /** {@code fields} wins over {@code view}; a field that no transaction has is refused. */
  private static ArrayNode shown(Call call, List<Row> rows) {
    Optional<Set<String>> wanted =
        call.query()
            .value("fields")
            .<Set<String>>map(list -> new LinkedHashSet<>(Filter.commaList(list)))
            .or(() -> call.query().value("view").filter("compact"::equals).map(v -> COMPACT));
    wanted.ifPresent(names -> checkFields(call, names));
    ArrayNode all = Json.array();
    for (Row row : rows) {
      all.add(
          wanted.<JsonNode>map(names -> row.json().deepCopy().retain(names)).orElse(row.json()));
    }
    return all;
  }

  private static void checkFields(Call call, Set<String> names) {
    ObjectNode known =
        fields(0, "", "", BigDecimal.ZERO, "", "")
            .put("description", "")
            .put("category", 0)
            .put("category_description", "");
    for (String name : names) {
      if (!known.has(name)) {
        throw new Refusal(
            new Problems(call.body())
                .add("fields", "não conhece o campo " + name)
                .answer(Version.V2));
      }
    }
  }

  /** The rows after the cursor; the first ones without one. */
  private static List<Row> after(Call call, List<Row> all, int size) {
    long before = call.query().value("cursor").map(Statements::cursorId).orElse(Long.MAX_VALUE);
    return all.stream().filter(row -> row.id() < before).limit(size).toList();
  }

  private static @org.jspecify.annotations.Nullable String cursor(List<Row> all, List<Row> rows) {
    if (rows.isEmpty() || rows.get(rows.size() - 1).equals(all.get(all.size() - 1))) {
      return null;
    }
    String last = "tx-" + rows.get(rows.size() - 1).id();
    return Base64.getUrlEncoder()
        .withoutPadding()
        .encodeToString(last.getBytes(StandardCharsets.US_ASCII));
  }

  private static long cursorId(String cursor) {
    String text = new String(Base64.getUrlDecoder().decode(cursor), StandardCharsets.US_ASCII);
    if (!text.startsWith("tx-")) {
      throw new IllegalArgumentException("not a cursor");
    }
    return Long.parseLong(text.substring("tx-".length()));
  }
}
