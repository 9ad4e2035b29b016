package br.com.kobana.mcp.tools;

import br.com.kobana.mcp.catalog.Tool;
import br.com.kobana.mcp.jsonrpc.Json;
import br.com.kobana.mcp.jsonrpc.MalformedJson;
import br.com.kobana.mcp.upstream.UpstreamResponse;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Optional;

/**
 * What the API answered to one operation, as MCP shows it: {@code {"data":…,"meta":…}} with secrets
 * masked and heavy fields left out. Immutable and thread-safe.
 */
public final class AnswerShapes {
  private final Tool tool;
  private final boolean enveloped;
  private final Masks masks;

  /**
   * @param tool whose operation is answered; its shape, masks and heavy fields count
   */
  public AnswerShapes(Tool tool) {
    this.tool = tool;
    this.enveloped = tool.operation().path().startsWith("/v2/");
    this.masks = new Masks(tool.masked(), tool.heavy());
  }

  /**
   * The answer with every field but the heavy ones. {@code meta} is there only where the API said
   * something beside the data: a command, a message, the filters of a statement.
   *
   * @throws MalformedJson when the body is not JSON, an HTML page for instance
   */
  public ObjectNode shape(UpstreamResponse answer) throws MalformedJson {
    Shaped shaped = shape(answer, List.of());
    ObjectNode json = Json.object();
    json.set("data", shaped.data());
    if (!shaped.meta().isEmpty()) {
      json.set("meta", shaped.meta());
    }
    return json;
  }

  /**
   * What an error body says, for people: at most ten lines, without markup, stack traces and
   * secrets. Empty where it says nothing readable.
   */
  public static List<String> problems(UpstreamResponse answer) {
    return ErrorBody.lines(answer.body());
  }

  /** Whether there is anything in the body. */
  static boolean isBlank(UpstreamResponse answer) {
    for (byte b : answer.body()) {
      if (b != ' ' && b != '\n' && b != '\r' && b != '\t') {
        return false;
      }
    }
    return true;
  }

  /**
   * An answer taken apart, not yet projected.
   *
   * @param pagination the API's own words on pages, or missing
   */
  record Shaped(JsonNode data, ObjectNode meta, JsonNode pagination) {
    ListPage.Last last() {
      return new ListPage.Last(data.isArray() ? data.size() : 0, pagination);
    }
  }

  /**
   * The answer as {@link #shape} and a projection would leave it, in the API's own bytes. Empty
   * where it is not one of the common kinds, or not JSON: then it has to be shaped.
   *
   * @param fields the fields asked for; none means all
   */
  Optional<Skimmed> skim(UpstreamResponse answer, List<String> fields) {
    return tool.shape().form() == Tool.Form.COMMAND
        ? Optional.empty()
        : Skimmer.skim(answer.body(), enveloped, masks, fields);
  }

  /**
   * @param fields the fields asked for, so that heavy ones among them stay
   */
  Shaped shape(UpstreamResponse answer, List<String> fields) throws MalformedJson {
    Envelope envelope =
        isBlank(answer)
            ? Envelope.open(NullNode.getInstance(), enveloped)
            : Envelope.open(Json.parse(answer.body()), enveloped);
    JsonNode data = envelope.data();
    ObjectNode meta = envelope.meta();
    if (tool.shape().form() == Tool.Form.COMMAND && data instanceof ObjectNode command) {
      String resource = tool.shape().commandResource().orElse("");
      if (command.has(resource) || (command.has("operation") && command.has("resource_type"))) {
        masks.apply(command, fields);
        JsonNode within = command.remove(resource);
        data = within == null ? NullNode.getInstance() : within;
        meta.set("command", command);
      }
    }
    masks.apply(data, fields);
    masks.apply(meta, List.of());
    return new Shaped(data, meta, envelope.pagination());
  }
}
