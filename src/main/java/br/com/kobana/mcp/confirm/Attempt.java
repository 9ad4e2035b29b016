package br.com.kobana.mcp.confirm;

import br.com.kobana.mcp.auth.Caller;
import br.com.kobana.mcp.catalog.Tool;
import br.com.kobana.mcp.jsonrpc.CanonicalJson;
import br.com.kobana.mcp.jsonrpc.Json;
import br.com.kobana.mcp.protocol.Envelope;
import br.com.kobana.mcp.protocol.ProtocolVersion;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Optional;

/**
 * A call of a tool whose arguments have been validated, and what came with it.
 *
 * @param params of the {@code tools/call}, whole
 */
public record Attempt(Tool tool, Caller caller, ProtocolVersion version, ObjectNode params) {
  ObjectNode arguments() {
    return params.path("arguments") instanceof ObjectNode object ? object : Json.object();
  }

  /** Whether the client can put a form before a person. */
  boolean canAsk() {
    return version.isStateless() && Envelope.of(Optional.of(params)).elicitsForms();
  }

  /** Whether this is the second round of a question, or claims to be. */
  boolean answers() {
    return version.isStateless() && (params.has("requestState") || params.has("inputResponses"));
  }

  SealedState.Binding binding() {
    return new SealedState.Binding(
        caller.principal(),
        caller.accountUid(),
        // A catalogue that is taken between the rounds may have another operation under the name.
        tool.name() + ' ' + tool.operation().method() + ' ' + tool.operation().path(),
        CanonicalJson.digest(arguments()),
        version.wire());
  }

  /** The argument that would repeat the call, where the caller left the key to the gateway. */
  Optional<String> freshKeyArgument() {
    return tool.arguments().stream()
        .filter(a -> a.place() == Tool.Place.IDEMPOTENCY_KEY)
        .map(Tool.Argument::name)
        .filter(name -> !arguments().hasNonNull(name))
        .findFirst();
  }

  /** What the person did, if it is said in a way that means anything. */
  Reply reply() {
    JsonNode answer = params.path("inputResponses").path(Confirmations.QUESTION);
    JsonNode confirm = answer.path("content").path(Confirmations.QUESTION);
    return switch (answer.path("action").asText("")) {
      case "accept" ->
          confirm.isBoolean() ? (confirm.booleanValue() ? Reply.YES : Reply.NO) : Reply.NONE;
      case "decline", "cancel" -> Reply.NO;
      default -> Reply.NONE;
    };
  }

  /** What the person did. */
  enum Reply {
    YES,
    NO,
    /** Nothing that can be understood: it is asked again. */
    NONE
  }
}
