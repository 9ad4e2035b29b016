package br.com.kobana.mcp.confirm;

import br.com.kobana.mcp.catalog.Catalog;
import br.com.kobana.mcp.catalog.Tool;
import br.com.kobana.mcp.jsonrpc.Json;
import br.com.kobana.mcp.jsonrpc.JsonRpcError;
import br.com.kobana.mcp.protocol.Refusal;
import br.com.kobana.mcp.protocol.Result;
import br.com.kobana.mcp.protocol.Rung;
import br.com.kobana.mcp.settings.Settings.ConfirmMode;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Confirmation of destructive tools in two rounds of {@code tools/call} (checklist 1.L, MCP
 * 2026-07-28, multi round-trip requests). The first is answered with a question and a sealed state;
 * the second brings both back, and only then, and only once, the tool runs. Nothing is kept between
 * the rounds but the ids of confirmations that were used.
 *
 * <p>What was shown of the record must still be so when the answer comes; else it is asked again.
 * Thread-safe.
 */
public final class Confirmations {
  /** The key of the question and of its one field. */
  static final String QUESTION = "confirm";

  /** Far longer than a state lives: clocks differ, and a question asked again keeps its nonce. */
  private static final Duration REMEMBERED = Duration.ofHours(1);

  private static final String NOT_CONFIRMED = "The user did not confirm. Nothing was executed.";

  private static final String UNCHECKED =
      "Whether this confirmation was used before cannot be checked now. Nothing was executed; try"
          + " again later.";

  private final ConfirmMode mode;
  private final SealedState states;
  private final SingleUse used;
  private final ConfirmationText text;

  /**
   * @param environment what a person calls where calls go, such as {@code PRODUÇÃO}
   */
  public Confirmations(
      ConfirmMode mode, SealedState states, SingleUse used, Catalog catalog, String environment) {
    this.mode = mode;
    this.states = states;
    this.used = used;
    this.text = new ConfirmationText(catalog, environment);
  }

  /** What the message itself says, before the record is read. */
  public sealed interface Opening {
    /**
     * A person has to be asked.
     *
     * @param nonce of the question that got no answer, where it is asked again
     */
    record Ask(Optional<String> nonce) implements Opening {}

    /** A person agreed to what was shown then. */
    record Agreed(String nonce, byte[] shown) implements Opening {}

    /** A person said no. */
    record Declined(Result result) implements Opening {}
  }

  /** What to do with the call. */
  public sealed interface Decision {
    /** Nothing is sent; this is the answer. */
    record Answer(Result result) implements Decision {}

    /**
     * The call goes out.
     *
     * @param nonce of the confirmation, for the idempotency key
     */
    record Run(String nonce) implements Decision {}
  }

  /**
   * Whether a person decides about this call. A message that brings an answer is always looked at:
   * a refusal counts even where nobody would have been asked.
   *
   * @throws Refusal -32602 in the handshake era, where everybody must be asked and nobody can be
   */
  public boolean concerns(Attempt attempt) {
    if (attempt.tool().kind() != Tool.Kind.DESTRUCTIVE) {
      return false;
    }
    if (mode == ConfirmMode.ALWAYS && !attempt.version().isStateless()) {
      throw Refusal.invalidParams(
          "This server runs "
              + attempt.tool().name()
              + " only after a person has confirmed it, which needs protocol version 2026-07-28"
              + " and form elicitation. Nothing was executed.");
    }
    return attempt.answers()
        || (mode == ConfirmMode.WHEN_SUPPORTED && attempt.canAsk())
        || mode == ConfirmMode.ALWAYS;
  }

  /**
   * Reads the answer that the message brings, if it does.
   *
   * @throws Refusal -32602 for a state that is altered, expired or of another call; -32021 where a
   *     person must be asked and the client cannot
   */
  public Opening open(Attempt attempt) {
    JsonNode state = attempt.params().path("requestState");
    Optional<SealedState.Opened> opened =
        state.isMissingNode() ? Optional.empty() : Optional.of(verified(attempt, state));
    if (attempt.reply() == Attempt.Reply.NO) {
      return new Opening.Declined(error(NOT_CONFIRMED));
    }
    if (attempt.reply() == Attempt.Reply.YES && opened.isPresent()) {
      return new Opening.Agreed(opened.get().nonce(), opened.get().shown());
    }
    requireForm(attempt);
    return new Opening.Ask(opened.map(SealedState.Opened::nonce));
  }

