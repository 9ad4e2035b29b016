package br.com.kobana.mcp.tools;

import static org.assertj.core.api.Assertions.assertThat;

import br.com.kobana.mcp.jsonrpc.Json;
import java.nio.charset.StandardCharsets;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.From;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

class JsonTextTest {
  /** Whatever stands in it, escapes of all kinds among it. */
  @Property
  void quotedItDecodesToItself(@ForAll @Size(max = 40) List<@From("pieces") String> pieces) {
    String text = String.join("", pieces);
    assertThat(Samples.json("\"" + quoted(text) + "\"").textValue()).isEqualTo(text);
  }

  @Property
  void jsonQuotedIsWhatTheCodecWouldWrite(
      @ForAll("texts") String name, @ForAll("texts") String value) {
    String json = Json.text(Json.object().put(name, value).put("quote", "\"\\ \u0007é💰"));
    assertThat("\"" + quoted(json) + "\"")
        .isEqualTo(new String(Json.quoted(json), StandardCharsets.UTF_8));
  }

  @Property
  void aControlCharacterIsFoundWhereverItStands(
      @ForAll @IntRange(max = 40) int before,
      @ForAll @IntRange(max = 40) int after,
      @ForAll @IntRange(max = 0x1f) int control) {
    byte[] bytes =
        ("é" + "x".repeat(before) + (char) control + "\u007fy".repeat(after) + "\n")
            .getBytes(StandardCharsets.UTF_8);
    assertThat(JsonText.of(bytes, 0, bytes.length - 1)).isEmpty();
    assertThat(JsonText.of(bytes, before + 3, bytes.length - 1)).isPresent();
    assertThat(JsonText.of(bytes, 0, before + 2)).isPresent();
  }

  @Property
  void anEscapeWithANumberIsFoundWhereverItStands(
      @ForAll @IntRange(max = 40) int before, @ForAll @IntRange(max = 40) int after) {
    String around = "é" + "x".repeat(before) + "\\\\" + "%s" + "\\n\\\"u" + "y".repeat(after);
    assertThat(text(around.formatted("\\u0026")).hasNumberedEscape()).isTrue();
    assertThat(text(around.formatted("u0026")).hasNumberedEscape()).isFalse();
    assertThat(text(around.formatted("\\\\u0026")).hasNumberedEscape()).isFalse();
  }

  private static JsonText text(String json) {
    return JsonText.of(json.getBytes(StandardCharsets.UTF_8));
  }

  private static String quoted(String json) {
    byte[] bytes = ("\"\n" + json + "\n\"").getBytes(StandardCharsets.UTF_8);
    JsonText text = JsonText.of(bytes, 2, bytes.length - 2).orElseThrow();
    byte[] quoted = new byte[text.quotedLength()];
    assertThat(text.quote(quoted, 0)).isEqualTo(quoted.length);
    return new String(quoted, StandardCharsets.UTF_8);
  }

  @Provide
  Arbitrary<String> pieces() {
    return Arbitraries.of(
        "\\",
        "\"",
        "\\\"",
        "\\\\",
        "\\u00e9",
        "\\uD83D",
        "\\ude00",
        "\\/",
        "\\n",
        "é",
        "💰",
        "x",
        "{\"abc\":\"defghi\"}",
        "12345678",
        "\u007f",
        "\u0080");
  }

  @Provide
  Arbitrary<String> texts() {
    return Arbitraries.strings()
        .filter(s -> s.chars().noneMatch(c -> Character.isSurrogate((char) c)));
  }
}
