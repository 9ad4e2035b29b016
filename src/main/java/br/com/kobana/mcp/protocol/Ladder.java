package br.com.kobana.mcp.protocol;

import br.com.kobana.mcp.jsonrpc.Inbound;
import br.com.kobana.mcp.jsonrpc.Json;
import br.com.kobana.mcp.jsonrpc.JsonRpcError;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * The rungs that look at a readable message and its headers, in their order (checklist 1.C to 1.E).
 * Each has a condition and an answer; the first that fails answers. The message itself is never
 * changed and nothing is thrown.
 */
public final class Ladder {
  static final String VERSION_HEADER = "MCP-Protocol-Version";
  static final String METHOD_HEADER = "Mcp-Method";
  static final String NAME_HEADER = "Mcp-Name";

  /** A rung and the check that it makes. */
  private record Check(Rung rung, Function<Message, Optional<Refusal>> refusal) {}

  private static final List<Check> NEGOTIATE =
      List.of(
          new Check(Rung.HEADER_AGAINST_ENVELOPE, Ladder::headerContradictsEnvelope),
          new Check(Rung.VERSION, Ladder::versionUnknown),
          new Check(Rung.SHAPE, Ladder::answerInTheStatelessEra),
          new Check(Rung.METHOD, Ladder::methodUnknown),
          new Check(Rung.ENVELOPE, Ladder::envelopeIncomplete));

  private static final List<Check> AGREE =
      List.of(
          new Check(Rung.MIRRORED_HEADERS, Ladder::versionHeaderMissing),
          new Check(Rung.MIRRORED_HEADERS, Ladder::methodHeaderDiffers),
          new Check(Rung.MIRRORED_HEADERS, Ladder::nameHeaderDiffers));

  private Ladder() {}

  /**
   * A message with what decides its era.
   *
   * @param lines the values of the version header, trimmed
   */
  private record Message(Inbound inbound, RequestHead head, Envelope envelope, List<String> lines) {
    Optional<String> named() {
      return envelope.version();
    }

    /** The era that header or envelope choose; never {@code params.protocolVersion}. */
    Optional<ProtocolVersion> version() {
      if (lines.isEmpty()) {
        return named().map(ProtocolVersion::of).orElse(Optional.of(ProtocolVersion.ASSUMED));
      }
      return ProtocolVersion.of(lines.get(0));
    }

    boolean isStateless() {
      return version().filter(ProtocolVersion::isStateless).isPresent();
    }

    String method() {
      return inbound instanceof Inbound.Request r
          ? r.method()
          : inbound instanceof Inbound.Notification n ? n.method() : "";
    }

    JsonNode params() {
      return inbound instanceof Inbound.Request r && r.params().isPresent()
          ? r.params().get()
          : com.fasterxml.jackson.databind.node.MissingNode.getInstance();
    }
  }

  /** What the negotiating rungs found: the version and, for a request, the method. */
  public record Negotiated(
      ProtocolVersion version, Optional<McpMethod> method, Envelope envelope) {}

  /** Either how the message is spoken, or why it is not taken. */
  public sealed interface Outcome {
    record Spoken(Negotiated negotiated) implements Outcome {}

    record Refused(Refusal refusal) implements Outcome {}
  }

  /** Era, version, method and envelope. */
  public static Outcome negotiate(Inbound inbound, RequestHead head) {
    Message message = message(inbound, head);
    Optional<Refusal> refusal = climb(NEGOTIATE, message);
    if (refusal.isPresent()) {
      return new Outcome.Refused(refusal.get());
    }
    ProtocolVersion version = message.version().orElseThrow();
    Optional<McpMethod> method =
        inbound instanceof Inbound.Request r
            ? McpMethod.of(r.method(), version.era())
            : Optional.empty();
    return new Outcome.Spoken(new Negotiated(version, method, message.envelope()));
  }

  /** Headers against the body; binding in the stateless era only. */
  public static Optional<Refusal> agree(Inbound inbound, RequestHead head) {
    Message message = message(inbound, head);
    return message.isStateless() ? climb(AGREE, message) : Optional.empty();
  }

  private static Message message(Inbound inbound, RequestHead head) {
    Optional<ObjectNode> params =
        inbound instanceof Inbound.Request r
            ? r.params()
            : inbound instanceof Inbound.Notification n ? n.params() : Optional.empty();
    List<String> lines = head.all(VERSION_HEADER);
    return new Message(inbound, head, Envelope.of(params), trimmed(lines));
  }

  private static List<String> trimmed(List<String> lines) {
    return switch (lines.size()) {
      case 0 -> List.of();
      case 1 -> List.of(RequestHead.trim(lines.get(0)));
      default -> lines.stream().map(RequestHead::trim).toList();
    };
  }

  private static Optional<Refusal> climb(List<Check> checks, Message message) {
    for (Check check : checks) {
      Optional<Refusal> refusal = check.refusal().apply(message);
      if (refusal.isPresent()) {
        return refusal;
      }
    }
    return Optional.empty();
  }

