package br.com.kobana.mcp.audit;

import br.com.kobana.mcp.auth.Caller;
import br.com.kobana.mcp.catalog.Tool;
import br.com.kobana.mcp.jsonrpc.CanonicalJson;
import br.com.kobana.mcp.observe.Observation;
import br.com.kobana.mcp.protocol.McpMethod;
import br.com.kobana.mcp.protocol.Rung;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.InstantSource;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** From what was observed of a request to what the trail says of it. Thread-safe. */
final class Records {
  /** What callers and the API name; anything else is shown as a name of it only. */
  private static final Pattern PLAIN = Pattern.compile("[0-9A-Za-z._:/-]{1,128}");

  private static final Pattern PERSONAL = Pattern.compile(".*\\d{11}.*");
  private final AuditKey key;
  private final Summary summary;
  private final InstantSource clock;

  Records(AuditKey key, InstantSource clock) {
    this.key = key;
    this.summary = new Summary(key);
    this.clock = clock;
  }

  /** Calls of tools, reads of records, and whatever was refused or failed. */
  static boolean concern(Observation observation) {
    return observation.rung().isPresent()
        || observation
            .method()
            .filter(m -> m == McpMethod.TOOLS_CALL || m == McpMethod.RESOURCES_READ)
            .isPresent();
  }

  ObjectNode of(Observation observation) {
    boolean call = observation.method().filter(m -> m == McpMethod.TOOLS_CALL).isPresent();
    ObjectNode record =
        Chain.record(call ? "call" : "request", clock.instant())
            .put("request", observation.requestId());
    observation.traceId().ifPresent(id -> record.put("trace", id));
    record.set("who", who(observation, record.objectNode()));
    observation.version().ifPresent(v -> record.put("version", v.wire()));
    observation.method().ifPresent(m -> record.put("method", m.wire()));
    observation.tool().ifPresent(t -> record.put("tool", t.name()));
    if (observation.isSimulated()) {
      record.put("simulated", true);
    }
    observation.params().ifPresent(params -> what(record, observation.tool(), params));
    consent(observation, record);
    observation.idempotencyKey().ifPresent(k -> record.put("idempotency_key", shown(k)));
    upstream(observation.upstream(), record);
    observation.rung().ifPresent(r -> record.put("rung", word(r)));
    return record
        .put("outcome", outcome(observation))
        .put("status", observation.status())
        .put("told", word(observation.ending()))
        .put("ms", observation.nanos() / 1_000_000);
  }

  ObjectNode operator(String operator, String action, Map<String, String> facts) {
    ObjectNode record =
        Chain.record("operator", clock.instant()).put("operator", operator).put("action", action);
    ObjectNode told = record.putObject("facts");
    new TreeMap<>(facts).forEach(told::put);
    return record;
  }

  /** The token by a keyed hash of the whole header line, whether it was good or not. */
  private ObjectNode who(Observation observation, ObjectNode who) {
    List<String> lines = observation.head().map(h -> h.all("authorization")).orElse(List.of());
    if (!lines.isEmpty()) {
      who.put("token", key.name(String.join("\n", lines)));
    }
    Optional<Caller> caller = observation.caller();
    caller.ifPresent(
        c -> {
          who.put("account", c.accountUid());
          if (c.subAccount()) {
            who.put("sub_account", true);
          }
          c.panelUser().ifPresent(user -> who.put("panel_user", user));
        });
    return who;
  }

  /**
   * The digest is keyed too: of a call that names nothing but a CPF, a plain one would tell it to
   * whoever tries them all.
   */
  private void what(ObjectNode record, Optional<Tool> tool, ObjectNode params) {
    JsonNode arguments = params.path("arguments");
    if (arguments.isObject() && tool.isPresent()) {
      ObjectNode told = record.putObject("arguments");
      told.put("digest", key.name(CanonicalJson.digest(arguments)));
      told.set("summary", summary.of(tool.get(), (ObjectNode) arguments));
    } else if (params.path("uri").isTextual()) {
      record.put("uri", key.name(params.path("uri").textValue()));
    }
  }

  private static void consent(Observation observation, ObjectNode record) {
    observation
        .consent()
        .ifPresent(
            answer -> {
              ObjectNode consent = record.putObject("consent").put("answer", word(answer));
              observation.nonce().ifPresent(nonce -> consent.put("nonce", nonce));
            });
  }

  private void upstream(List<Observation.Upstream> calls, ObjectNode record) {
    if (calls.isEmpty()) {
      return;
    }
    ArrayNode told = record.putArray("upstream");
    for (Observation.Upstream call : calls) {
      ObjectNode each =
          told.addObject()
              .put("area", call.area())
              .put("method", call.method())
              .put("outcome", call.outcome());
      call.requestId().ifPresent(id -> each.put("request_id", shown(id)));
    }
  }

  /**
   * What truly became of it, whether the client was still there to hear it or not; that is said in
   * {@code told}.
   */
  private static String outcome(Observation observation) {
    Optional<Rung> rung = observation.rung();
    if (rung.isPresent()) {
      return rung.get() == Rung.FAILURE ? "failed" : "refused";
    }
    if (observation.consent().filter(c -> c == Observation.Consent.ASKED).isPresent()) {
      return "asked";
    }
    boolean writes = observation.tool().filter(Tool::writes).isPresent();
    if (writes
        && observation.upstream().stream()
            .anyMatch(u -> !u.method().equals("GET") && u.isUnknown())) {
      return "unknown";
    }
    return observation.isFailedResult() ? "tool_error" : "ok";
  }

  private String shown(String text) {
    return PLAIN.matcher(text).matches() && !PERSONAL.matcher(text).matches()
        ? text
        : "~" + key.name(text);
  }

  private static String word(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
  }
}
