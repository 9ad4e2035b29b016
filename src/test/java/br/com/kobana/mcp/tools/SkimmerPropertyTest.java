package br.com.kobana.mcp.tools;

import static org.assertj.core.api.Assertions.assertThat;

import br.com.kobana.mcp.jsonrpc.Json;
import br.com.kobana.mcp.upstream.UpstreamResponse;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.DecimalNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.From;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.Size;

class SkimmerPropertyTest {
  private final BothWays both = new BothWays();

  @Property(tries = 2000)
  void skimmedAndAsATreeTheSameBytesLeave(
      @ForAll("tools") String tool,
      @ForAll("answers") JsonNode data,
      @ForAll @Size(max = 4) List<@From("paths") String> fields) {
    byte[] body = Json.bytes(body(tool, data));
    assertSkimmed(tool, fields, body);
    both.agreeExactly(tool, BothWays.fields(fields), body);
  }

  @Property(tries = 2000)
  void howeverTheAnswerIsWrittenTheSameJsonLeaves(
      @ForAll("tools") String tool,
      @ForAll("answers") JsonNode data,
      @ForAll @Size(max = 4) List<@From("paths") String> fields,
      @ForAll Random random) {
    StringBuilder text = new StringBuilder();
    write(body(tool, data), new Writing(random, random.nextBoolean()), text);
    byte[] body = text.toString().getBytes(StandardCharsets.UTF_8);
    assertSkimmed(tool, fields, body);
    both.agree(tool, BothWays.fields(fields), body);
  }

  /** Were everything left to the tree, the properties would hold for nothing. */
  private static void assertSkimmed(String tool, List<String> fields, byte[] body) {
    assertThat(BothWays.shapes(tool).skim(new UpstreamResponse(200, Map.of(), body), fields))
        .isPresent();
  }

  /** As the tool's API has it; a bare record has more members than a notice. */
  private static JsonNode body(String tool, JsonNode data) {
    if (tool.equals(BothWays.ENVELOPED) || tool.equals(BothWays.ENVELOPED_LIST)) {
      ObjectNode envelope = Json.object().put("status", 200);
      envelope.set("data", data);
      envelope.putObject("pagination").put("next_cursor", "n").putNull("next_url");
      if (data.size() % 2 == 1) {
        envelope.set("meta", data.deepCopy());
        envelope.set("filters", data.deepCopy());
      }
      return envelope;
    }
    return data instanceof ObjectNode object
        ? object.deepCopy().put("one", 1).put("two", 2).put("three", 3)
        : data;
  }

  /**
   * Chance, and whether characters are written by their numbers where they need not be: then the
   * answer goes to the tree after all.
   */
  private record Writing(Random random, boolean numbers) {
    boolean byNumber(char c) {
      return (c < ' ' && c != '\n')
          || Character.isSurrogate(c)
          || (numbers && random.nextInt(4) == 0);
    }
  }

  /** With spaces and escapes that nobody needs. */
  private static void write(JsonNode node, Writing random, StringBuilder out) {
    if (node instanceof ObjectNode object) {
      out.append('{');
      String comma = "";
      for (Map.Entry<String, JsonNode> member : object.properties()) {
        out.append(comma);
        space(random, out);
        write(member.getKey(), random, out);
        space(random, out);
        out.append(':');
        space(random, out);
        write(member.getValue(), random, out);
        space(random, out);
        comma = ",";
      }
      out.append('}');
    } else if (node instanceof ArrayNode array) {
      out.append('[');
      String comma = "";
      for (JsonNode element : array) {
        out.append(comma);
        space(random, out);
        write(element, random, out);
        space(random, out);
        comma = ",";
      }
      out.append(']');
    } else if (node.isTextual()) {
      write(node.textValue(), random, out);
    } else {
      out.append(Json.text(node));
    }
  }

  private static void write(String text, Writing random, StringBuilder out) {
    out.append('"');
    for (char c : text.toCharArray()) {
      if (random.byNumber(c)) {
        String hex = String.format("%04x", (int) c);
        out.append("\\u")
            .append(random.random().nextBoolean() ? hex : hex.toUpperCase(java.util.Locale.ROOT));
      } else if (c == '\n') {
        out.append("\\n");
      } else {
        out.append(c == '"' || c == '\\' || c == '/' ? "\\" : "").append(c);
      }
    }
    out.append('"');
  }

  private static void space(Writing random, StringBuilder out) {
    out.append(" ".repeat(Math.max(0, random.random().nextInt(6) - 3)));
  }

  @Provide
  Arbitrary<String> tools() {
    return Arbitraries.of(BothWays.TOOLS);
  }

  @Provide
  Arbitrary<String> paths() {
    return Arbitraries.of(BothWays.NAMES)
        .list()
        .ofMinSize(1)
        .ofMaxSize(3)
        .map(segments -> String.join(".", segments));
  }

  @Provide
  Arbitrary<JsonNode> answers() {
    Arbitrary<JsonNode> rows = values(3).list().ofMaxSize(4).map(SkimmerPropertyTest::array);
    return Arbitraries.oneOf(rows, objects(3));
  }

  private static Arbitrary<JsonNode> values(int depth) {
    return depth == 0
        ? scalars()
        : Arbitraries.frequencyOf(
            net.jqwik.api.Tuple.of(2, scalars()),
            net.jqwik.api.Tuple.of(
                2, values(depth - 1).list().ofMaxSize(3).map(SkimmerPropertyTest::array)),
            net.jqwik.api.Tuple.of(4, objects(depth)));
  }

  private static Arbitrary<JsonNode> objects(int depth) {
    return Combinators.combine(
            Arbitraries.of(BothWays.NAMES).list().ofMaxSize(6), values(depth - 1).list().ofSize(6))
        .as(
            (names, values) -> {
              ObjectNode object = Json.object();
              for (int i = 0; i < names.size(); i++) {
                object.set(names.get(i), values.get(i));
              }
              return object;
            });
  }

  private static Arbitrary<JsonNode> scalars() {
    return Arbitraries.oneOf(
        Arbitraries.of("null", "true", "[]", "{}", "0", "-7", "12345678901234567890", "\"***\"")
            .map(Samples::json),
        Arbitraries.bigDecimals()
            .between(new BigDecimal("-1e30"), new BigDecimal("1e30"))
            .ofScale(5)
            .map(SkimmerPropertyTest::number),
        Arbitraries.strings().ofMaxLength(12).map(TextNode::valueOf),
        Arbitraries.of("é/\"\\", "\ud83d\ude00", "\ud83d", "\ude00x", "\u0000\n\u001f\u2028", "{,}")
            .map(TextNode::valueOf));
  }

  /** None that is written with an exponent, which is for the tree. */
  private static JsonNode number(BigDecimal number) {
    BigDecimal plain = number.signum() == 0 ? new BigDecimal("0.00") : number;
    return plain.toString().contains("E")
        ? DecimalNode.valueOf(
            new BigDecimal(plain.toPlainString()).setScale(2, java.math.RoundingMode.UP))
        : DecimalNode.valueOf(plain);
  }

  private static JsonNode array(List<JsonNode> elements) {
    ArrayNode array = Json.array();
    elements.forEach(array::add);
    return array;
  }
}
