package br.com.kobana.mcp.tools;

import br.com.kobana.mcp.auth.Caller;
import br.com.kobana.mcp.auth.Challenge;
import br.com.kobana.mcp.catalog.Catalog;
import br.com.kobana.mcp.catalog.Tool;
import br.com.kobana.mcp.jsonrpc.Json;
import br.com.kobana.mcp.jsonrpc.MalformedJson;
import br.com.kobana.mcp.protocol.Cursors;
import br.com.kobana.mcp.protocol.Refusal;
import br.com.kobana.mcp.protocol.Result;
import br.com.kobana.mcp.upstream.UpstreamFailure;
import br.com.kobana.mcp.upstream.UpstreamRequest;
import br.com.kobana.mcp.upstream.UpstreamResponse;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * {@code tools/call} without the call itself: turns parameters into a request to the API, and the
 * answer into a result. Sending lies between the two and is somebody else's. Thread-safe.
 */
public final class ToolCalls {
  /** The idempotency key of a write, in the result's {@code _meta}. */
  static final String KEY_META = "br.com.kobana/idempotencyKey";

  /** True in {@code _meta} where the API repeated the answer of an earlier call with the key. */
  static final String REPLAYED_META = "br.com.kobana/replayed";

  private static final String NO_CONTENT = "The operation succeeded; the API returned no content.";

  private final Catalog catalog;
  private final Cursors cursors;
  private final Challenge challenge;
  private final Supplier<String> keys;
  private final Map<String, CompiledTool> compiled = new LinkedHashMap<>();
  private final ReadTools readTools;

  /**
   * @param keys a fresh idempotency key at each call: unique, at most 255 visible ASCII characters
   */
  public ToolCalls(Catalog catalog, Cursors cursors, Challenge challenge, Supplier<String> keys) {
    this.catalog = catalog;
    this.cursors = cursors;
    this.challenge = challenge;
    this.keys = keys;
    catalog.tools().forEach(t -> compiled.put(t.name(), CompiledTool.of(t)));
    this.readTools = new ReadTools(compiled.values());
  }

  /** What comes of the parameters. */
  public sealed interface Prepared {
    /**
     * A request to send; what comes back goes to {@code conclude} with the plan.
     *
     * @param plan how to read the answer
     */
    record Send(Plan plan, UpstreamRequest request) implements Prepared {
      /**
       * The same with another idempotency key, such as a confirmation's nonce. A request that takes
       * none stays as it is, and so does one with a key that the caller chose: who repeats a call
       * under its key means the same effect, however often a person agrees to it.
       */
      public Send withIdempotencyKey(String key) {
        if (request.idempotencyKey().isEmpty() || plan.keyChosen) {
          return this;
        }
        UpstreamRequest keyed =
            new UpstreamRequest(
                request.method(),
                request.path(),
                request.query(),
                request.body(),
                Optional.of(key),
                request.credential(),
                request.accountUid(),
                request.write(),
                request.area());
        return new Send(
            new Plan(plan.compiled, plan.caller, plan.fields, plan.page, Optional.of(key), false),
            keyed);
      }
    }

    /** A result without a call: the arguments were wrong. */
    record Done(Result result) implements Prepared {}
  }

  /** How to read the answer of one call. Immutable. */
  public static final class Plan {
    private final CompiledTool compiled;
    private final Caller caller;
    private final List<String> fields;
    private final Optional<ListPage> page;
    private final Optional<String> key;
    private final boolean keyChosen;

    private Plan(
        CompiledTool compiled,
        Caller caller,
        List<String> fields,
        Optional<ListPage> page,
        Optional<String> key,
        boolean keyChosen) {
      this.compiled = compiled;
      this.caller = caller;
      this.fields = fields;
      this.page = page;
      this.key = key;
      this.keyChosen = keyChosen;
    }

    public Tool tool() {
      return compiled.tool();
    }
  }

  /**
   * Checks the parameters and makes the request. Members of the parameters other than {@code name}
   * and {@code arguments} are ignored.
   *
   * @return the request, or {@code isError} where the arguments are ones the model can correct
   * @throws Refusal -32602 for parameters that are none or a tool that does not exist for this
   *     caller; the challenge where a scope is missing
   */
  public Prepared prepare(Caller caller, Optional<ObjectNode> params) {
    JsonNode name = params.<JsonNode>map(p -> p.path("name")).orElseGet(Json::object);
    if (!name.isTextual()) {
      throw Refusal.invalidParams("params.name must be the name of a tool");
    }
    ObjectNode arguments = arguments(params.orElseThrow());
    CompiledTool tool = allowed(caller, name.textValue());
    try {
      return send(tool, caller, arguments);
    } catch (BadArguments e) {
      return new Prepared.Done(Answers.error(e.text(), Json.object()));
    }
  }

  private static ObjectNode arguments(ObjectNode params) {
    JsonNode arguments = params.path("arguments");
    if (arguments instanceof ObjectNode object) {
      return object;
    }
    if (arguments.isMissingNode() || arguments.isNull()) {
      return Json.object();
    }
    throw Refusal.invalidParams("params.arguments must be an object");
  }

