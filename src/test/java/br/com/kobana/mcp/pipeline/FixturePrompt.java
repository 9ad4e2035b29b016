package br.com.kobana.mcp.pipeline;

import static br.com.kobana.mcp.pipeline.FixtureContent.IMAGE;
import static br.com.kobana.mcp.pipeline.FixtureContent.object;
import static br.com.kobana.mcp.pipeline.FixtureContent.resource;
import static br.com.kobana.mcp.pipeline.FixtureContent.text;

import br.com.kobana.mcp.protocol.Result;
import com.fasterxml.jackson.databind.JsonNode;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.camel.Exchange;
import org.apache.camel.Processor;

/** Gives the prompts of the suite that are more than text their content; leaves all others. */
public final class FixturePrompt implements Processor {
  @Override
  public void process(Exchange exchange) {
    JsonNode params = Call.of(exchange).params().orElseThrow();
    content(params).ifPresent(exchange.getMessage()::setBody);
  }

  private static Optional<Result> content(JsonNode params) {
    return switch (params.path("name").asText()) {
      case "test_prompt_with_image" -> messages(IMAGE, text("Please analyze the image above."));
      case "test_prompt_with_embedded_resource" ->
          messages(
              resource(
                  params.path("arguments").path("resourceUri").asText(),
                  "text/plain",
                  "Embedded resource content for testing."),
              text("Please process the embedded resource above."));
      case "test_input_required_result_prompt" ->
          params.path("inputResponses").path("user_context").isObject()
              ? messages(text("Thank you"))
              : Optional.of(
                  Result.inputRequired(
                      object("{'inputRequests':{%s}}".formatted(FixtureQuestions.CONTEXT))));
      default -> Optional.empty();
    };
  }

  private static Optional<Result> messages(String... blocks) {
    String messages =
        Stream.of(blocks)
            .map("{'role':'user','content':%s}"::formatted)
            .collect(Collectors.joining(","));
    return Optional.of(Result.complete(object("{'messages':[%s]}".formatted(messages))));
  }
}
