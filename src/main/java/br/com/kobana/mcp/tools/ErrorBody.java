package br.com.kobana.mcp.tools;

import br.com.kobana.mcp.jsonrpc.Json;
import br.com.kobana.mcp.jsonrpc.MalformedJson;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * Reads every form in which the API says what went wrong (kobana-api.md §7): {@code errors} as an
 * array of objects or strings, a map of arrays or one string; {@code error} as a string or the
 * OAuth pair; {@code message}; {@code title} and {@code detail} bare; any of them nested. Members
 * outside those forms (traces, exceptions) are not read.
 */
final class ErrorBody {
  private static final int MOST_LINES = 10;
  private static final int LONGEST_LINE = 300;
  private static final int DEEPEST = 6;

  private final Set<String> lines = new LinkedHashSet<>();

  private ErrorBody() {}

  static List<String> lines(byte[] body) {
    JsonNode json;
    try {
      json = Json.parse(body);
    } catch (MalformedJson e) {
      return List.of();
    }
    ErrorBody reader = new ErrorBody();
    reader.top(json);
    List<String> lines = new ArrayList<>(reader.lines);
    return lines.size() <= MOST_LINES ? lines : List.copyOf(lines.subList(0, MOST_LINES));
  }

  private void top(JsonNode json) {
    if (!(json instanceof ObjectNode object)) {
      read(json, "", 0);
      return;
    }
    if (object.path("error").isTextual() && object.path("error_description").isTextual()) {
      add("", object.path("error").textValue() + ": " + object.path("error_description").asText());
    } else if (object.has("error")) {
      read(object.path("error"), "", 0);
    }
    if (object.has("errors")) {
      if (object.path("message").isTextual()) {
        add("", object.path("message").textValue());
      }
      read(object.path("errors"), "", 0);
    } else if (isProblem(object)) {
      problem(object, "", 0);
    }
  }

  private void read(JsonNode value, String param, int depth) {
    if (depth > DEEPEST || lines.size() > MOST_LINES) {
      return;
    }
    if (value instanceof ObjectNode object) {
      if (isProblem(object)) {
        problem(object, param, depth);
      } else {
        for (Map.Entry<String, JsonNode> member : object.properties()) {
          if (!Masks.isSecret(member.getKey())) {
            read(member.getValue(), within(param, member.getKey()), depth + 1);
          }
        }
      }
    } else if (value.isArray()) {
      value.forEach(v -> read(v, param, depth + 1));
    } else {
      Scalar.text(value).ifPresent(text -> add(param, text));
    }
  }

  /** Not a map of fields, whose members are arrays. */
  private static boolean isProblem(ObjectNode object) {
    JsonNode detail = object.path("detail");
    return object.path("title").isTextual()
        || detail.isTextual()
        || object.path("message").isTextual()
        || (object.path("code").isTextual() && (detail.isObject() || object.has("param")));
  }

  private void problem(ObjectNode object, String outer, int depth) {
    String param =
        object.path("param").isTextual() ? within(outer, object.path("param").textValue()) : outer;
    List<String> words = new ArrayList<>();
    for (String member : List.of("title", "message", "detail")) {
      JsonNode said = object.path(member);
      if (said.isTextual() && !said.textValue().isBlank()) {
        words.add(trimmed(said.textValue()));
      }
    }
    if (words.isEmpty() && object.path("code").isTextual()) {
      words.add(object.path("code").textValue());
    }
    add(param, String.join(": ", words));
    for (String member : List.of("detail", "errors")) {
      if (object.path(member).isContainerNode()) {
        read(object.path(member), param, depth + 1);
      }
    }
  }

  /** A title that ends as a sentence reads badly before a colon. */
  private static String trimmed(String text) {
    String words = text.strip();
    return words.endsWith(".") ? words.substring(0, words.length() - 1) : words;
  }

  private static String within(String outer, String name) {
    return outer.isEmpty() || outer.equals(name) ? name : outer + '.' + name;
  }

  private void add(String param, String text) {
    String clean = clean(text);
    if (!clean.isEmpty()) {
      lines.add(param.isEmpty() ? clean : Shown.name(param) + ": " + clean);
    }
  }

  /** One line of plain words: no markup, no stack trace, nothing that looks like a token. */
  static String clean(String text) {
    String first = text.strip().lines().findFirst().orElse("");
    String lower = first.toLowerCase(Locale.ROOT);
    if (lower.contains("<html") || lower.contains("<!doctype") || lower.contains("</")) {
      return "";
    }
    if (lower.contains(".rb:") || lower.contains(".java:") || lower.contains("#<")) {
      return "";
    }
    StringBuilder out = new StringBuilder();
    boolean bearer = false;
    for (String word : first.split("\\s", -1)) {
      if (out.length() > LONGEST_LINE) {
        break;
      }
      boolean secret = bearer || word.contains("eyJ");
      bearer = word.equalsIgnoreCase("bearer");
      out.append(out.isEmpty() ? "" : " ").append(secret ? "***" : printable(word));
    }
    return out.length() <= LONGEST_LINE ? out.toString() : out.substring(0, LONGEST_LINE) + "…";
  }

  private static String printable(String word) {
    StringBuilder out = new StringBuilder(word.length());
    word.chars().filter(c -> !Character.isISOControl(c)).forEach(c -> out.append((char) c));
    return out.toString();
  }
}