  private SealedState.Opened verified(Attempt attempt, JsonNode state) {
    return Optional.ofNullable(state.textValue())
        .flatMap(text -> states.open(text, attempt.binding()))
        .orElseThrow(
            () -> Refusal.invalidParams("Invalid params: requestState failed verification"));
  }

  /**
   * Decides, now that the record is known. The stage fails with a {@link Refusal} where the
   * confirmation was used before.
   *
   * @param record what the call acts on, where it acts on a record that can be read
   */
  public CompletionStage<Decision> decide(
      Attempt attempt, Opening opening, Optional<KnownRecord> record) {
    if (opening instanceof Opening.Declined declined) {
      return answer(declined.result());
    }
    if (opening instanceof Opening.Ask ask) {
      return answer(ask(attempt, question(attempt, record, false), ask.nonce()));
    }
    Opening.Agreed agreed = (Opening.Agreed) opening;
    // Before the record is compared: a call sent twice has changed it by itself.
    return used.claim(agreed.nonce(), REMEMBERED)
        .handle(
            (first, failure) ->
                first == null || failure != null
                    ? new Decision.Answer(error(UNCHECKED))
                    : claimed(attempt, agreed, record, first));
  }

  private Decision claimed(
      Attempt attempt, Opening.Agreed agreed, Optional<KnownRecord> record, boolean first) {
    if (!first) {
      throw Refusal.invalidParams(
          "Invalid params: this confirmation was already used. Nothing was executed this time; look"
              + " whether the call that it confirmed happened."
              + attempt
                  .freshKeyArgument()
                  .map(name -> " Its \"" + name + "\" was \"" + agreed.nonce() + "\".")
                  .orElse(""));
    }
    ConfirmationText.Question now = question(attempt, record, true);
    if (MessageDigest.isEqual(agreed.shown(), now.shown())) {
      return new Decision.Run(agreed.nonce());
    }
    requireForm(attempt);
    return new Decision.Answer(ask(attempt, now, Optional.empty()));
  }

  private ConfirmationText.Question question(
      Attempt attempt, Optional<KnownRecord> record, boolean again) {
    return text.of(
        attempt.tool(), attempt.arguments(), record, attempt.caller().upstreamAccount(), again);
  }

  private Result ask(Attempt attempt, ConfirmationText.Question question, Optional<String> nonce) {
    ObjectNode result = Json.object();
    ObjectNode elicitation =
        result.putObject("inputRequests").putObject(QUESTION).put("method", "elicitation/create");
    ObjectNode form =
        elicitation.putObject("params").put("mode", "form").put("message", question.message());
    ObjectNode schema = form.putObject("requestedSchema").put("type", "object");
    schema
        .putObject("properties")
        .putObject(QUESTION)
        .put("type", "boolean")
        .put("title", "Confirmo")
        .put("default", false);
    schema.putArray("required").add(QUESTION);
    SealedState.Binding binding = attempt.binding();
    result.put(
        "requestState",
        nonce
            .map(n -> states.seal(binding, question.shown(), n))
            .orElseGet(() -> states.seal(binding, question.shown())));
    return Result.inputRequired(result);
  }

  private static void requireForm(Attempt attempt) {
    if (!attempt.canAsk()) {
      ObjectNode data = Json.object();
      data.putObject("requiredCapabilities").putObject("elicitation").putObject("form");
      throw Refusal.rpc(
          Rung.PARAMS,
          400,
          JsonRpcError.of(
              JsonRpcError.MISSING_CAPABILITY,
              "This request needs the elicitation client capability",
              data));
    }
  }

  private static CompletionStage<Decision> answer(Result result) {
    return CompletableFuture.completedFuture(new Decision.Answer(result));
  }

  private static Result error(String text) {
    ObjectNode result = Json.object();
    result.putArray("content").addObject().put("type", "text").put("text", text);
    return Result.complete(result.put("isError", true));
  }
}
