package br.com.kobana.mcp.catalog;

import br.com.kobana.mcp.jsonrpc.Json;
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

/**
 * Reads one YAML document strictly: no duplicate keys, no aliases, nothing after it. JSON is YAML
 * too and reads several times faster: so the build packs the catalogue ({@link
 * CatalogLoader#json}).
 */
final class Yaml {
  /** Made where a file is no JSON: a start has no other use for a YAML parser of this kind. */
  private static final class Parser {
    static final YAMLMapper MAPPER =
        YAMLMapper.builder(
                YAMLFactory.builder().enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION).build())
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .enable(DeserializationFeature.FAIL_ON_READING_DUP_TREE_KEY)
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .build();
  }

  private Yaml() {}

  static JsonNode read(String text, Location location) {
    return Json.ifJson(text).orElseGet(() -> yaml(text, location));
  }

  private static JsonNode yaml(String text, Location location) {
    try {
      if (text.indexOf('*') >= 0) {
        refuseAliases(text, location);
      }
      return Parser.MAPPER.readTree(text);
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
    try (YAMLParser parser = Parser.MAPPER.getFactory().createParser(text)) {
      while (parser.nextToken() != null) {
        if (parser.isCurrentAlias()) {
          int line = parser.currentTokenLocation().getLineNr();
          location.problem("line " + line + ": YAML aliases (*name) are not allowed; use: fields");
        }
      }
    }
  }
}
