package br.com.kobana.mcp.tools;

import static br.com.kobana.mcp.tools.Samples.json;
import static org.assertj.core.api.Assertions.assertThat;

import br.com.kobana.mcp.jsonrpc.Json;
import br.com.kobana.mcp.tools.ToolCalls.Prepared;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigDecimal;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.From;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.Size;

class ToolsPropertyTest {
  private static final String SECRET = "S3CR3T";
  private static final ToolCalls CALLS = Samples.calls();

  /** Whatever the answer's nesting and whatever fields are asked for. */
  @Property(tries = 500)
  void aSecretNeverShows(
      @ForAll("answers") JsonNode answer,
      @ForAll @Size(max = 4) List<@From("paths") String> fields) {
    ObjectNode arguments = Json.object().put("id", "7");
    ArrayNode names = arguments.putArray("fields");
    fields.forEach(names::add);
    Prepared.Send send =
        (Prepared.Send)
            CALLS.prepare(
                Samples.full(),
                Optional.of(
                    Json.object()
                        .put("name", Samples.CUSTOMER)
                        .<ObjectNode>set("arguments", arguments)));
    ObjectNode body = Json.object();
    body.set("root", answer);
    body.put("portal_password", SECRET);
    String result =
        new String(
            CALLS.conclude(send.plan(), Samples.response(200, Json.text(body))).members(),
            StandardCharsets.UTF_8);
    assertThat(result).contains("structuredContent").doesNotContain(SECRET);
  }

  @Property
  void anyDecimalComesBackWithTheSameDigits(@ForAll BigDecimal number) {
    String written = Json.text(Json.object().put("n", number));
    JsonNode structured =
        Samples.structured(
            CALLS.conclude(
                Samples.send(Samples.BILLET, "{\"id\":\"7\"}").plan(),
                Samples.response(200, written)));
    assertThat(Json.text(structured)).isEqualTo("{\"data\":" + written + "}");
  }

  @Property
  void anyAmountGoesOutWithTheSameDigits(@ForAll("amounts") BigDecimal amount) {
    Prepared.Send send =
        Samples.send(Samples.CREATE, "{\"amount\":" + amount + ",\"expire_at\":\"2026-12-01\"}");
    assertThat(new String(send.request().body().orElseThrow(), StandardCharsets.UTF_8))
        .startsWith("{\"amount\":" + amount + ",");
  }

  /** An id is refused, or it is exactly one segment that decodes to itself. */
  @Property(tries = 2000)
  void anIdNeverLeavesItsSegment(@ForAll("ids") String id) {
    ObjectNode params = Json.object().put("name", Samples.CANCEL);
    params.putObject("arguments").put("id", id);
    if (CALLS.prepare(Samples.full(), Optional.of(params)) instanceof Prepared.Send send) {
      String path = send.request().path();
      assertThat(path).startsWith("/v1/bank_billets/").endsWith("/cancel");
      String segment =
          path.substring("/v1/bank_billets/".length(), path.length() - "/cancel".length());
      assertThat(segment).isNotEmpty().doesNotContain("/", "?", "#", "\\", " ");
      assertThat(segment).isNotIn(".", "..");
      assertThat(URLDecoder.decode(segment.replace("+", "%2B"), StandardCharsets.UTF_8))
          .isEqualTo(id);
    }
  }

  @Property
  void aDocumentIsMaskedAlikeHoweverItWasWritten(@ForAll("cpfs") String digits) {
    String masked = FilterValue.masked(digits).orElseThrow();
    assertThat(masked).matches("[0-9]{3}\\.[0-9]{3}\\.[0-9]{3}-[0-9]{2}");
    assertThat(masked.replaceAll("[.-]", "")).isEqualTo(digits);
    assertThat(FilterValue.masked(masked)).contains(masked);
  }

  /** A projection never has a member that the value had not. */
  @Property(tries = 500)
  void aProjectionOnlyTakesAway(
      @ForAll("answers") JsonNode answer,
      @ForAll @Size(min = 1, max = 4) List<@From("paths") String> fields) {
    JsonNode projected = answer.deepCopy();
    FieldTree.of(fields).project(projected);
    assertThat(contains(answer, projected)).isTrue();
    JsonNode again = projected.deepCopy();
    FieldTree.of(fields).project(again);
    assertThat(again).isEqualTo(projected);
  }

  private static boolean contains(JsonNode whole, JsonNode part) {
    if (part.isObject()) {
      for (Map.Entry<String, JsonNode> entry : part.properties()) {
        if (!whole.has(entry.getKey()) || !contains(whole.get(entry.getKey()), entry.getValue())) {
          return false;
        }
      }
      return whole.isObject();
    }
    if (part.isArray()) {
      for (int i = 0; i < part.size(); i++) {
        if (!contains(whole.path(i), part.get(i))) {
          return false;
        }
      }
      return whole.size() == part.size();
    }
    return whole.equals(part);
  }

  @Provide
  Arbitrary<JsonNode> answers() {
    return answers(4);
  }

  private static Arbitrary<JsonNode> answers(int depth) {
    Arbitrary<JsonNode> leaves = Arbitraries.of("1", "null", "\"x\"", "[]").map(Samples::json);
    if (depth == 0) {
      return leaves;
    }
    Arbitrary<String> keys =
        Arbitraries.of("a", "b", "notes", "contacts", "credentials", "secret_key", "pin");
    Arbitrary<JsonNode> below = answers(depth - 1);
    return Arbitraries.oneOf(
        leaves,
        below.list().ofMaxSize(3).map(ToolsPropertyTest::array),
        Combinators.combine(keys, below, keys, below).as(ToolsPropertyTest::objectOf),
        Combinators.combine(keys, below, keys, below).as(ToolsPropertyTest::objectOf));
  }

  /** Everything under a secret's name holds the secret. */
  private static JsonNode objectOf(String one, JsonNode first, String other, JsonNode second) {
    ObjectNode object = Json.object();
    object.set(one, Masks.isSecret(one) ? json("{\"v\":[\"" + SECRET + "\"]}") : first);
    object.set(other, Masks.isSecret(other) ? json("\"" + SECRET + "\"") : second);
    return object;
  }

  private static JsonNode array(List<JsonNode> elements) {
    ArrayNode array = Json.array();
    elements.forEach(array::add);
    return array;
  }

  @Provide
  Arbitrary<String> paths() {
    return Arbitraries.of("root", "a", "b", "credentials", "secret_key", "v", "portal_password", "")
        .list()
        .ofMinSize(1)
        .ofMaxSize(4)
        .map(segments -> String.join(".", segments));
  }

  @Provide
  Arbitrary<BigDecimal> amounts() {
    return Arbitraries.bigDecimals()
        .between(new BigDecimal("0.01"), new BigDecimal("99999999999999999999.99"))
        .ofScale(2);
  }

  @Provide
  Arbitrary<String> ids() {
    Arbitrary<String> nasty =
        Arbitraries.of("..", ".", "/", "\\", "%2f", "%2e", "?", "#", ";", "a", "\u0000", "é", " ")
            .list()
            .ofMaxSize(4)
            .map(parts -> String.join("", parts));
    Arbitrary<String> any =
        Arbitraries.strings()
            .ofMaxLength(20)
            .filter(s -> s.chars().noneMatch(c -> Character.isSurrogate((char) c)));
    return Arbitraries.oneOf(nasty, any);
  }

  @Provide
  Arbitrary<String> cpfs() {
    return Arbitraries.strings().numeric().ofLength(11);
  }
}
