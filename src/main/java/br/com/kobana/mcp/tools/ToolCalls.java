package br.com.kobana.mcp.tools;

import br.com.kobana.mcp.auth.Caller;
import br.com.kobana.mcp.auth.Challenge;
import br.com.kobana.mcp.catalog.Catalog;
import br.com.kobana.mcp.catalog.Tool;
import br.com.kobana.mcp.jsonrpc.Json;
import br.com.kobana.mcp.protocol.Cursors;
import br.com.kobana.mcp.protocol.Refusal;
import br.com.kobana.mcp.protocol.Result;
import br.com.kobana.mcp.upstream.ApiPath;
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

  private final Catalog catalog;
  private final Cursors cursors;
  private final Challenge challenge;
  private final Supplier<String> keys;
  private final Map<String, CompiledTool> compiled = new LinkedHashMap<>();
  private final Conclusions conclusions;

  /**
   * @param keys a fresh idempotency key at each call: unique, at most 255 visible ASCII characters
   * @param observer of the rows of lists
   */
  public ToolCalls(
      Catalog catalog,
      Cursors cursors,
      Challenge challenge,
      Supplier<String> keys,
      RowsShown observer) {
    this.catalog = catalog;
    this.cursors = cursors;
    this.challenge = challenge;
    this.keys = keys;
    catalog.tools().forEach(t -> compiled.put(t.name(), CompiledTool.of(t)));
    this.conclusions = new Conclusions(cursors, new ReadTools(compiled.values()), observer);
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
        boolean stays = request.idempotencyKey().isEmpty() || plan.step.keyChosen();
        return stays ? this : Send.of(plan.step.withKey(key));
      }

      private static Send of(CallStep step) {
        return new Send(new Plan(step), step.request());
      }
    }

    /** A result without a call: the arguments were wrong. */
    record Done(Result result) implements Prepared {}
  }

  /** How far a call has come, and so how to read its answer. Immutable. */
  public static final class Plan {
    private final CallStep step;

    private Plan(CallStep step) {
      this.step = step;
    }

    public Tool tool() {
      return step.compiled().tool();
    }

    /** The request that the answer is of: the first of the call, or a further one. */
    public UpstreamRequest request() {
      return step.request();
    }
  }

  /** As below, with no tool taken away. */
  public Prepared prepare(Caller caller, Optional<ObjectNode> params) {
    return prepare(caller, ToolView.ALL, params);
  }

  /**
   * Checks the parameters and makes the request. Members of the parameters other than {@code name}
   * and {@code arguments} are ignored.
   *
   * @param view to which the client narrowed itself; a tool outside it does not exist
   * @return the request, or {@code isError} where the arguments are ones the model can correct
   * @throws Refusal -32602 for parameters that are none or a tool that does not exist for this
   *     caller; the challenge where a scope is missing
   */
  public Prepared prepare(Caller caller, ToolView view, Optional<ObjectNode> params) {
    JsonNode name = params.<JsonNode>map(p -> p.path("name")).orElseGet(Json::object);
    if (!name.isTextual()) {
      throw Refusal.invalidParams("params.name must be the name of a tool");
    }
    ObjectNode arguments = arguments(params.orElseThrow());
    CompiledTool tool = allowed(caller, view, name.textValue());
    try {
      return send(tool, caller, view, arguments);
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

  private CompiledTool allowed(Caller caller, ToolView view, String name) {
    Optional<CompiledTool> tool =
        catalog
            .tool(name)
            .filter(view::shows)
            .flatMap(t -> Optional.ofNullable(compiled.get(t.name())));
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

  private Prepared.Send send(
      CompiledTool compiled, Caller caller, ToolView view, ObjectNode arguments)
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
            tool.domain(),
            tool.operation().path());
    CallStep first =
        CallStep.first(
            compiled,
            caller,
            view,
            arguments,
            fields,
            page,
            key,
            request,
            reread(compiled, caller, view, arguments));
    return Prepared.Send.of(chosen.isPresent() ? first.withChosenKey() : first);
  }

  /** How the record is read again, where the catalogue says how and this caller may. */
  private Optional<CallStep.Reread> reread(
      CompiledTool write, Caller caller, ToolView view, ObjectNode arguments) throws BadArguments {
    Optional<CompiledTool> found =
        write.tool().rereads().flatMap(name -> Optional.ofNullable(compiled.get(name)));
    if (found.isEmpty()
        || !view.shows(found.get().tool())
        || !found.get().access().allows(caller)) {
      return Optional.empty();
    }
    Tool read = found.get().tool();
    UpstreamRequest request =
        new UpstreamRequest(
            read.operation().method(),
            ApiPath.expand(read.operation().path(), write.mapping().variables(arguments)),
            List.of(),
            Optional.empty(),
            Optional.empty(),
            caller.credential(),
            caller.upstreamAccount(),
            false,
            read.domain(),
            read.operation().path());
    return Optional.of(new CallStep.Reread(found.get(), request));
  }

  /**
   * What comes of an answer of the API: a further request (the next page of a list, or the record
   * after a write that was answered with nothing), or the result.
   */
  public Prepared proceed(Plan plan, UpstreamResponse answer) {
    Conclusions.Outcome outcome = conclusions.proceed(plan.step, answer);
    if (outcome instanceof Conclusions.Outcome.Next next) {
      return Prepared.Send.of(next.step());
    }
    return new Prepared.Done(((Conclusions.Outcome.Ended) outcome).result());
  }

  /** The result for an answer of the API, whatever its status, with nothing asked further. */
  public Result conclude(Plan plan, UpstreamResponse answer) {
    return conclusions.conclude(plan.step, answer);
  }

  /** The result where no answer came. */
  public Result conclude(Plan plan, UpstreamFailure failure) {
    return conclusions.conclude(plan.step, failure);
  }
}
