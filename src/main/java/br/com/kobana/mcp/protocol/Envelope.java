package br.com.kobana.mcp.protocol;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What {@code params._meta} says about the client, in the stateless era. Nothing of it is
 * remembered and none of it is trusted for security.
 */
public record Envelope(JsonNode meta) {
  static final String PREFIX = "io.modelcontextprotocol/";
  static final String VERSION = PREFIX + "protocolVersion";
  static final String CAPABILITIES = PREFIX + "clientCapabilities";
  static final String CLIENT_INFO = PREFIX + "clientInfo";
  static final String LOG_LEVEL = PREFIX + "logLevel";
  private static final Set<String> LOG_LEVELS =
      Set.of("debug", "info", "notice", "warning", "error", "critical", "alert", "emergency");

  /** The envelope of these parameters; an empty one where there is none. */
  public static Envelope of(Optional<ObjectNode> params) {
    return new Envelope(
        params.<JsonNode>map(p -> p.path("_meta")).orElseGet(MissingNode::getInstance));
  }

  /** The version named, where it is text. */
  public Optional<String> version() {
    return Optional.ofNullable(meta.path(VERSION).textValue());
  }

  /** What the client calls itself. */
  public Optional<String> clientName() {
    return Optional.ofNullable(meta.path(CLIENT_INFO).path("name").textValue());
  }

  /** Whether the client declared elicitation in form mode: {@code {}} or {@code {"form":…}}. */
  public boolean elicitsForms() {
    JsonNode elicitation = meta.path(CAPABILITIES).path("elicitation");
    return elicitation.isObject() && (elicitation.isEmpty() || elicitation.has("form"));
  }

  /** What keeps this from being a complete stateless envelope; empty where nothing does. */
  Optional<String> defect() {
    List<String> missing = new ArrayList<>();
    if (version().isEmpty()) {
      missing.add(VERSION);
    }
    if (!meta.has(CAPABILITIES)) {
      missing.add(CAPABILITIES);
    }
    if (!missing.isEmpty()) {
      return Optional.of("_meta is missing " + String.join(" and ", missing));
    }
    if (!meta.path(CAPABILITIES).isObject()) {
      return Optional.of(CAPABILITIES + " must be an object");
    }
    JsonNode info = meta.path(CLIENT_INFO);
    if (!info.isMissingNode()
        && !(info.path("name").isTextual() && info.path("version").isTextual())) {
      return Optional.of(CLIENT_INFO + " must be an object with name and version");
    }
    JsonNode level = meta.path(LOG_LEVEL);
    if (!level.isMissingNode() && !LOG_LEVELS.contains(level.asText(""))) {
      return Optional.of(LOG_LEVEL + " must be one of the eight syslog levels");
    }
    return Optional.empty();
  }
}
