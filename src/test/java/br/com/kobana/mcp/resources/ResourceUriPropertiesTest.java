package br.com.kobana.mcp.resources;

import static org.assertj.core.api.Assertions.assertThat;

import br.com.kobana.mcp.SmallCatalogue;
import br.com.kobana.mcp.jsonrpc.Json;
import br.com.kobana.mcp.protocol.Era;
import br.com.kobana.mcp.protocol.Refusal;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class ResourceUriPropertiesTest {
  private static final Pattern SEGMENT = Pattern.compile("[A-Za-z0-9._~%-]+");
  private static final List<Pattern> PATHS =
      SmallCatalogue.catalog().recordTypes().stream()
          .map(t -> SmallCatalogue.catalog().tool(t.readTool()).orElseThrow().operation().path())
          .map(path -> Pattern.compile(path.replaceAll("\\{[^}]+}", "[A-Za-z0-9._~%-]+")))
          .toList();

  private final ResourceReads reads =
      new ResourceReads(SmallCatalogue.catalog(), (type, tool, answer) -> "{}");

  @Property(tries = 2000)
  void anyTextIsAReadWithinItsTemplateOrARefusal(@ForAll("hostile") String uri) {
    String path;
    try {
      path =
          reads
              .prepare(
                  SmallCatalogue.FULL, Era.STATELESS, Optional.of(Json.object().put("uri", uri)))
              .request()
              .path();
    } catch (Refusal refusal) {
      assertThat(refusal.status()).isEqualTo(200);
      assertThat(Json.bytes(refusal.error().orElseThrow().toJson())).isNotEmpty();
      return;
    }
    assertThat(PATHS).anyMatch(p -> p.matcher(path).matches());
    assertThat(Arrays.asList(path.substring(1).split("/", -1)))
        .allMatch(s -> SEGMENT.matcher(s).matches())
        .doesNotContain(".", "..");
    assertThat(path.toLowerCase(java.util.Locale.ROOT))
        .doesNotContain("%2f", "%5c", "%3f", "%23", "%25", "%00", "%0a", "%0d");
  }

  @Property(tries = 500)
  void anIdThatIsWrittenIntoAUriIsReadBackFromIt(@ForAll("ids") String id) {
    String uri = "kobana://banking/crm/customers/" + br.com.kobana.mcp.upstream.ApiPath.encode(id);
    assertThat(
            reads
                .prepare(
                    SmallCatalogue.FULL, Era.STATELESS, Optional.of(Json.object().put("uri", uri)))
                .request()
                .path())
        .isEqualTo("/v1/customers/" + br.com.kobana.mcp.upstream.ApiPath.encode(id));
  }

  @Provide
  Arbitrary<String> ids() {
    return Arbitraries.strings()
        .withCharRange('a', 'z')
        .numeric()
        .withChars('ç', 'é', ' ', '+', '&', '=', '-', '_', '€')
        .ofMinLength(1)
        .ofMaxLength(40);
  }

  /** Free text, and pieces of real URIs put together wrongly, and sometimes rightly. */
  @Provide
  Arbitrary<String> hostile() {
    Arbitrary<String> pieces =
        Arbitraries.of(
            "kobana://",
            "banking",
            "charge",
            "bank_billets",
            "pix",
            "commands",
            "crm/customers",
            "/",
            "//",
            "..",
            ".",
            "%2e",
            "%2F",
            "%252f",
            "%00",
            "%",
            "%zz",
            "?",
            "#",
            ";",
            "@",
            ":",
            "\\",
            "\u0000",
            "\n",
            "\ud800",
            "\udc00",
            "ç",
            "7",
            "01J9",
            "%37",
            "%C0%AF",
            " ");
    Arbitrary<String> shuffled = pieces.list().ofMaxSize(12).map(l -> String.join("", l));
    Arbitrary<String> anchored =
        pieces
            .list()
            .ofMinSize(1)
            .ofMaxSize(4)
            .map(l -> "kobana://banking/charge/bank_billets/" + String.join("", l));
    Arbitrary<String> bytes =
        Arbitraries.bytes()
            .array(byte[].class)
            .ofMaxSize(30)
            .map(
                b ->
                    "kobana://banking/crm/customers/" + new String(b, StandardCharsets.ISO_8859_1));
    return Arbitraries.oneOf(Arbitraries.strings().ofMaxLength(60), shuffled, anchored, bytes);
  }
}
