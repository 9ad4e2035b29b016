package br.com.kobana.mcp.tools;

import br.com.kobana.mcp.catalog.RowIds;
import br.com.kobana.mcp.catalog.Tool;
import br.com.kobana.mcp.jsonrpc.Json;
import br.com.kobana.mcp.jsonrpc.MalformedJson;
import br.com.kobana.mcp.protocol.Cursors;
import br.com.kobana.mcp.protocol.Result;
import br.com.kobana.mcp.upstream.UpstreamFailure;
import br.com.kobana.mcp.upstream.UpstreamResponse;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Optional;

/** What an answer of the API means for the call that asked for it. Thread-safe. */
final class Conclusions {
  private static final String NO_CONTENT = "The operation succeeded; the API returned no content.";

  private static final String REREAD =
      "The operation succeeded. The API returned no content; data is the record as read afterwards.";

  private static final String REPLAYED = "replayed";

  private final Cursors cursors;
  private final ReadTools readTools;
  private final RowsShown observer;

  /** What comes of an answer. */
  sealed interface Outcome {
    /** The call is over. */
    record Ended(Result result) implements Outcome {}

    /** One more request. */
    record Next(CallStep step) implements Outcome {}
  }

  Conclusions(Cursors cursors, ReadTools readTools, RowsShown observer) {
    this.cursors = cursors;
    this.readTools = readTools;
    this.observer = observer;
  }

  /** The next request where the answer leaves one to make, or the result. */
  Outcome proceed(CallStep step, UpstreamResponse answer) {
    if (step.reread().isPresent()
        && step.written().isEmpty()
        && isSuccess(answer)
        && AnswerShapes.isBlank(answer)) {
      return new Outcome.Next(step.rereading(answer));
    }
    if (step.spansPages() && isSuccess(answer) && !AnswerShapes.isBlank(answer)) {
      try {
        AnswerShapes.Shaped shaped = step.compiled().shapes().shape(answer, step.fields());
        return step.page().orElseThrow().wantsMore(step, shaped.last())
            ? new Outcome.Next(step.onward(shaped.data()))
            : new Outcome.Ended(success(step, shaped, meta(step, answer)));
      } catch (MalformedJson e) {
        return new Outcome.Ended(unreadable(step, answer));
      }
    }
    return new Outcome.Ended(conclude(step, answer));
  }

  /** The result for this answer, whatever its status, with no further request. */
  Result conclude(CallStep step, UpstreamResponse answer) {
    if (step.written().isPresent()) {
      return reread(step, step.written().get(), answer);
    }
    ObjectNode meta = meta(step, answer);
    if (!isSuccess(answer)) {
      return step.pages() > 0
          ? partial(step, "the API answered HTTP " + answer.status())
          : Answers.error(masked(step, failures(step).answered(answer)), meta);
    }
    if (AnswerShapes.isBlank(answer)) {
      return step.compiled().tool().writes() ? nothing(meta) : unreadable(step, answer);
    }
    boolean whole = step.page().map(ListPage::isWhole).orElse(true);
    Optional<Skimmed> skimmed =
        whole ? step.compiled().shapes().skim(answer, step.fields()) : Optional.empty();
    // An API may write & as an escape. A tree writes it as it is, which reads better.
    skimmed = skimmed.filter(s -> !s.data().hasNumberedEscape());
    if (skimmed.isPresent()) {
      return success(step, skimmed.get(), meta);
    }
    try {
      return success(step, step.compiled().shapes().shape(answer, step.fields()), meta);
    } catch (MalformedJson e) {
      return unreadable(step, answer);
    }
  }

  /** The result where no answer came. */
  Result conclude(CallStep step, UpstreamFailure failure) {
    if (step.written().isPresent()) {
      return nothing(meta(step, step.written().get()));
    }
    return step.pages() > 0
        ? partial(step, Failures.reason(failure))
        : Answers.error(failures(step).unanswered(failure), meta(step));
  }

  /** The write succeeded, whatever became of reading the record again. */
  private static Result reread(CallStep step, UpstreamResponse written, UpstreamResponse read) {
    ObjectNode meta = meta(step, written);
    if (!isSuccess(read) || AnswerShapes.isBlank(read)) {
      return nothing(meta);
    }
    try {
      ObjectNode record = step.reread().orElseThrow().tool().shapes().shape(read);
      return Answers.success(marked(record, meta), Optional.of(REREAD), meta);
    } catch (MalformedJson e) {
      return nothing(meta);
    }
  }

  private Result success(CallStep step, AnswerShapes.Shaped shaped, ObjectNode meta) {
    ObjectNode own = next(step, shaped.last());
    JsonNode data = shaped.data();
    if (step.page().isPresent()) {
      data = step.page().get().cut(step.pages() > 0 ? array(step.together(data)) : data);
    }
    shown(step, data);
    beside(own, shaped.meta());
    return Answers.success(marked(json(step, data, own), meta), Optional.empty(), meta);
  }

