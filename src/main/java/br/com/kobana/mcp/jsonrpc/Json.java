package br.com.kobana.mcp.jsonrpc;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.StreamWriteFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * The one JSON codec of the gateway: strict on the way in, compact on the way out.
 *
 * <p>Numbers with a fraction are {@code BigDecimal} and whole numbers keep all their digits, from
 * the wire to the wire; an amount never passes through binary floating point. Duplicate keys, text
 * after the value, invalid UTF-8, nesting deeper than {@value #MAX_DEPTH}, numbers longer than
 * {@value #MAX_NUMBER_LENGTH} characters and more than {@value #MAX_TOKENS} tokens are refused.
 */
public final class Json {
  /** Deepest nesting of arrays and objects that is read. */
  public static final int MAX_DEPTH = 100;

  /** Longest number, in characters, that is read. */
  public static final int MAX_NUMBER_LENGTH = 400;

  /** Most names, values and brackets that are read: they, not bytes, are what costs time. */
  public static final int MAX_TOKENS = 500_000;

  private static final JsonMapper MAPPER =
      JsonMapper.builder(
              JsonFactory.builder()
                  .streamReadConstraints(
                      StreamReadConstraints.builder()
                          .maxNestingDepth(MAX_DEPTH)
                          .maxNumberLength(MAX_NUMBER_LENGTH)
                          .maxTokenCount(MAX_TOKENS)
                          .maxStringLength(16 * 1024 * 1024)
                          .build())
                  // Names come from outside: they must not stay in the table of the JVM.
                  .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
                  .disable(StreamReadFeature.INCLUDE_SOURCE_IN_LOCATION)
                  .disable(StreamWriteFeature.AUTO_CLOSE_TARGET)
                  .build())
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .enable(DeserializationFeature.FAIL_ON_READING_DUP_TREE_KEY)
          .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
          .build();

  private static final ObjectReader WITHIN =
      MAPPER.readerFor(JsonNode.class).without(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

  private Json() {}

  /**
   * Reads one JSON value that fills the whole input.
   *
   * @throws MalformedJson when the bytes are not one well-formed value; the message names no
   *     content of the input
   */
  public static JsonNode parse(byte[] utf8) throws MalformedJson {
    // Jackson guesses UTF-16 and UTF-32 from the first bytes and is lenient about malformed UTF-8.
    if (!Utf8.isText(utf8)) {
      throw new MalformedJson("not UTF-8 text");
    }
    try {
      JsonNode node = MAPPER.readTree(utf8);
      if (node == null || node.isMissingNode()) {
        throw new MalformedJson("empty");
      }
      return node;
    } catch (JsonProcessingException e) {
      throw new MalformedJson("not well-formed JSON");
    } catch (NumberFormatException e) {
      // Jackson lets this one through where an exponent has more than ten digits.
      throw new MalformedJson("a number that is out of range");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * The tokens of UTF-8 text, within the limits of {@link #parse}. Who reads them has to see to
   * duplicate keys, to numbers out of range and to the end of the input.
   *
   * @throws MalformedJson when the bytes are not UTF-8 text
   */
  public static JsonParser tokens(byte[] utf8) throws MalformedJson, IOException {
    if (!Utf8.isText(utf8)) {
      throw new MalformedJson("not UTF-8 text");
    }
    return MAPPER.createParser(utf8);
  }

  /** Reads the value that starts with the token at which the parser stands. */
  public static JsonNode value(JsonParser tokens) throws IOException {
    return WITHIN.readValue(tokens);
  }

  /** Reads one JSON value from text. */
  public static JsonNode parse(String text) throws MalformedJson {
    return parse(text.getBytes(StandardCharsets.UTF_8));
  }

  /** The value, where the text is JSON at all. */
  public static Optional<JsonNode> ifJson(String text) {
    try {
      return Optional.of(parse(text));
    } catch (MalformedJson e) {
      return Optional.empty();
    }
  }

  /** The value as compact JSON on one line, in UTF-8. */
  public static byte[] bytes(JsonNode node) {
    try {
      return SurrogatePairs.joined(MAPPER.writeValueAsBytes(node));
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("not writable as JSON", e);
    }
  }

  /** The value as compact JSON on one line. */
  public static String text(JsonNode node) {
    try {
      return MAPPER.writeValueAsString(node);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("not writable as JSON", e);
    }
  }

  /** The text as a JSON string, quoted and escaped, in UTF-8. */
  public static byte[] quoted(String text) {
    try {
      return SurrogatePairs.joined(MAPPER.writeValueAsBytes(text));
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("not writable as JSON", e);
    }
  }

  /** A new empty object. */
  public static ObjectNode object() {
    return MAPPER.createObjectNode();
  }

  /** A new empty array. */
  public static ArrayNode array() {
    return MAPPER.createArrayNode();
  }
}
