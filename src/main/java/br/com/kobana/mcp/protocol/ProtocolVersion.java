package br.com.kobana.mcp.protocol;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A revision of MCP that this server speaks, newest first. */
public enum ProtocolVersion {
  V2026_07_28("2026-07-28"),
  V2025_11_25("2025-11-25"),
  V2025_06_18("2025-06-18"),
  V2025_03_26("2025-03-26"),
  V2024_11_05("2024-11-05");

  /** All versions on the wire, newest first: what discover and -32022 list. */
  public static final List<String> SUPPORTED =
      Stream.of(values()).map(ProtocolVersion::wire).toList();

  /** What a client gets that asks for a version no handshake can give. */
  public static final ProtocolVersion NEWEST_HANDSHAKE = V2025_11_25;

  /** What a client speaks that sends neither header nor envelope (spec 2025-11-25, transports). */
  public static final ProtocolVersion ASSUMED = V2025_03_26;

  private static final Map<String, ProtocolVersion> BY_WIRE =
      Stream.of(values()).collect(Collectors.toMap(ProtocolVersion::wire, Function.identity()));

  private final String wire;

  ProtocolVersion(String wire) {
    this.wire = wire;
  }

  /** The date that names the revision on the wire. */
  public String wire() {
    return wire;
  }

  public Era era() {
    return this == V2026_07_28 ? Era.STATELESS : Era.HANDSHAKE;
  }

  public boolean isStateless() {
    return era() == Era.STATELESS;
  }

  /** 2024-11-05 gets no instructions (transport seed). */
  public boolean sendsInstructions() {
    return this != V2024_11_05;
  }

  public static Optional<ProtocolVersion> of(String wire) {
    return Optional.ofNullable(BY_WIRE.get(wire));
  }
}
