package br.com.kobana.mcp.wire;

import br.com.kobana.mcp.jsonrpc.Json;
import br.com.kobana.mcp.jsonrpc.MalformedJson;
import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.util.Optional;
import java.util.regex.Pattern;

/** The words between {@code «»} of a transcript, for headers, texts and JSON values. */
final class TextMatcher {
  private static final Pattern UUID = Pattern.compile("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}");
  private final Answer answer;
  private final Variables variables;

  TextMatcher(Answer answer, Variables variables) {
    this.answer = answer;
    this.variables = variables;
  }

  static boolean isPattern(String expected) {
    return expected.startsWith("«") && expected.endsWith("»");
  }

  boolean headerMatches(String expected, String actual) {
    if (expected.equals("*")) {
      return true;
    }
    if (expected.startsWith("~")) {
      return Pattern.compile(expected.substring(1)).matcher(actual).matches();
    }
    return matches(expected, actual);
  }

  /** Whether a text is the one expected, or is as the pattern says. */
  boolean matches(String expected, String actual) {
    if (!isPattern(expected)) {
      return expected.equals(actual);
    }
    String word = expected.substring(1, expected.length() - 1);
    String[] parts = word.split(" ", 2);
    String rest = parts.length > 1 ? parts[1] : "";
    return switch (parts[0]) {
      case "any", "string" -> true;
      case "uuid" -> UUID.matcher(actual).matches();
      case "contains" -> actual.contains(rest);
      case "lacks" -> !actual.contains(rest);
      case "json" -> sameJson(rest, actual);
      case "multiple" -> soonAndMultiple(Long.parseLong(rest), actual);
      case "until" -> secondsUntil(rest, actual);
      default -> matchesSpecial(word, actual);
    };
  }

  private boolean matchesSpecial(String word, String actual) {
    if (word.startsWith("~")) {
      return Pattern.compile(word.substring(1), Pattern.DOTALL).matcher(actual).matches();
    }
    if (word.startsWith("capture:")) {
      variables.put(word.substring("capture:".length()), actual);
      return true;
    }
    throw new IllegalArgumentException("unknown word «" + word + "»");
  }

  /** What is wrong with a JSON value, if anything. */
  Optional<String> nodeDifference(String expected, JsonNode actual) {
    String word = expected.substring(1, expected.length() - 1);
    if (word.equals("absent")) {
      return problem(actual.isMissingNode(), "expected to be absent, was ", actual);
    }
    if (actual.isMissingNode()) {
      return Optional.of("is missing");
    }
    boolean fits =
        switch (word.split("[ :]", 2)[0]) {
          case "any" -> true;
          case "integer" -> actual.isIntegralNumber();
          case "number" -> actual.isNumber();
          case "boolean" -> actual.isBoolean();
          case "object" -> actual.isObject();
          case "array" -> fitsArray(word, actual);
          case "capture" -> {
            variables.put(
                word.substring("capture:".length()),
                actual.isTextual() ? actual.textValue() : Json.text(actual));
            yield true;
          }
          default -> actual.isTextual() && matches(expected, actual.textValue());
        };
    return problem(fits, "expected " + expected + ", was ", actual);
  }

  private static boolean fitsArray(String word, JsonNode actual) {
    return actual.isArray()
        && (word.equals("array")
            || actual.size() == Integer.parseInt(word.substring("array ".length())));
  }

  private static Optional<String> problem(boolean fits, String text, JsonNode actual) {
    return fits ? Optional.empty() : Optional.of(text + Matcher.shortened(Json.text(actual)));
  }

  /** The text is JSON, and the same JSON as another part of the answer: {@code of /pointer}. */
  private boolean sameJson(String of, String actual) {
    try {
      JsonNode parsed = Json.parse(actual);
      return of.isEmpty()
          || Json.text(parsed).equals(Json.text(answer.json().at(of.substring("of ".length()))));
    } catch (MalformedJson e) {
      return false;
    }
  }

  /** A time in epoch seconds, a multiple of the window, not past and at most one window away. */
  private static boolean soonAndMultiple(long window, String actual) {
    long at = Long.parseLong(actual);
    long left = at - Instant.now().getEpochSecond();
    return at % window == 0 && left >= 0 && left <= window;
  }

  /** Seconds from now until the time that another header gives; at least one. */
  private boolean secondsUntil(String header, String actual) {
    long until = Long.parseLong(answer.header(header).orElseThrow());
    long seconds = Long.parseLong(actual);
    return seconds >= 1 && Math.abs(until - Instant.now().getEpochSecond() - seconds) <= 2;
  }
}