  private CompiledTool allowed(Caller caller, String name) {
    Optional<CompiledTool> tool =
        catalog.tool(name).flatMap(t -> Optional.ofNullable(compiled.get(t.name())));
    if (tool.isEmpty()) {
      throw unknown(name);
    }
    return switch (tool.get().access().of(caller)) {
      case ALLOWED -> tool.get();
      case SCOPE_MISSING -> throw challenge.insufficientScope(tool.get().access().needed());
      case HIDDEN -> throw unknown(name);
    };
  }

  private static Refusal unknown(String name) {
    return Refusal.invalidParams("Unknown tool: " + Shown.name(name));
  }

  private Prepared.Send send(CompiledTool compiled, Caller caller, ObjectNode arguments)
      throws BadArguments {
    Tool tool = compiled.tool();
    compiled.check().check(arguments);
    RequestMapping mapping = compiled.mapping();
    String path = mapping.path(arguments);
    List<String> fields = compiled.fields(arguments);
    Map<String, String> query = compiled.query(arguments);
    Optional<ListPage> page = Optional.empty();
    if (compiled.lists()) {
      page = Optional.of(ListPage.of(tool, arguments, path, query, cursors, caller.principal()));
      page.get().ask(query);
    }
    if (tool.listing().isPresent() && tool.listing().get().upstreamFields() && !fields.isEmpty()) {
      query.put("fields", FieldNames.topLevel(fields));
    }
    Optional<String> chosen = mapping.idempotencyKey(arguments);
    Optional<String> key = chosen.isEmpty() && mapping.keyed() ? Optional.of(keys.get()) : chosen;
    UpstreamRequest request =
        new UpstreamRequest(
            tool.operation().method(),
            path,
            query.entrySet().stream()
                .map(e -> new UpstreamRequest.Parameter(e.getKey(), e.getValue()))
                .toList(),
            mapping.body(arguments),
            key,
            caller.credential(),
            caller.upstreamAccount(),
            tool.writes(),
            tool.domain());
    Plan plan = new Plan(compiled, caller, fields, page, key, chosen.isPresent());
    return new Prepared.Send(plan, request);
  }

  /** The result for an answer of the API, whatever its status. */
  public Result conclude(Plan plan, UpstreamResponse answer) {
    ObjectNode meta = meta(plan);
    boolean replayed = Failures.isReplay(answer);
    if (replayed) {
      meta.put(REPLAYED_META, true);
    }
    if (answer.status() < 200 || answer.status() >= 300) {
      return Answers.error(masked(plan, failures(plan).answered(answer)), meta);
    }
    boolean blank = AnswerShapes.isBlank(answer);
    if (blank && plan.tool().writes()) {
      ObjectNode nothing = Json.object().set("data", Json.object().nullNode());
      return Answers.success(marked(nothing, replayed), Optional.of(NO_CONTENT), meta);
    }
    if (blank) {
      return Answers.error(failures(plan).unreadable(answer), meta);
    }
    try {
      return Answers.success(marked(shaped(plan, answer), replayed), Optional.empty(), meta);
    } catch (MalformedJson e) {
      return Answers.error(failures(plan).unreadable(answer), meta);
    }
  }

  /** The result where no answer came. */
  public Result conclude(Plan plan, UpstreamFailure failure) {
    return Answers.error(failures(plan).unanswered(failure), meta(plan));
  }

  private ObjectNode shaped(Plan plan, UpstreamResponse answer) throws MalformedJson {
    AnswerShapes.Shaped shaped = plan.compiled.shapes().shape(answer, plan.fields);
    ObjectNode meta = Json.object();
    JsonNode data = shaped.data();
    if (plan.page.isPresent()) {
      ListPage page = plan.page.get();
      Optional<String> next =
          page.next(
              data, shaped.pagination(), cursors, plan.tool().name(), plan.caller.principal());
      meta.put("next_cursor", next.orElse(null));
      data = page.cut(data);
    }
    shaped.meta().properties().forEach(e -> meta.putIfAbsent(e.getKey(), e.getValue()));
    if (!plan.fields.isEmpty() && !data.isEmpty()) {
      FieldTree wanted = FieldTree.of(plan.fields);
      wanted.project(data);
      List<String> unmet = wanted.unmet();
      if (!unmet.isEmpty()) {
        unmet.forEach(meta.putArray("unknown_fields")::add);
      }
    }
    ObjectNode json = Json.object();
    json.set("data", data);
    if (!meta.isEmpty()) {
      json.set("meta", meta);
    }
    return json;
  }

  /** Says where the model reads it that this is the answer to an earlier call. */
  private static ObjectNode marked(ObjectNode json, boolean replayed) {
    if (replayed) {
      json.withObjectProperty("meta").put("replayed", true);
    }
    return json;
  }

  private static ObjectNode meta(Plan plan) {
    ObjectNode meta = Json.object();
    if (plan.tool().writes()) {
      plan.key.ifPresent(k -> meta.put(KEY_META, k));
    }
    return meta;
  }

  private Failures failures(Plan plan) {
    return new Failures(
        plan.tool(),
        plan.key,
        plan.compiled.mapping().keyArgument().map(Tool.Argument::name),
        readTools.of(plan.tool(), plan.caller));
  }

  /** An API that repeats the token it refused must not have it repeated to the model. */
  private static String masked(Plan plan, String text) {
    String authorization = plan.caller.credential().authorization();
    String token = authorization.substring(authorization.indexOf(' ') + 1);
    return token.isEmpty() ? text : text.replace(token, "***");
  }
}
