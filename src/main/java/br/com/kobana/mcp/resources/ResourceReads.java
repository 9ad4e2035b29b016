package br.com.kobana.mcp.resources;

import br.com.kobana.mcp.auth.Caller;
import br.com.kobana.mcp.catalog.Catalog;
import br.com.kobana.mcp.catalog.RecordType;
import br.com.kobana.mcp.catalog.Tool;
import br.com.kobana.mcp.jsonrpc.Json;
import br.com.kobana.mcp.jsonrpc.JsonRpcError;
import br.com.kobana.mcp.jsonrpc.MalformedJson;
import br.com.kobana.mcp.protocol.Era;
import br.com.kobana.mcp.protocol.Refusal;
import br.com.kobana.mcp.protocol.Result;
import br.com.kobana.mcp.protocol.Rung;
import br.com.kobana.mcp.upstream.ApiPath;
import br.com.kobana.mcp.upstream.UpstreamFailure;
import br.com.kobana.mcp.upstream.UpstreamRequest;
import br.com.kobana.mcp.upstream.UpstreamResponse;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * {@code resources/read}: one record by its URI, in two halves with the upstream call between them.
 *
 * <p>Whatever is not a URI of a record that exists for this caller gets one and the same answer, so
 * that nobody learns from it which records others have.
 */
public final class ResourceReads {
  private final List<ReadableType> types;
  private final RecordText text;

  /**
   * @throws IllegalArgumentException naming the record type whose tools do not fit its URI
   */
  public ResourceReads(Catalog catalog, RecordText text) {
    this.types = ReadableType.of(catalog);
    this.text = text;
  }

  /**
   * What was asked and the call that answers it.
   *
   * @param uri as asked, character by character
   */
  public record Plan(String uri, RecordType type, Tool readTool, UpstreamRequest request) {}

  /**
   * From the parameters to the call.
   *
   * @throws Refusal -32602 where {@code uri} is missing or no string; resource not found for every
   *     URI that is not one of a type this caller may read
   */
  public Plan prepare(Caller caller, Era era, Optional<ObjectNode> params) {
    JsonNode asked = params.map(p -> p.get("uri")).orElse(null);
    if (asked == null || !asked.isTextual()) {
      throw Refusal.invalidParams("uri is required and must be a string");
    }
    String uri = asked.textValue();
    for (ReadableType type : types) {
      Optional<Map<String, String>> ids = type.uri().match(uri);
      if (ids.isPresent() && type.by(caller)) {
        Tool read = type.read();
        String path = ApiPath.expand(read.operation().path(), pathValues(type.type(), ids.get()));
        return new Plan(uri, type.type(), read, ReadableType.get(caller, read, path, List.of()));
      }
    }
    throw notFound(era, uri);
  }

  /**
   * From the answer to the result.
   *
   * @throws Refusal resource not found where the API has no such record for this caller or keeps it
   *     from them; -32603 for every other answer that is no record
   */
  public Result conclude(Plan plan, Era era, UpstreamResponse answer) {
    return switch (answer.status()) {
      case 403, 404, 410 -> throw notFound(era, plan.uri());
      case 429 -> throw limited(answer);
      default -> {
        if (answer.status() < 200 || answer.status() > 299) {
          throw failed("The Kobana API did not answer this read (HTTP " + answer.status() + ")");
        }
        yield contents(plan, answer);
      }
    };
  }

  /** What a read gets that the API never answered: -32603. Repeating a read is safe. */
  public static Refusal unanswered(UpstreamFailure failure) {
    return failed(
        switch (failure.reason()) {
          case TIMEOUT -> "The Kobana API did not answer in time; try again";
          case TOO_LARGE -> "The record is larger than this server passes on";
          case CONNECT, RESET, CANCELLED -> "The Kobana API could not be reached; try again";
          case UNAVAILABLE ->
              "This part of the Kobana API is failing and is not called for now; try again in "
                  + failure.retryAfter().map(Duration::toSeconds).orElse(1L)
                  + " seconds";
          case BUSY -> "Too many calls to this part of the Kobana API are under way; try again";
        });
  }

  private Result contents(Plan plan, UpstreamResponse answer) {
    String record;
    try {
      record = text.render(plan.type(), plan.readTool(), answer);
    } catch (MalformedJson e) {
      throw failed("The Kobana API answered with something that is no record");
    }
    ObjectNode result = Json.object();
    result
        .putArray("contents")
        .addObject()
        .put("uri", plan.uri())
        .put("mimeType", "application/json")
        .put("text", record);
    return Result.cacheable(result);
  }

  private static Map<String, String> pathValues(RecordType type, Map<String, String> ids) {
    Map<String, String> values = new HashMap<>();
    ids.forEach((variable, id) -> values.put(ReadableType.pathVariable(type, variable), id));
    return values;
  }

  /** JSON can carry half a surrogate pair, UTF-8 cannot: such a URI is echoed with a mark there. */
  private static Refusal notFound(Era era, String uri) {
    ByteBuffer utf8 = StandardCharsets.UTF_8.encode(uri);
    return Refusal.resourceNotFound(era, StandardCharsets.UTF_8.decode(utf8).toString());
  }

  private static Refusal limited(UpstreamResponse answer) {
    String when =
        answer
            .header("retry-after")
            .filter(seconds -> seconds.matches("\\d{1,6}"))
            .map(seconds -> "; try again in " + seconds + " seconds")
            .orElse("");
    return failed("The account's limit of reads of the Kobana API is used up" + when);
  }

  private static Refusal failed(String message) {
    return Refusal.rpc(Rung.FAILURE, 200, JsonRpcError.INTERNAL_ERROR, message);
  }
}
