package br.com.kobana.mcp.completion;

import br.com.kobana.mcp.protocol.Refusal;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The parameters of {@code completion/complete}.
 *
 * @param prompt whether the reference is a prompt; otherwise it is a URI template
 * @param reference the prompt's name or the template
 * @param argument the name of the argument or variable
 * @param typed its value so far
 * @param context values chosen before
 */
record CompletionRequest(
    boolean prompt, String reference, String argument, String typed, Map<String, String> context) {

  /**
   * @throws Refusal -32602 naming the member that is missing or of another type
   */
  static CompletionRequest of(Optional<ObjectNode> params) {
    JsonNode root = params.orElseThrow(() -> Refusal.invalidParams("ref is required"));
    JsonNode ref = root.path("ref");
    String type = text(ref, "type", "ref.type");
    boolean prompt = type.equals("ref/prompt");
    if (!prompt && !type.equals("ref/resource")) {
      throw Refusal.invalidParams("ref.type must be ref/prompt or ref/resource");
    }
    JsonNode argument = root.path("argument");
    return new CompletionRequest(
        prompt,
        prompt ? text(ref, "name", "ref.name") : text(ref, "uri", "ref.uri"),
        text(argument, "name", "argument.name"),
        text(argument, "value", "argument.value"),
        context(root.path("context")));
  }

  private static String text(JsonNode object, String member, String where) {
    JsonNode value = object.path(member);
    if (!value.isTextual()) {
      throw Refusal.invalidParams(where + " is required and must be a string");
    }
    return value.textValue();
  }

  private static Map<String, String> context(JsonNode context) {
    JsonNode arguments = context.path("arguments");
    if (isAbsent(context) || (context.isObject() && isAbsent(arguments))) {
      return Map.of();
    }
    if (!arguments.isObject()) {
      throw Refusal.invalidParams("context.arguments must be an object of strings");
    }
    Map<String, String> values = new LinkedHashMap<>();
    for (Map.Entry<String, JsonNode> entry : arguments.properties()) {
      if (!entry.getValue().isTextual()) {
        throw Refusal.invalidParams("context.arguments must be an object of strings");
      }
      values.put(entry.getKey(), entry.getValue().textValue());
    }
    return values;
  }

  private static boolean isAbsent(JsonNode node) {
    return node.isMissingNode() || node.isNull();
  }
}
