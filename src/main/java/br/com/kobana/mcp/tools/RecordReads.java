package br.com.kobana.mcp.tools;

import br.com.kobana.mcp.auth.Access;
import br.com.kobana.mcp.auth.Caller;
import br.com.kobana.mcp.catalog.Catalog;
import br.com.kobana.mcp.catalog.Tool;
import br.com.kobana.mcp.jsonrpc.Json;
import br.com.kobana.mcp.jsonrpc.MalformedJson;
import br.com.kobana.mcp.protocol.Result;
import br.com.kobana.mcp.upstream.UpstreamFailure;
import br.com.kobana.mcp.upstream.UpstreamRequest;
import br.com.kobana.mcp.upstream.UpstreamResponse;
import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Reads the record that a destructive call acts on, so that a person can be shown what it is. The
 * record is the one whose read has the longest beginning of the call's path that ends in an id, or
 * the one that the catalogue names. Thread-safe.
 */
public final class RecordReads {
  private static final String UNREAD =
      "The record could not be read to ask for confirmation, so nothing was executed. ";

  private final Map<String, Reading> readings = new LinkedHashMap<>();

  /** How the record of one destructive tool is read. */
  private record Reading(Tool tool, Access access, AnswerShapes shapes) {}

  /** A read to send; what comes back goes to {@code conclude} with it. */
  public record Read(String tool, UpstreamRequest request) {}

  /** What came of a read. */
  public sealed interface Outcome {
    /** The record, masked as its read masks. */
    record Found(JsonNode data) implements Outcome {}

    /** Why there is none; nothing may be executed. */
    record Unread(Result result) implements Outcome {}
  }

  public RecordReads(Catalog catalog) {
    List<Tool> reads =
        catalog.tools().stream()
            .filter(t -> t.kind() == Tool.Kind.READ && t.shape().form() == Tool.Form.RECORD)
            .filter(t -> t.operation().method().equals("GET"))
            .filter(t -> t.operation().path().endsWith("}"))
            .toList();
    catalog.tools().stream()
        .filter(t -> t.kind() == Tool.Kind.DESTRUCTIVE)
        .forEach(
            t ->
                t.question()
                    .record()
                    .flatMap(catalog::tool)
                    .or(() -> longestBeginning(reads, t))
                    .ifPresent(read -> readings.put(t.name(), reading(read))));
  }

  private static Reading reading(Tool read) {
    return new Reading(read, new Access(false, read.scopes()), new AnswerShapes(read));
  }

  private static Optional<Tool> longestBeginning(List<Tool> reads, Tool write) {
    List<String> path = segments(write.operation().path());
    Optional<Tool> longest = Optional.empty();
    int length = 0;
    for (Tool read : reads) {
      List<String> start = segments(read.operation().path());
      if (start.size() > length && start.size() <= path.size() && begins(path, start)) {
        longest = Optional.of(read);
        length = start.size();
      }
    }
    return longest;
  }

  /** Variables have other names in other paths: only their places count. */
  private static boolean begins(List<String> path, List<String> start) {
    for (int i = 0; i < start.size(); i++) {
      boolean variables = isVariable(path.get(i)) && isVariable(start.get(i));
      if (!variables && !path.get(i).equals(start.get(i))) {
        return false;
      }
    }
    return true;
  }

  /**
   * The read of the record that this request acts on; empty where it acts on none, or on one that
   * the caller may not read.
   */
  public Optional<Read> of(Tool tool, Caller caller, UpstreamRequest request) {
    return Optional.ofNullable(readings.get(tool.name()))
        .filter(reading -> reading.access().allows(caller))
        .map(reading -> read(reading.tool(), tool, request));
  }

  /** The ids of the call, checked and encoded already, in the places of the read's path. */
  private static Read read(Tool read, Tool tool, UpstreamRequest request) {
    List<String> template = segments(tool.operation().path());
    List<String> path = segments(request.path());
    List<String> ids = new ArrayList<>();
    for (int i = 0; i < template.size(); i++) {
      if (isVariable(template.get(i))) {
        ids.add(path.get(i));
      }
    }
    StringBuilder target = new StringBuilder();
    int next = 0;
    for (String segment : segments(read.operation().path())) {
      target.append('/').append(isVariable(segment) ? ids.get(next++) : segment);
    }
    return new Read(
        read.name(),
        new UpstreamRequest(
            "GET",
            target.toString(),
            List.of(),
            Optional.empty(),
            Optional.empty(),
            request.credential(),
            request.accountUid(),
            false,
            read.domain(),
            read.operation().path()));
  }

  /** What the API answered to the read. */
  public Outcome conclude(Tool tool, UpstreamResponse answer) {
    Reading reading = readingOf(tool);
    if (answer.status() < 200 || answer.status() >= 300) {
      return unread(failures(reading).answered(answer));
    }
    try {
      JsonNode data =
          AnswerShapes.isBlank(answer) ? Json.array() : reading.shapes().shape(answer).path("data");
      return data.isObject()
          ? new Outcome.Found(data)
          : unread(failures(reading).unreadable(answer));
    } catch (MalformedJson e) {
      return unread(failures(reading).unreadable(answer));
    }
  }

  /** No answer came to the read. */
  public Outcome conclude(Tool tool, UpstreamFailure failure) {
    return unread(failures(readingOf(tool)).unanswered(failure));
  }

  private Reading readingOf(Tool tool) {
    Reading reading = readings.get(tool.name());
    if (reading == null) {
      throw new IllegalArgumentException(tool.name() + " acts on no record");
    }
    return reading;
  }

  private static Failures failures(Reading reading) {
    return new Failures(
        reading.tool(), Optional.empty(), Optional.empty(), Optional.of(reading.tool().name()));
  }

  private static Outcome unread(String why) {
    return new Outcome.Unread(Answers.error(UNREAD + why, Json.object()));
  }

  private static boolean isVariable(String segment) {
    return segment.startsWith("{");
  }

  private static List<String> segments(String path) {
    return List.of(path.substring(1).split("/"));
  }
}