  private Result success(CallStep step, Skimmed skimmed, ObjectNode meta) {
    skimmed.rows().ifPresent(rows -> shown(step, rows));
    ObjectNode own = next(step, skimmed.last());
    beside(own, skimmed.meta());
    unknown(own, skimmed.unknown());
    if (meta.has(ToolCalls.REPLAYED_META)) {
      own.put(REPLAYED, true);
    }
    return Answers.success(skimmed.data(), own, meta);
  }

  /** Where the next page starts, for a list. */
  private ObjectNode next(CallStep step, ListPage.Last last) {
    ObjectNode own = Json.object();
    step.page()
        .ifPresent(
            page ->
                own.put(
                    "next_cursor",
                    page.next(step, last).map(position -> cursor(step, position)).orElse(null)));
    return own;
  }

  /** Rows that were read are not thrown away because the page after them did not come. */
  private Result partial(CallStep step, String because) {
    ListPage page = step.page().orElseThrow();
    JsonNode data = page.cut(array(step.rows()));
    shown(step, data);
    ObjectNode own = Json.object();
    own.put("next_cursor", cursor(step, page.after(data.size())));
    own.put("partial", true);
    String sentence =
        "Only the first "
            + data.size()
            + " rows could be read: "
            + because
            + ". The rest starts at meta.next_cursor.";
    return Answers.success(json(step, data, own), Optional.of(sentence), meta(step));
  }

  /** Before fields are left out, which may be the ids. */
  private void shown(CallStep step, JsonNode data) {
    if (data.isArray()) {
      shown(step, RowIds.of(data));
    }
  }

  private void shown(CallStep step, RowIds rows) {
    observer.shown(step.caller(), step.compiled().tool(), step.arguments(), rows);
  }

  /** What the API says beside the data; what is ours wins. */
  private static void beside(ObjectNode meta, ObjectNode theirs) {
    theirs.properties().forEach(e -> meta.putIfAbsent(e.getKey(), e.getValue()));
  }

  private static void unknown(ObjectNode meta, List<String> fields) {
    if (!fields.isEmpty()) {
      fields.forEach(meta.putArray("unknown_fields")::add);
    }
  }

  private static ObjectNode json(CallStep step, JsonNode data, ObjectNode meta) {
    if (!step.fields().isEmpty() && !data.isEmpty()) {
      FieldTree wanted = FieldTree.of(step.fields());
      wanted.project(data);
      unknown(meta, wanted.unmet());
    }
    ObjectNode json = Json.object();
    json.set("data", data);
    if (!meta.isEmpty()) {
      json.set("meta", meta);
    }
    return json;
  }

  /** Says where the model reads it that this is the answer to an earlier call. */
  private static ObjectNode marked(ObjectNode json, ObjectNode meta) {
    if (meta.has(ToolCalls.REPLAYED_META)) {
      json.withObjectProperty("meta").put(REPLAYED, true);
    }
    return json;
  }

  private static Result nothing(ObjectNode meta) {
    ObjectNode nothing = Json.object().set("data", Json.object().nullNode());
    return Answers.success(marked(nothing, meta), Optional.of(NO_CONTENT), meta);
  }

  private Result unreadable(CallStep step, UpstreamResponse answer) {
    return step.pages() > 0
        ? partial(step, "the API gave an answer that cannot be read")
        : Answers.error(failures(step).unreadable(answer), meta(step, answer));
  }

  private String cursor(CallStep step, String position) {
    ListPage page = step.page().orElseThrow();
    return page.cursor(position, cursors, step.compiled().tool().name(), step.caller().principal());
  }

  private static ArrayNode array(List<JsonNode> rows) {
    return Json.array().addAll(rows);
  }

  private static boolean isSuccess(UpstreamResponse answer) {
    return answer.status() >= 200 && answer.status() < 300;
  }

  private static ObjectNode meta(CallStep step, UpstreamResponse answer) {
    ObjectNode meta = meta(step);
    if (Failures.isReplay(answer)) {
      meta.put(ToolCalls.REPLAYED_META, true);
    }
    return meta;
  }

  private static ObjectNode meta(CallStep step) {
    ObjectNode meta = Json.object();
    if (step.compiled().tool().writes()) {
      step.key().ifPresent(k -> meta.put(ToolCalls.KEY_META, k));
    }
    return meta;
  }

  private Failures failures(CallStep step) {
    return new Failures(
        step.compiled().tool(),
        step.key(),
        step.compiled().mapping().keyArgument().map(Tool.Argument::name),
        readTools.of(step.compiled().tool(), step.caller(), step.view()));
  }

  /** An API that repeats the token it refused must not have it repeated to the model. */
  private static String masked(CallStep step, String text) {
    String authorization = step.caller().credential().authorization();
    String token = authorization.substring(authorization.indexOf(' ') + 1);
    return token.isEmpty() ? text : text.replace(token, "***");
  }
}
