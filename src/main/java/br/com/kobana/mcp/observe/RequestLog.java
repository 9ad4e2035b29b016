package br.com.kobana.mcp.observe;

import br.com.kobana.mcp.protocol.McpMethod;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;
import org.slf4j.spi.LoggingEventBuilder;

/**
 * One line for each request, in the log {@code br.com.kobana.mcp.request}: calls of tools, refusals
 * and failures at INFO, anything else at DEBUG. Every value comes from the gateway or its
 * catalogue, none from the client, but for the trace id, which is hexadecimal digits.
 */
public final class RequestLog implements Observer {
  private static final Logger LOG = LoggerFactory.getLogger("br.com.kobana.mcp.request");

  @Override
  public void ended(Observation observation) {
    Level level = level(observation);
    if (!LOG.isEnabledForLevel(level)) {
      return;
    }
    LoggingEventBuilder line = LOG.atLevel(level);
    for (Map.Entry<String, Object> fact : facts(observation).entrySet()) {
      line = line.addKeyValue(fact.getKey(), fact.getValue());
    }
    line.log("request");
  }

  private static Map<String, Object> facts(Observation observation) {
    Map<String, Object> facts = new LinkedHashMap<>();
    observation.traceId().ifPresent(id -> facts.put("trace_id", id));
    facts.put("request_id", observation.requestId());
    observation.method().ifPresent(m -> facts.put("method", m.wire()));
    observation.tool().ifPresent(t -> facts.put("tool", t.name()));
    observation.version().ifPresent(v -> facts.put("era", word(v.era())));
    facts.put("outcome", observation.outcome());
    observation.rung().ifPresent(r -> facts.put("rung", word(r)));
    facts.put("status", observation.status());
    if (!observation.upstream().isEmpty()) {
      facts.put("upstream", upstream(observation));
    }
    facts.put("duration_ms", observation.nanos() / 1_000_000);
    return facts;
  }

  private static String word(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
  }

  private static Level level(Observation observation) {
    boolean told =
        observation.rung().isPresent()
            || observation.method().filter(m -> m == McpMethod.TOOLS_CALL).isPresent()
            || observation.status() >= 500;
    return told ? Level.INFO : Level.DEBUG;
  }

  private static String upstream(Observation observation) {
    StringBuilder outcomes = new StringBuilder();
    for (Observation.Upstream call : observation.upstream()) {
      outcomes.append(outcomes.isEmpty() ? "" : ",").append(call.outcome());
    }
    return outcomes.toString();
  }
}
