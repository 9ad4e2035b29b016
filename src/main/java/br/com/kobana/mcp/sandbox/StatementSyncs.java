package br.com.kobana.mcp.sandbox;

import br.com.kobana.mcp.jsonrpc.Json;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.LocalDate;
import java.time.YearMonth;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** How transactions come in: fetched from the bank, or imported from a file. */
final class StatementSyncs {
  private static final int DEFAULT_DAYS = 30;

  private static final Template IMPORT =
      Template.of(
          """
          enqueued_at started_at finished_at processed_at import_errors total_rows external_id
          custom_data tag_list source_file_name
          """,
          """
          {"created_rows":0,"failed_to_create_rows":0,"failed_to_update_rows":0,
           "processed_rows":0,"updated_rows":0,"source_file_size":0,"status":"pending",
           "created_via_api":false,"tags":[]}
          """);

  private StatementSyncs() {}

  static List<Operation> operations() {
    Resource syncs =
        Resource.at(Statements.PATH + "/syncs", Kind.STATEMENT_SYNC, Statements.SCOPE)
            .within(Kind.FINANCIAL_ACCOUNT, FinancialAccounts.PARAM)
            .filters(Filter.equal("status", "/status"))
            .view(StatementSyncs::bare)
            .list();
    Resource sync =
        Resource.at(Statements.PATH + "/syncs", Kind.STATEMENT_SYNC, Statements.SCOPE)
            .within(Kind.FINANCIAL_ACCOUNT, FinancialAccounts.PARAM)
            .view(StatementSyncs::withCommands)
            .get();
    Resource start =
        Resource.at(Statements.PATH, Kind.STATEMENT_SYNC, Statements.SCOPE)
            .within(Kind.FINANCIAL_ACCOUNT, FinancialAccounts.PARAM)
            .on("POST", "/sync", StatementSyncs::start);
    Resource imports =
        Resource.at(Statements.PATH + "/imports", Kind.STATEMENT_IMPORT, Statements.SCOPE)
            .within(Kind.FINANCIAL_ACCOUNT, FinancialAccounts.PARAM)
            .filters(
                Filter.equal("status", "/status"),
                Filter.equal("source_file_name", "/source_file_name"),
                Filter.holds("tags", "/tags"))
            .filters(Filter.period("processed", "/processed_at"))
            .filters(Filter.period("created", "/created_at"))
            .list()
            .get();
    return Stream.of(syncs, sync, start, imports)
        .flatMap(resource -> resource.operations().stream())
        .toList();
  }

  static ObjectNode importFields(String uid, String fileName, String stamp) {
    return IMPORT
        .copy()
        .put("uid", uid)
        .put("source_file_name", fileName)
        .put("created_at", stamp)
        .put("updated_at", stamp);
  }

  static ObjectNode fields(
      String uid, LocalDate from, LocalDate to, int commands, String status, String stamp) {
    ObjectNode json =
        Json.object()
            .put("uid", uid)
            .put("status", status)
            .put("start_at", from.toString())
            .put("end_at", to.toString())
            .put("commands_count", commands);
    json.putObject("commands_summary")
        .put(status.equals("done") ? "confirmed" : "pending", commands);
    return json.put("created_at", stamp).put("updated_at", stamp);
  }

  /** One command a month of the window; the answer shows the first. */
  private static Answer start(Call call) {
    Problems problems = new Problems(call.body()).date("start_at").date("end_at");
    if (problems.any()) {
      return problems.answer(Version.V2);
    }
    LocalDate to = day(call, "end_at", call.times().today());
    LocalDate from = day(call, "start_at", to.minusDays(DEFAULT_DAYS));
    if (from.isAfter(to)) {
      return problems.add("start_at", "deve ser antes de end_at").answer(Version.V2);
    }
    Row account =
        call.table(Kind.FINANCIAL_ACCOUNT).find(call.param(FinancialAccounts.PARAM)).orElseThrow();
    List<Row> commands = new ArrayList<>();
    for (ObjectNode window : months(from, to)) {
      commands.add(
          Commands.issue(call, account, FinancialAccounts.SUBJECT, "statement_sync", window));
    }
    Row sync =
        call.table(Kind.STATEMENT_SYNC)
            .add(
                account.uid(),
                (id, uid) ->
                    fields(uid, from, to, commands.size(), "pending", call.times().stamp()));
    ObjectNode body = Json.object().put("status", 201);
    body.set("data", commands.get(0).json());
    body.set("sync", sync.json());
    Answer answer = Answer.json(201, body);
    finish(call, sync, commands);
    return answer;
  }

  private static void finish(Call call, Row sync, List<Row> commands) {
    ArrayNode uids = sync.json().putArray("command_uids");
    for (Row command : commands) {
      Commands.confirm(call, command);
      uids.add(command.uid());
    }
    sync.json().put("status", "done");
    sync.json().putObject("commands_summary").put("confirmed", commands.size());
    call.touch(sync);
  }

  private static ObjectNode bare(Call call, Row sync) {
    return sync.json().deepCopy().without("command_uids");
  }

  private static ObjectNode withCommands(Call call, Row sync) {
    ObjectNode json = sync.json().deepCopy();
    ArrayNode commands = Json.array();
    json.path("command_uids")
        .forEach(
            uid ->
                call.table(Kind.COMMAND)
                    .find(uid.asText())
                    .ifPresent(command -> commands.add(command.json())));
    json.remove("command_uids");
    json.set("commands", commands);
    return json;
  }

  private static List<ObjectNode> months(LocalDate from, LocalDate to) {
    List<ObjectNode> windows = new ArrayList<>();
    LocalDate first = from;
    while (!first.isAfter(to)) {
      LocalDate end = YearMonth.from(first).atEndOfMonth();
      LocalDate last = end.isAfter(to) ? to : end;
      windows.add(Json.object().put("start_at", first.toString()).put("end_at", last.toString()));
      first = last.plusDays(1);
    }
    return windows;
  }

  private static LocalDate day(Call call, String field, LocalDate otherwise) {
    String text = call.field(field).asText("");
    return text.isEmpty() ? otherwise : LocalDate.parse(text.substring(0, 10));
  }
}
