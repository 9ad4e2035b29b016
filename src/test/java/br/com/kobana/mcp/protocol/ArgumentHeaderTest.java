package br.com.kobana.mcp.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import br.com.kobana.mcp.SmallCatalogue;
import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ArgumentHeaderTest {
  private static final ArgumentHeader REGION = new ArgumentHeader("region", "Region");

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '"',
      value = {
        "'south', south",
        "'south', \" \tsouth\t\"",
        "'Çelik', =?base64?w4dlbGlr?=",
        "7, 7",
        "7, 7.0",
        "12345678901234567890, 12345678901234567890",
        "true, true"
      })
  void theSameValuePasses(String value, String header) {
    assertThat(refusal(value, List.of(header))).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '"',
      value = {
        "'south', north",
        "'south', South",
        "'Çelik', Çelik",
        "'Çelik', =?base64?w4dlbGlr=?=",
        "7, 8",
        "7, 7e0",
        "7, seven",
        "true, True"
      })
  void anotherValueIsAHeaderMismatch(String value, String header) {
    assertThat(refusal(value, List.of(header))).contains(-32020);
  }

  @Test
  void aMissingOrRepeatedHeaderIsAHeaderMismatch() {
    assertThat(refusal("'south'", List.of())).contains(-32020);
    assertThat(refusal("'south'", List.of("south", "south"))).contains(-32020);
  }

  @Test
  void whatIsNotGivenIsNotRepeated() {
    assertThat(refusal("null", List.of())).isEmpty();
    assertThat(refusal("null", List.of("south"))).contains(-32020);
  }

  /** The tool says what is wrong with it. */
  @Test
  void anArgumentOfAnotherTypeIsLeftToTheTool() {
    assertThat(refusal("{}", List.of("south"))).isEmpty();
  }

  private static java.util.Optional<Integer> refusal(String value, List<String> lines) {
    JsonNode arguments = SmallCatalogue.json("{'region':" + value + "}");
    RequestHead head =
        new RequestHead(
            "POST",
            "/mcp",
            "127.0.0.1",
            name -> name.equalsIgnoreCase("mcp-param-region") ? lines : List.of());
    return REGION
        .refusal(head, arguments)
        .map(
            refusal -> {
              assertThat(refusal.status()).isEqualTo(400);
              return refusal.error().orElseThrow().code();
            });
  }
}
