package br.com.kobana.mcp.wire;

import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What {@code ${name}} stands for in one run of a transcript. {@code $${name}} is left alone. */
final class Variables {
  private static final Pattern VARIABLE = Pattern.compile("(\\$?)\\$\\{([\\w.-]+)}");
  private final Map<String, String> values = new HashMap<>();

  Variables(Target target) {
    values.put("port", Integer.toString(target.port()));
    values.put("sandboxPort", Integer.toString(target.sandboxPort()));
    values.put(
        "envelope",
        "{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","
            + "\"io.modelcontextprotocol/clientCapabilities\":{}}");
    values.put(
        "envelope.form",
        "{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","
            + "\"io.modelcontextprotocol/clientCapabilities\":{\"elicitation\":{}}}");
    values.put(
        "serverInfo",
        "{\"io.modelcontextprotocol/serverInfo\":"
            + "{\"name\":\"kobana\",\"title\":\"Kobana\",\"version\":\"1.1.0\"},\"…\":\"…\"}");
    values.put(
        "versions", "[\"2026-07-28\",\"2025-11-25\",\"2025-06-18\",\"2025-03-26\",\"2024-11-05\"]");
  }

  void put(String name, String value) {
    values.put(name, value);
  }

  String fill(String text) {
    Matcher variable = VARIABLE.matcher(text);
    return variable.replaceAll(
        found ->
            Matcher.quoteReplacement(
                found.group(1).isEmpty() ? value(found.group(2)) : found.group().substring(1)));
  }

  private String value(String name) {
    if (name.startsWith("token.")) {
      return "sandbox-" + name.substring("token.".length());
    }
    String value = values.get(name);
    if (value == null) {
      throw new IllegalArgumentException("nothing is called ${" + name + "} here");
    }
    return value;
  }
}
