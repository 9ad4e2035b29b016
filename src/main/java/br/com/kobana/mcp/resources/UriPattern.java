package br.com.kobana.mcp.resources;

import br.com.kobana.mcp.upstream.ApiPath;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The URI template of a record type, read backwards: from a URI to the ids in it.
 *
 * <p>A URI is taken literally. It is never normalised: another case, a dot segment, an empty
 * segment, a query, a fragment or a character that RFC 3986 does not allow in a segment makes it a
 * URI of nothing. An id is percent-decoded exactly once and then has to be an id ({@link
 * ApiPath#objection}).
 */
final class UriPattern {
  /** Longest URI that is looked at, in characters. */
  static final int MAX_LENGTH = 2048;

  private static final String SCHEME = "kobana://";
  private static final String SEGMENT_PUNCTUATION = "-._~!$&'()*+,;=:@";

  private final List<Segment> segments;

  /** A part between two slashes: the text itself, or the name of a variable. */
  private record Segment(String text, boolean variable) {}

  private UriPattern(List<Segment> segments) {
    this.segments = List.copyOf(segments);
  }

  /**
   * @throws IllegalArgumentException where the template is not one of whole-segment variables
   */
  static UriPattern of(String template) {
    if (!template.startsWith(SCHEME)) {
      throw new IllegalArgumentException(template + " does not start with " + SCHEME);
    }
    List<Segment> segments = new ArrayList<>();
    for (String part : split(template.substring(SCHEME.length()))) {
      if (part.matches("[a-z0-9_]+")) {
        segments.add(new Segment(part, false));
      } else if (part.matches("\\{[a-z0-9_]+}")) {
        segments.add(new Segment(part.substring(1, part.length() - 1), true));
      } else {
        throw new IllegalArgumentException(template + " has a segment that is neither");
      }
    }
    return new UriPattern(segments);
  }

  /** The names of the variables, in order. */
  List<String> variables() {
    return segments.stream().filter(Segment::variable).map(Segment::text).toList();
  }

  /** The ids that the variables stand for in this URI, or empty where it is no such URI. */
  Optional<Map<String, String>> match(String uri) {
    if (uri.length() > MAX_LENGTH || !uri.startsWith(SCHEME)) {
      return Optional.empty();
    }
    List<String> parts = split(uri.substring(SCHEME.length()));
    if (parts.size() != segments.size()) {
      return Optional.empty();
    }
    Map<String, String> values = new LinkedHashMap<>();
    for (int i = 0; i < parts.size(); i++) {
      Segment segment = segments.get(i);
      if (!segment.variable()) {
        if (!segment.text().equals(parts.get(i))) {
          return Optional.empty();
        }
        continue;
      }
      Optional<String> id = decode(parts.get(i)).filter(v -> ApiPath.objection(v).isEmpty());
      if (id.isEmpty()) {
        return Optional.empty();
      }
      values.put(segment.text(), id.get());
    }
    return Optional.of(values);
  }

  private static List<String> split(String path) {
    return List.of(path.split("/", -1));
  }

  /** Percent-decodes once; empty for a stray percent sign, a foreign character or broken UTF-8. */
  private static Optional<String> decode(String part) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(part.length());
    for (int i = 0; i < part.length(); i++) {
      char c = part.charAt(i);
      if (c != '%') {
        if (!isSegmentCharacter(c)) {
          return Optional.empty();
        }
        bytes.write(c);
        continue;
      }
      int value =
          i + 2 < part.length() ? hex(part.charAt(i + 1)) * 16 + hex(part.charAt(i + 2)) : -1;
      if (value < 0) {
        return Optional.empty();
      }
      bytes.write(value);
      i += 2;
    }
    try {
      return Optional.of(
          StandardCharsets.UTF_8
              .newDecoder()
              .decode(ByteBuffer.wrap(bytes.toByteArray()))
              .toString());
    } catch (CharacterCodingException e) {
      return Optional.empty();
    }
  }

  private static boolean isSegmentCharacter(char c) {
    return (c >= 'a' && c <= 'z')
        || (c >= 'A' && c <= 'Z')
        || (c >= '0' && c <= '9')
        || SEGMENT_PUNCTUATION.indexOf(c) >= 0;
  }

  /** Far below zero where this is no hexadecimal digit, so that no sum with one is positive. */
  private static int hex(char c) {
    int digit = c < 0x80 ? Character.digit(c, 16) : -1;
    return digit < 0 ? -1000 : digit;
  }
}
