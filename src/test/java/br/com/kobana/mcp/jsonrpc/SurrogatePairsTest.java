package br.com.kobana.mcp.jsonrpc;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

class SurrogatePairsTest {
  private static final String SMILE = "\ud83d\ude00";

  @Test
  void aCharacterBeyondTheFirstPlaneIsWrittenAsItself() {
    assertThat(Json.quoted("a" + SMILE + "b" + SMILE))
        .isEqualTo(("\"a" + SMILE + "b" + SMILE + "\"").getBytes(StandardCharsets.UTF_8));
    assertThat(Json.bytes(Json.object().put(SMILE, "\udbff\udfff\ud800\udc00")))
        .isEqualTo(
            ("{\"" + SMILE + "\":\"\udbff\udfff\ud800\udc00\"}").getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void halfOfAPairStaysAnEscape() {
    assertThat(ascii(Json.quoted("\ud800a"))).isEqualTo("\"\\uD800a\"");
    assertThat(ascii(Json.quoted("\udc00\ud800"))).isEqualTo("\"\\uDC00\\uD800\"");
    assertThat(ascii(Json.quoted("\\ud83d\\ude00"))).isEqualTo("\"\\\\ud83d\\\\ude00\"");
    assertThat(ascii(Json.quoted("\\uD83D\\uDE00"))).isEqualTo("\"\\\\uD83D\\\\uDE00\"");
  }

  @Property(tries = 5000)
  void whatIsWrittenReadsAsWhatItWas(@ForAll("texts") String text) throws MalformedJson {
    assertThat(Json.parse(Json.quoted(text)).textValue()).isEqualTo(text);
    byte[] named = Json.bytes(Json.object().put(text, text));
    assertThat(Json.parse(named).path(text).textValue()).isEqualTo(text);
    assertThat(Utf8.isText(named)).isTrue();
  }

  /** A person's consent is bound to the digest of the arguments: no two may have the same. */
  @Property(tries = 5000)
  void textsThatDifferHaveDigestsThatDiffer(
      @ForAll("texts") String one, @ForAll("texts") String other) {
    boolean same =
        java.util.Arrays.equals(
            CanonicalJson.digest(Json.object().put("k", one)),
            CanonicalJson.digest(Json.object().put("k", other)));
    assertThat(same).isEqualTo(one.equals(other));
  }

  @Provide
  Arbitrary<String> texts() {
    return Arbitraries.of(
            "a", "\u00e9", "\u20ac", SMILE, "\ud800", "\udbff", "\udc00", "\ude00", "\"", "\\",
            "\\u", "D83D", "\n")
        .list()
        .ofMaxSize(6)
        .map(pieces -> String.join("", List.copyOf(pieces)));
  }

  private static String ascii(byte[] bytes) {
    return new String(bytes, StandardCharsets.US_ASCII);
  }
}
