package br.com.kobana.mcp.pipeline;

import br.com.kobana.mcp.SmallCatalogue;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** The blocks of content that the conformance suite wants to see, and the JSON to write them in. */
final class FixtureContent {
  /** A red pixel. */
  static final String PNG =
      "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==";

  /** A WAV file without a sample. */
  private static final String WAV = "UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQAAAAA=";

  static final String IMAGE = "{'type':'image','data':'%s','mimeType':'image/png'}".formatted(PNG);
  static final String AUDIO = "{'type':'audio','data':'%s','mimeType':'audio/wav'}".formatted(WAV);

  private FixtureContent() {}

  static String text(String text) {
    return "{'type':'text','text':'%s'}".formatted(text);
  }

  static String resource(String uri, String mimeType, String text) {
    return "{'type':'resource','resource':{'uri':'%s','mimeType':'%s','text':'%s'}}"
        .formatted(uri, mimeType, text);
  }

  /** An object, with single quotes for double ones. */
  static ObjectNode object(String singleQuoted) {
    return (ObjectNode) SmallCatalogue.json(singleQuoted);
  }
}
