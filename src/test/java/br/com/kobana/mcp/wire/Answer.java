package br.com.kobana.mcp.wire;

import br.com.kobana.mcp.jsonrpc.Json;
import br.com.kobana.mcp.jsonrpc.MalformedJson;
import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** An HTTP answer as it came, header lines in their order. */
record Answer(int status, List<Header> headers, byte[] body) {

  record Header(String name, String value) {}

  /** The value of a header, repeated lines joined as RFC 9110 §5.3 combines them. */
  Optional<String> header(String name) {
    List<String> values =
        headers.stream()
            .filter(h -> h.name().equalsIgnoreCase(name))
            .map(Header::value)
            .collect(Collectors.toList());
    return values.isEmpty() ? Optional.empty() : Optional.of(String.join(", ", values));
  }

  String text() {
    return new String(body, StandardCharsets.UTF_8);
  }

  boolean isJson() {
    return header("Content-Type").map(t -> t.startsWith("application/json")).orElse(false);
  }

  JsonNode json() throws MalformedJson {
    return Json.parse(body);
  }

  /** For people who read a failed test. */
  String describe() {
    StringBuilder out = new StringBuilder("HTTP ").append(status).append('\n');
    headers.forEach(h -> out.append(h.name()).append(": ").append(h.value()).append('\n'));
    String text = text();
    return out.append('\n')
        .append(text.length() > 4000 ? text.substring(0, 4000) + " …" : text)
        .toString();
  }
}
