package br.com.kobana.mcp.sandbox;

import br.com.kobana.mcp.jsonrpc.Json;
import com.fasterxml.jackson.databind.node.ArrayNode;
import java.util.LinkedHashMap;
import java.util.Map;

/** How often each write took effect, whoever heard of it. */
final class Effects {
  private final Map<Target, Integer> times = new LinkedHashMap<>();

  private record Target(String method, String path) {}

  void add(String method, String path) {
    times.merge(new Target(method, path), 1, Integer::sum);
  }

  /** {@code [{method, path, times}]}. */
  ArrayNode json() {
    ArrayNode all = Json.array();
    times.forEach(
        (target, count) ->
            all.addObject()
                .put("method", target.method())
                .put("path", target.path())
                .put("times", count));
    return all;
  }
}
