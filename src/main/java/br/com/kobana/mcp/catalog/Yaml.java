package br.com.kobana.mcp.catalog;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLParser;
import java.io.IOException;
import java.io.UncheckedIOException;

/** Reads one YAML document strictly: no duplicate keys, no aliases, nothing after it. */
final class Yaml {
  private static final YAMLMapper MAPPER =
      YAMLMapper.builder(
              YAMLFactory.builder().enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION).build())
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .enable(DeserializationFeature.FAIL_ON_READING_DUP_TREE_KEY)
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .build();

  private Yaml() {}

  static JsonNode read(String text, Location location) {
    try {
      if (text.indexOf('*') >= 0) {
        refuseAliases(text, location);
      }
      return MAPPER.readTree(text);
    } catch (JsonProcessingException e) {
      JsonLocation at = e.getLocation();
      String what = e.getOriginalMessage().lines().findFirst().orElse("not YAML").strip();
      location.problem(at == null ? what : "line " + at.getLineNr() + ": " + what);
      return MissingNode.getInstance();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Jackson would read {@code *name} as the text "name". */
  private static void refuseAliases(String text, Location location) throws IOException {
    try (YAMLParser parser = MAPPER.getFactory().createParser(text)) {
      while (parser.nextToken() != null) {
        if (parser.isCurrentAlias()) {
          int line = parser.currentTokenLocation().getLineNr();
          location.problem("line " + line + ": YAML aliases (*name) are not allowed; use: fields");
        }
      }
    }
  }
}
