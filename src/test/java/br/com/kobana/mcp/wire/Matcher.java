package br.com.kobana.mcp.wire;

import br.com.kobana.mcp.jsonrpc.Json;
import br.com.kobana.mcp.jsonrpc.MalformedJson;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Compares an answer with what a transcript expects and says every difference. Objects and arrays
 * are compared whole, numbers digit by digit; {@code …} as a key or an element stands for whatever
 * else is there. The words between {@code «»} are listed in {@code wire/README.md}.
 */
final class Matcher {
  private static final String REST = "…";
  private final Answer answer;
  private final TextMatcher texts;
  private final List<String> differences = new ArrayList<>();

  private Matcher(Answer answer, TextMatcher texts) {
    this.answer = answer;
    this.texts = texts;
  }

  /**
   * @param variables fills in what is expected, and takes what the answer's captures hold
   * @return the differences, none where the answer is as expected
   */
  static List<String> differences(
      Transcript.Expected expected, Answer answer, Variables variables) {
    Matcher matcher = new Matcher(answer, new TextMatcher(answer, variables));
    matcher.status(expected.status());
    expected.headers().forEach(rule -> matcher.header(variables.fill(rule)));
    matcher.body(variables.fill(expected.body()));
    return matcher.differences;
  }

  /** Compares a JSON value with a pattern. */
  static List<String> differences(JsonNode pattern, JsonNode actual, Variables variables) {
    Answer none = new Answer(200, List.of(), Json.bytes(actual));
    Matcher matcher = new Matcher(none, new TextMatcher(none, variables));
    matcher.compare("$", pattern, actual);
    return matcher.differences;
  }

  private void status(String expected) {
    String actual = Integer.toString(answer.status());
    for (String one : expected.split("\\|")) {
      if (one.equals(actual) || (one.endsWith("xx") && one.charAt(0) == actual.charAt(0))) {
        return;
      }
    }
    differences.add("status: expected " + expected + ", was " + actual);
  }

  private void header(String rule) {
    if (rule.startsWith("!")) {
      answer
          .header(rule.substring(1).strip())
          .ifPresent(v -> differences.add("header " + rule.substring(1) + " is there: " + v));
      return;
    }
    String[] parts = rule.split(":", 2);
    String expected = parts.length > 1 ? parts[1].strip() : "";
    answer
        .header(parts[0])
        .ifPresentOrElse(
            actual -> {
              if (!texts.headerMatches(expected, actual)) {
                differences.add(
                    "header " + parts[0] + ": expected " + expected + ", was " + actual);
              }
            },
            () -> differences.add("header " + parts[0] + " is missing"));
  }

  private void body(String expected) {
    if (expected.equals("«any»")) {
      return;
    }
    if (expected.isEmpty()) {
      if (answer.body().length > 0) {
        differences.add("body: expected none, was " + shortened(answer.text()));
      }
    } else if (expected.startsWith("{") || expected.startsWith("[")) {
      try {
        compare("$", Json.parse(expected), answer.json());
      } catch (MalformedJson e) {
        differences.add("body: not comparable as JSON: " + e.getMessage());
      }
    } else if (!texts.matches(expected, answer.text())) {
      differences.add("body: expected " + expected + ", was " + shortened(answer.text()));
    }
  }

  private void compare(String path, JsonNode expected, JsonNode actual) {
    if (expected.isTextual() && TextMatcher.isPattern(expected.textValue())) {
      texts
          .nodeDifference(expected.textValue(), actual)
          .ifPresent(problem -> differences.add(path + ": " + problem));
    } else if (actual.isMissingNode()) {
      differences.add(path + ": is missing");
    } else if (expected instanceof ObjectNode object && actual.isObject()) {
      compareObjects(path, object, actual);
    } else if (expected instanceof ArrayNode array && actual.isArray()) {
      compareArrays(path, array, actual);
    } else if (!Json.text(expected).equals(Json.text(actual))) {
      differences.add(
          path + ": expected " + Json.text(expected) + ", was " + shortened(Json.text(actual)));
    }
  }

  private void compareObjects(String path, ObjectNode expected, JsonNode actual) {
    for (Map.Entry<String, JsonNode> member : expected.properties()) {
      if (!member.getKey().equals(REST)) {
        JsonNode value = actual.get(member.getKey());
        compare(
            path + "." + member.getKey(),
            member.getValue(),
            value == null ? MissingNode.getInstance() : value);
      }
    }
    if (!expected.has(REST)) {
      actual
          .fieldNames()
          .forEachRemaining(
              name -> {
                if (!expected.has(name)) {
                  differences.add(path + "." + name + ": not expected");
                }
              });
    }
  }

  private void compareArrays(String path, ArrayNode expected, JsonNode actual) {
    if (isText(expected, 0, "«each»")) {
      if (actual.isEmpty()) {
        differences.add(path + ": is empty");
      }
      for (int i = 0; i < actual.size(); i++) {
        compare(path + "[" + i + "]", expected.get(1), actual.get(i));
      }
      return;
    }
    boolean open = false;
    for (int i = 0; i < expected.size(); i++) {
      open |= isText(expected, i, REST);
    }
    if (open) {
      if (!fits(expected, 0, actual, 0)) {
        differences.add(
            path + ": expected " + Json.text(expected) + ", was " + shortened(Json.text(actual)));
      }
      return;
    }
    if (expected.size() != actual.size()) {
      differences.add(
          path
              + ": expected "
              + expected.size()
              + " elements, was "
              + actual.size()
              + ": "
              + shortened(Json.text(actual)));
      return;
    }
    for (int i = 0; i < expected.size(); i++) {
      compare(path + "[" + i + "]", expected.get(i), actual.get(i));
    }
  }

  /** Whether the elements from here on fit, {@code …} standing for any run of elements. */
  private boolean fits(ArrayNode expected, int e, JsonNode actual, int a) {
    if (e == expected.size()) {
      return a == actual.size();
    }
    if (isText(expected, e, REST)) {
      for (int skip = a; skip <= actual.size(); skip++) {
        if (fits(expected, e + 1, actual, skip)) {
          return true;
        }
      }
      return false;
    }
    if (a == actual.size()) {
      return false;
    }
    Matcher one = new Matcher(answer, texts);
    one.compare("$", expected.get(e), actual.get(a));
    return one.differences.isEmpty() && fits(expected, e + 1, actual, a + 1);
  }

  private static boolean isText(ArrayNode array, int index, String text) {
    return text.equals(array.path(index).textValue());
  }

  static String shortened(String text) {
    return text.length() > 400 ? text.substring(0, 400) + " …" : text;
  }
}
