package br.com.kobana.mcp.sandbox;

import io.netty.handler.codec.http.QueryStringDecoder;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The query parameters of a request, decoded. */
record Query(Map<String, List<String>> parameters) {
  static final Query NONE = new Query(Map.of());

  /**
   * @throws IllegalArgumentException when an escape is broken
   */
  static Query parse(String raw) {
    return raw.isEmpty() ? NONE : new Query(new QueryStringDecoder(raw, false).parameters());
  }

  /** The first value of the parameter, unless it is blank. */
  Optional<String> value(String name) {
    List<String> values = parameters.getOrDefault(name, List.of());
    return values.stream().findFirst().filter(value -> !value.isBlank());
  }

  Query with(String name, String value) {
    Map<String, List<String>> all = new java.util.LinkedHashMap<>(parameters);
    all.put(name, List.of(value));
    return new Query(all);
  }

  Set<String> names() {
    return parameters.keySet();
  }
}
