package br.com.kobana.mcp.completion;

import br.com.kobana.mcp.auth.Caller;
import br.com.kobana.mcp.catalog.Catalog;
import br.com.kobana.mcp.catalog.RecordType;
import br.com.kobana.mcp.jsonrpc.Json;
import br.com.kobana.mcp.prompts.Prompt;
import br.com.kobana.mcp.prompts.PromptBook;
import br.com.kobana.mcp.prompts.Prompts;
import br.com.kobana.mcp.prompts.Table;
import br.com.kobana.mcp.protocol.Refusal;
import br.com.kobana.mcp.protocol.Result;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * {@code completion/complete}. It never calls the API: values come from tables, from the calendar
 * and from what the caller was shown before, and never hold personal data. A caller gets
 * suggestions only for prompts they can use and records they may read.
 */
public final class Completions {
  /** The most values of an answer (MCP schema, {@code CompleteResult}). */
  public static final int MAX_VALUES = 100;

  private final PromptBook book;
  private final Prompts prompts;
  private final SeenIds seen;
  private final Templates templates;
  private final Days days;
  private final Map<String, RecordType> types = new LinkedHashMap<>();
  private final Map<String, Candidates> tables = new LinkedHashMap<>();

  public Completions(
      Catalog catalog, PromptBook book, Prompts prompts, SeenIds seen, InstantSource clock) {
    this.book = book;
    this.prompts = prompts;
    this.seen = seen;
    this.templates = new Templates(catalog);
    this.days = new Days(clock);
    catalog.recordTypes().forEach(type -> types.put(type.name(), type));
    book.tables().forEach(table -> tables.put(table.name(), new Candidates(table.values())));
  }

  /**
   * Suggestions, best first.
   *
   * @throws Refusal -32602 for a malformed request and for a prompt, template, argument or variable
   *     that does not exist for this caller
   */
  public Result complete(Caller caller, Optional<ObjectNode> params) {
    CompletionRequest request = CompletionRequest.of(params);
    List<String> values =
        request.prompt() ? ofPrompt(caller, request) : ofTemplate(caller, request);
    ObjectNode result = Json.object();
    ObjectNode completion = result.putObject("completion");
    ArrayNode suggested = completion.putArray("values");
    values.stream().limit(MAX_VALUES).forEach(suggested::add);
    completion.put("total", values.size()).put("hasMore", values.size() > MAX_VALUES);
    return Result.complete(result);
  }

  private List<String> ofPrompt(Caller caller, CompletionRequest request) {
    Prompt.Argument argument =
        prompts
            .find(caller, request.reference())
            .orElseThrow(() -> Refusal.invalidParams("There is no such prompt"))
            .argument(request.argument())
            .orElseThrow(() -> Refusal.invalidParams("The prompt has no such argument"));
    String typed = request.typed();
    Prompt.Suggestion from = argument.suggestion();
    if (from instanceof Prompt.Suggestion.Values) {
      Candidates values = new Candidates(prompts.values(caller, argument));
      return argument.many() ? values.lastOfList(typed) : values.matching(typed);
    }
    if (from instanceof Prompt.Suggestion.FromTable table) {
      return book.table(table.table()).map(t -> ofTable(t, typed)).orElse(List.of());
    }
    if (from instanceof Prompt.Suggestion.Dates dates) {
      return new Candidates(days.of(dates.range())).matching(typed);
    }
    if (from instanceof Prompt.Suggestion.Records records) {
      return Optional.ofNullable(types.get(records.type()))
          .filter(type -> templates.mayRead(caller, type))
          .map(type -> seen.of(caller, type.name(), records.field(), Map.of()))
          .map(ids -> new Candidates(ids).matching(typed))
          .orElse(List.of());
    }
    return List.of();
  }

  private List<String> ofTemplate(Caller caller, CompletionRequest request) {
    String template = request.reference();
    RecordType type =
        templates
            .readable(caller, template)
            .orElseThrow(() -> Refusal.invalidParams("There is no such resource template"));
    List<String> variables = Templates.variables(type.uriTemplate());
    int at = variables.indexOf(request.argument());
    if (at < 0) {
      throw Refusal.invalidParams("The resource template has no such variable");
    }
    Optional<Table> table = book.tableOfVariable(request.argument());
    if (table.isPresent()) {
      return ofTable(table.get(), request.typed());
    }
    Map<String, String> parents = new LinkedHashMap<>(request.context());
    parents.keySet().retainAll(variables.subList(0, at));
    return templates
        .named(template, request.argument())
        .filter(named -> parents.size() == at && templates.mayRead(caller, named))
        .map(named -> new Candidates(ids(caller, named, parents)).matching(request.typed()))
        .orElse(List.of());
  }

  /** What stands in URIs: the uid, or the number of records that have none. */
  private List<String> ids(Caller caller, RecordType type, Map<String, String> parents) {
    List<String> uids =
        type.uriTemplate().endsWith("{id}")
            ? List.of()
            : seen.of(caller, type.name(), "uid", parents);
    return uids.isEmpty() ? seen.of(caller, type.name(), "id", parents) : uids;
  }

  private List<String> ofTable(Table table, String typed) {
    Candidates candidates = tables.getOrDefault(table.name(), new Candidates(List.of()));
    return switch (table.style()) {
      case WHOLE -> candidates.matching(typed);
      case SEGMENTS -> candidates.nextSegments(typed);
    };
  }
}
