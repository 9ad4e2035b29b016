package br.com.kobana.mcp.confirm;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PlainTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "https://golpe.com.br/x|golpe[.]com[.]br/x",
        "HTTP://golpe.com|golpe[.]com",
        "veja www.golpe.com|veja www[.]golpe[.]com",
        "ana@loja.com.br|ana@loja[.]com[.]br",
        "[clique](https://golpe.com)|clique (golpe[.]com)",
        "<a href='x'>y</a>|a href='x' y /a",
        "javascript:alert(1)|javascript alert(1)",
        "Padaria S.A.|Padaria S.A.",
        "Loja No. 5|Loja No. 5",
        "R$ 1.234,56|R$ 1.234,56",
      })
  void nothingCanBeClicked(String text, String plain) {
    assertThat(Plain.of(text)).isEqualTo(plain);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Maria\nAmbiente: sandbox",
        "Maria\r\nAmbiente: sandbox",
        "Maria\u0000Ambiente: sandbox",
        "Maria\u2028Ambiente: sandbox",
        "Maria\u0085Ambiente: sandbox",
        "Maria\u202eAmbiente: sandbox",
        "Maria\u200bAmbiente: sandbox",
        "Maria \t \u00a0 Ambiente: sandbox"
      })
  void aValueStaysOnItsLineAndHidesNothing(String text) {
    assertThat(Plain.of(text)).isEqualTo("Maria Ambiente: sandbox");
  }

  @Property
  boolean isAlwaysShortVisibleAndOnOneLine(@ForAll String text) {
    String plain = Plain.of(text);
    return plain.codePointCount(0, plain.length()) <= 113
        && plain.codePoints().noneMatch(Character::isISOControl)
        && !plain.contains("://");
  }

  @Test
  void longCodesKeepTheirEnd() {
    assertThat(Plain.of("a".repeat(300) + "6304ABCD"))
        .startsWith("aaaa")
        .endsWith("aaaaaaaa6304ABCD")
        .hasSize(113);
  }
}
