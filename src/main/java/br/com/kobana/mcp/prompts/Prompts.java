package br.com.kobana.mcp.prompts;

import br.com.kobana.mcp.auth.Access;
import br.com.kobana.mcp.auth.Caller;
import br.com.kobana.mcp.catalog.Catalog;
import br.com.kobana.mcp.jsonrpc.Json;
import br.com.kobana.mcp.protocol.Cursors;
import br.com.kobana.mcp.protocol.Paged;
import br.com.kobana.mcp.protocol.Refusal;
import br.com.kobana.mcp.protocol.Result;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * {@code prompts/list} and {@code prompts/get}. Text only: neither calls the API. A prompt exists
 * for a caller who can run every tool it needs, and for nobody else.
 */
public final class Prompts {
  private static final ZoneId BRASILIA = ZoneId.of("America/Sao_Paulo");

  private final PromptBook book;
  private final Catalog catalog;
  private final InstantSource clock;
  private final Paged<Prompt> paged;
  private final PromptText text;

  public Prompts(
      PromptBook book, Catalog catalog, Cursors cursors, int pageSize, InstantSource clock) {
    this.book = book;
    this.catalog = catalog;
    this.clock = clock;
    this.paged = new Paged<>(cursors, "prompts/list", pageSize, Prompt::name);
    this.text = new PromptText(book.closing());
  }

  /**
   * @throws Refusal -32602 for a cursor of another list or caller
   */
  public Result list(Caller caller, Optional<ObjectNode> params) {
    Paged.Page<Prompt> page =
        paged.page(caller.principal(), params, book.prompts(), p -> isFor(caller, p));
    ObjectNode result = Json.object();
    ArrayNode prompts = result.putArray("prompts");
    page.items().forEach(prompt -> prompts.add(entry(prompt)));
    page.nextCursor().ifPresent(cursor -> result.put("nextCursor", cursor));
    return Result.cacheable(result);
  }

  /**
   * The text of one prompt.
   *
   * @throws Refusal -32602 for an unknown prompt, a required argument without a value, an argument
   *     the prompt does not have, and a value that is no string or not of the argument's type
   */
  public Result get(Caller caller, Optional<ObjectNode> params) {
    JsonNode name = params.map(p -> p.get("name")).orElse(null);
    if (name == null || !name.isTextual()) {
      throw Refusal.invalidParams("name is required and must be a string");
    }
    Prompt prompt =
        find(caller, name.textValue())
            .orElseThrow(() -> Refusal.invalidParams("There is no such prompt"));
    Map<String, String> given =
        given(caller, prompt, params.map(p -> p.get("arguments")).orElse(null));
    Map<String, String> values = new LinkedHashMap<>();
    Set<String> assumed = new HashSet<>();
    for (Prompt.Argument argument : prompt.arguments()) {
      Optional<String> value = Optional.ofNullable(given.get(argument.name()));
      if (value.isEmpty() && argument.required()) {
        throw Refusal.invalidParams("Argument " + argument.name() + " is required");
      }
      if (value.isEmpty() && argument.fallback().isPresent()) {
        value = argument.fallback().map(f -> f.equals("today") ? today() : f);
        assumed.add(argument.name());
      }
      value.ifPresent(v -> values.put(argument.name(), v));
    }
    ObjectNode result = Json.object().put("description", prompt.description());
    result
        .putArray("messages")
        .addObject()
        .put("role", "user")
        .putObject("content")
        .put("type", "text")
        .put("text", text.render(prompt, values, assumed, tool -> canRun(caller, tool)));
    return Result.complete(result);
  }

  /** The prompt of this name, where this caller can use it. */
  public Optional<Prompt> find(Caller caller, String name) {
    return book.prompt(name).filter(prompt -> isFor(caller, prompt));
  }

  /** The values of an argument that are open to this caller. */
  public List<String> values(Caller caller, Prompt.Argument argument) {
    return argument.values().stream()
        .filter(
            value -> {
              String tool = argument.valueTools().get(value);
              return tool == null || canRun(caller, tool);
            })
        .toList();
  }

  private boolean isFor(Caller caller, Prompt prompt) {
    return prompt.needs().stream().allMatch(tool -> canRun(caller, tool))
        && (prompt.needsAny().isEmpty()
            || prompt.needsAny().stream().anyMatch(tool -> canRun(caller, tool)));
  }

  private boolean canRun(Caller caller, String name) {
    return catalog
        .tool(name)
        .filter(tool -> new Access(tool.writes(), tool.scopes()).allows(caller))
        .isPresent();
  }

  private String today() {
    return LocalDate.ofInstant(clock.instant(), BRASILIA).toString();
  }

  /** Checked values by name. Many clients send an empty text for a field left blank. */
  private Map<String, String> given(Caller caller, Prompt prompt, @Nullable JsonNode arguments) {
    if (arguments == null || arguments.isNull()) {
      return Map.of();
    }
    if (!arguments.isObject()) {
      throw Refusal.invalidParams("arguments must be an object");
    }
    Map<String, String> given = new LinkedHashMap<>();
    for (Map.Entry<String, JsonNode> entry : arguments.properties()) {
      Prompt.Argument argument =
          prompt.argument(entry.getKey()).orElseThrow(() -> unknownArgument(prompt));
      if (!entry.getValue().isTextual()) {
        throw Refusal.invalidParams("Argument " + argument.name() + " must be a string");
      }
      String value = entry.getValue().textValue();
      if (value.isEmpty()) {
        continue;
      }
      ArgumentCheck.objection(argument, value, values(caller, argument))
          .ifPresent(
              why -> {
                throw Refusal.invalidParams("Argument " + argument.name() + " " + why);
              });
      given.put(argument.name(), value);
    }
    return given;
  }

  private static Refusal unknownArgument(Prompt prompt) {
    return Refusal.invalidParams(
        "Unknown argument; this prompt takes "
            + (prompt.arguments().isEmpty()
                ? "none"
                : String.join(
                    ", ", prompt.arguments().stream().map(Prompt.Argument::name).toList())));
  }

  private static ObjectNode entry(Prompt prompt) {
    ObjectNode entry =
        Json.object()
            .put("name", prompt.name())
            .put("title", prompt.title())
            .put("description", prompt.description());
    ArrayNode arguments = entry.putArray("arguments");
    prompt
        .arguments()
        .forEach(
            a ->
                arguments
                    .addObject()
                    .put("name", a.name())
                    .put("description", a.description())
                    .put("required", a.required()));
    return entry;
  }
}
