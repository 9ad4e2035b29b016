package br.com.kobana.mcp.pipeline;

import static br.com.kobana.mcp.pipeline.FixtureContent.AUDIO;
import static br.com.kobana.mcp.pipeline.FixtureContent.IMAGE;
import static br.com.kobana.mcp.pipeline.FixtureContent.object;
import static br.com.kobana.mcp.pipeline.FixtureContent.resource;
import static br.com.kobana.mcp.pipeline.FixtureContent.text;

import br.com.kobana.mcp.confirm.Attempt;
import br.com.kobana.mcp.confirm.FixtureStates;
import br.com.kobana.mcp.jsonrpc.JsonRpcError;
import br.com.kobana.mcp.protocol.Refusal;
import br.com.kobana.mcp.protocol.Result;
import br.com.kobana.mcp.protocol.Rung;
import br.com.kobana.mcp.tools.ToolCalls;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import org.apache.camel.Exchange;
import org.apache.camel.Processor;

/**
 * Answers for the API where a fixture tool was called: after the call was prepared, before it is
 * sent.
 */
public final class FixtureTool implements Processor {
  private final FixtureStates states = new FixtureStates();

  @Override
  public void process(Exchange exchange) {
    Call call = Call.of(exchange);
    ToolCalls.Plan plan = exchange.getProperty(Properties.PLAN, ToolCalls.Plan.class);
    Attempt attempt =
        new Attempt(
            plan.tool(), call.caller(), call.negotiated().version(), call.params().orElseThrow());
    exchange.setProperty(Properties.UPSTREAM, false);
    exchange.getMessage().setBody(answer(attempt));
  }

  private Result answer(Attempt attempt) {
    String name = attempt.tool().name();
    if (name.startsWith("test_input_required_result_")) {
      return asking(name.substring("test_input_required_result_".length()), attempt);
    }
    return switch (name) {
      case "test_simple_text" -> content(text("This is a simple text response for testing."));
      case "test_image_content" -> content(IMAGE);
      case "test_audio_content" -> content(AUDIO);
      case "test_embedded_resource" ->
          content(
              resource(
                  "test://embedded-resource",
                  "text/plain",
                  "This is an embedded resource content."));
      case "test_multiple_content_types" ->
          content(
              text("Multiple content types test:"),
              IMAGE,
              resource("test://mixed-content-resource", "application/json", "{}"));
      case "test_error_handling" ->
          Result.complete(
              object(
                  "{'content':[%s],'isError':true}"
                      .formatted(text("This tool intentionally returns an error for testing"))));
      case "test_missing_capability" -> throw samplingNeeded();
      case "test_streaming_elicitation" -> ask(FixtureQuestions.NAME);
      default -> content(text(name + " has run"));
    };
  }

  private Result asking(String kind, Attempt attempt) {
    return switch (kind) {
      case "elicitation" -> stateless(attempt, "user_name", FixtureQuestions.NAME);
      case "sampling" -> stateless(attempt, "capital_question", FixtureQuestions.CAPITAL);
      case "list_roots" -> stateless(attempt, "client_roots", FixtureQuestions.ROOTS);
      case "capabilities" -> ask(possible(attempt));
      case "multiple_inputs" ->
          sealed(
              attempt,
              List.of(
                  String.join(
                      ",",
                      FixtureQuestions.NAME,
                      FixtureQuestions.GREETING,
                      FixtureQuestions.ROOTS)));
      case "multi_round" -> sealed(attempt, List.of(FixtureQuestions.NAME, FixtureQuestions.COLOR));
      default -> sealed(attempt, List.of(FixtureQuestions.CONFIRM));
    };
  }

  /** Only what the client says that it can do. */
  private static String possible(Attempt attempt) {
    JsonNode can =
        attempt.params().path("_meta").path("io.modelcontextprotocol/clientCapabilities");
    return can.has("elicitation") ? FixtureQuestions.NAME : FixtureQuestions.CAPITAL;
  }

  /** Asks until the answer is an object; needs no state. */
  private static Result stateless(Attempt attempt, String key, String question) {
    JsonNode answer = attempt.params().path("inputResponses").path(key);
    return answer.isObject() ? content(text("Thank you")) : ask(question);
  }

  /** Asks one round after the other; the state says how far it came. */
  private Result sealed(Attempt attempt, List<String> rounds) {
    int round = attempt.params().has("requestState") ? states.round(attempt) : 0;
    if (round == rounds.size()) {
      return content(text("state-ok"));
    }
    ObjectNode result = object("{'inputRequests':{%s}}".formatted(rounds.get(round)));
    return Result.inputRequired(result.put("requestState", states.seal(attempt, round + 1)));
  }

  private static Result ask(String question) {
    return Result.inputRequired(object("{'inputRequests':{%s}}".formatted(question)));
  }

  private static Result content(String... blocks) {
    return Result.complete(object("{'content':[%s]}".formatted(String.join(",", blocks))));
  }

  private static Refusal samplingNeeded() {
    return Refusal.rpc(
        Rung.PARAMS,
        400,
        JsonRpcError.of(
            JsonRpcError.MISSING_CAPABILITY,
            "This request needs the sampling client capability",
            object("{'requiredCapabilities':{'sampling':{}}}")));
  }
}
