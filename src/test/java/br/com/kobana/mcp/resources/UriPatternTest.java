package br.com.kobana.mcp.resources;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class UriPatternTest {
  private final UriPattern pattern = UriPattern.of("kobana://banking/charge/bank_billets/{uid}");

  @Test
  void takesTheIdsOfAUri() {
    assertThat(pattern.match("kobana://banking/charge/bank_billets/7"))
        .contains(Map.of("uid", "7"));
    assertThat(
            UriPattern.of("kobana://banking/charge/pix/{pix_uid}/commands/{id}")
                .match("kobana://banking/charge/pix/01J9/commands/12"))
        .contains(Map.of("pix_uid", "01J9", "id", "12"));
  }

  @Test
  void decodesOnceAsUtf8() {
    assertThat(pattern.match("kobana://banking/charge/bank_billets/a%20%C3%A7"))
        .contains(Map.of("uid", "a ç"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "kobana://",
        "kobana:",
        "kobana://a b",
        "KOBANA://banking/charge/bank_billets/7",
        "kobana://banking/charge/bank_billets",
        "kobana://banking/charge/bank_billets/",
        "kobana://banking/charge/bank_billets//7",
        "kobana://banking//charge/bank_billets/7",
        "kobana://banking/charge/bank_billets/7/",
        "kobana://banking/charge/bank_billets/7/cancel",
        "kobana://banking/charge/bank_billets/.",
        "kobana://banking/charge/bank_billets/..",
        "kobana://banking/charge/bank_billets/../pix/7",
        "kobana://banking/x/../charge/bank_billets/7",
        "kobana://banking/charge/bank_billets/%2e%2e",
        "kobana://banking/charge/bank_billets/%2E",
        "kobana://banking/charge/bank_billets/a%2Fb",
        "kobana://banking/charge/bank_billets/a%5Cb",
        "kobana://banking/charge/bank_billets/a%252Fb",
        "kobana://banking/charge/bank_billets/7%00",
        "kobana://banking/charge/bank_billets/7%0D%0Ax",
        "kobana://banking/charge/bank_billets/7%7F",
        "kobana://banking/charge/bank_billets/7%C2%85",
        "kobana://banking/charge/bank_billets/7?x=1",
        "kobana://banking/charge/bank_billets/7%3Fx=1",
        "kobana://banking/charge/bank_billets/7#x",
        "kobana://banking/charge/bank_billets/7%23x",
        "kobana://banking/charge/bank_billets/7;v=1",
        "kobana://banking/charge/bank_billets/%",
        "kobana://banking/charge/bank_billets/%2",
        "kobana://banking/charge/bank_billets/%zz",
        "kobana://banking/charge/bank_billets/%+1",
        "kobana://banking/charge/bank_billets/%C3",
        "kobana://banking/charge/bank_billets/%C0%AE",
        "kobana://banking/charge/bank_billets/ç",
        "kobana://banking/charge/bank_billets/7\n",
        "kobana://banking/charge/bank%5Fbillets/7",
        "kobana://banking@evil/charge/bank_billets/7",
        "kobana://banking:80/charge/bank_billets/7",
        "kobana:/banking/charge/bank_billets/7",
        "file:///etc/passwd",
        "https://api.kobana.com.br/v1/bank_billets/7"
      })
  void whatIsNotExactlySuchAUriIsNone(String uri) {
    assertThat(pattern.match(uri)).isEmpty();
  }

  @Test
  void overlongUrisAndIdsAreNone() {
    String start = "kobana://banking/charge/bank_billets/";
    assertThat(pattern.match(start + "1".repeat(255))).isPresent();
    assertThat(pattern.match(start + "1".repeat(256))).isEmpty();
    assertThat(pattern.match(start + "%31".repeat(1000))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"https://a/{uid}", "kobana://banking/{uid}x", "kobana://banking//x", "kobana://"})
  void aTemplateOfAnotherKindIsRefusedAtTheStart(String template) {
    assertThatThrownBy(() -> UriPattern.of(template))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(template);
  }
}
