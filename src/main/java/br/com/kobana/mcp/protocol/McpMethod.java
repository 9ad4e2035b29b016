package br.com.kobana.mcp.protocol;

import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The methods this server answers, and in which era (transport seed, table of methods). */
public enum McpMethod {
  DISCOVER("server/discover", true, false, null),
  INITIALIZE("initialize", false, true, null),
  PING("ping", false, true, null),
  TOOLS_LIST("tools/list", true, true, null),
  TOOLS_CALL("tools/call", true, true, "name"),
  RESOURCES_LIST("resources/list", true, true, null),
  RESOURCES_TEMPLATES_LIST("resources/templates/list", true, true, null),
  RESOURCES_READ("resources/read", true, true, "uri"),
  PROMPTS_LIST("prompts/list", true, true, null),
  PROMPTS_GET("prompts/get", true, true, "name"),
  COMPLETE("completion/complete", true, true, null);

  private static final Map<String, McpMethod> BY_WIRE =
      Arrays.stream(values()).collect(Collectors.toMap(McpMethod::wire, Function.identity()));

  private final String wire;
  private final boolean stateless;
  private final boolean handshake;
  private final Optional<String> mirrored;

  McpMethod(
      String wire,
      boolean stateless,
      boolean handshake,
      @org.jspecify.annotations.Nullable String mirrored) {
    this.wire = wire;
    this.stateless = stateless;
    this.handshake = handshake;
    this.mirrored = Optional.ofNullable(mirrored);
  }

  public String wire() {
    return wire;
  }

  /** The member of {@code params} that {@code Mcp-Name} repeats in the stateless era. */
  public Optional<String> mirrored() {
    return mirrored;
  }

  /** The method of this name, where the era has it. */
  public static Optional<McpMethod> of(String wire, Era era) {
    return Optional.ofNullable(BY_WIRE.get(wire))
        .filter(m -> era == Era.STATELESS ? m.stateless : m.handshake);
  }
}