  private static Optional<Refusal> headerContradictsEnvelope(Message m) {
    if (m.lines().size() > 1 && (m.named().isPresent() || anyStateless(m.lines()))) {
      return mismatch(VERSION_HEADER + " is repeated");
    }
    if (m.lines().size() == 1
        && m.named().isPresent()
        && !m.named().get().equals(m.lines().get(0))) {
      return mismatch(
          VERSION_HEADER
              + shown(m.lines().get(0))
              + " does not match "
              + Envelope.VERSION
              + shown(m.named().get()));
    }
    return Optional.empty();
  }

  private static boolean anyStateless(List<String> lines) {
    return lines.contains(ProtocolVersion.V2026_07_28.wire());
  }

  private static Optional<Refusal> versionUnknown(Message m) {
    String asked =
        m.lines().isEmpty()
            ? m.named().orElse(ProtocolVersion.ASSUMED.wire())
            : String.join(", ", m.lines());
    if (m.lines().size() <= 1 && ProtocolVersion.of(asked).isPresent()) {
      return Optional.empty();
    }
    ObjectNode data = Json.object();
    ProtocolVersion.SUPPORTED.forEach(data.putArray("supported")::add);
    data.put("requested", asked.length() > 100 ? asked.substring(0, 100) : asked);
    return Optional.of(
        Refusal.rpc(
            Rung.VERSION,
            400,
            JsonRpcError.of(
                JsonRpcError.UNSUPPORTED_VERSION, "Unsupported protocol version", data)));
  }

  private static Optional<Refusal> answerInTheStatelessEra(Message m) {
    return m.inbound() instanceof Inbound.Response && m.isStateless()
        ? Optional.of(
            Refusal.rpc(
                Rung.SHAPE,
                400,
                JsonRpcError.INVALID_REQUEST,
                "This server sends no requests, so it takes no responses"))
        : Optional.empty();
  }

  private static Optional<Refusal> methodUnknown(Message m) {
    if (!(m.inbound() instanceof Inbound.Request request)) {
      return Optional.empty();
    }
    Era era = m.version().orElseThrow().era();
    return McpMethod.of(request.method(), era).isPresent()
        ? Optional.empty()
        : Optional.of(
            Refusal.rpc(
                Rung.METHOD,
                era == Era.STATELESS ? 404 : 200,
                JsonRpcError.METHOD_NOT_FOUND,
                "Method not found: " + shortened(request.method())));
  }

  private static Optional<Refusal> envelopeIncomplete(Message m) {
    if (!(m.inbound() instanceof Inbound.Request) || !m.isStateless()) {
      return Optional.empty();
    }
    return m.envelope()
        .defect()
        .map(
            defect ->
                Refusal.rpc(
                    Rung.ENVELOPE, 400, JsonRpcError.INVALID_PARAMS, "Invalid params: " + defect));
  }

  private static Optional<Refusal> versionHeaderMissing(Message m) {
    return m.inbound() instanceof Inbound.Request && m.lines().isEmpty()
        ? mismatch(VERSION_HEADER + " is missing")
        : Optional.empty();
  }

  /** A notification may leave the header out, but not contradict itself. */
  private static Optional<Refusal> methodHeaderDiffers(Message m) {
    List<String> lines = m.head().all(METHOD_HEADER);
    if (lines.isEmpty()) {
      return m.inbound() instanceof Inbound.Request
          ? mismatch(METHOD_HEADER + " is missing")
          : Optional.empty();
    }
    if (lines.size() > 1) {
      return mismatch(METHOD_HEADER + " is repeated");
    }
    String line = RequestHead.trim(lines.get(0));
    return line.equals(m.method())
        ? Optional.empty()
        : mismatch(METHOD_HEADER + shown(line) + " does not match method" + shown(m.method()));
  }

  private static Optional<Refusal> nameHeaderDiffers(Message m) {
    Optional<String> member = McpMethod.of(m.method(), Era.STATELESS).flatMap(McpMethod::mirrored);
    if (member.isEmpty() || !(m.inbound() instanceof Inbound.Request)) {
      return Optional.empty();
    }
    String value = m.params().path(member.get()).textValue();
    if (value == null) {
      // The parameters are at fault; the method says so.
      return Optional.empty();
    }
    return MirroredValue.of(m.head(), NAME_HEADER)
        .refusedUnless(value::equals, "params." + member.get() + shown(value));
  }

  private static Optional<Refusal> mismatch(String what) {
    return Optional.of(MirroredValue.mismatch(what));
  }

  static String shown(String value) {
    return " '" + shortened(value) + "'";
  }

  private static String shortened(String value) {
    String plain = value.replaceAll("\\p{Cntrl}", "?");
    return plain.length() > 120 ? plain.substring(0, 120) + "…" : plain;
  }
}
