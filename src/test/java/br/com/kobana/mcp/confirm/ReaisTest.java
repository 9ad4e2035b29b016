package br.com.kobana.mcp.confirm;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReaisTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "0|R$ 0,00|zero reais",
        "0.01|R$ 0,01|um centavo",
        "0.5|R$ 0,50|cinquenta centavos",
        "1|R$ 1,00|um real",
        "1.01|R$ 1,01|um real e um centavo",
        "2.10|R$ 2,10|dois reais e dez centavos",
        "16|R$ 16,00|dezesseis reais",
        "21|R$ 21,00|vinte e um reais",
        "100|R$ 100,00|cem reais",
        "101|R$ 101,00|cento e um reais",
        "999.99|R$ 999,99|novecentos e noventa e nove reais e noventa e nove centavos",
        "1000|R$ 1.000,00|mil reais",
        "1001|R$ 1.001,00|mil e um reais",
        "1200|R$ 1.200,00|mil e duzentos reais",
        "1234.56|R$ 1.234,56|mil duzentos e trinta e quatro reais e cinquenta e seis centavos",
        "2000|R$ 2.000,00|dois mil reais",
        "21000|R$ 21.000,00|vinte e um mil reais",
        "100000|R$ 100.000,00|cem mil reais",
        "1000000|R$ 1.000.000,00|um milhão de reais",
        "1000001|R$ 1.000.001,00|um milhão e um reais",
        "2000000.5|R$ 2.000.000,50|dois milhões de reais e cinquenta centavos",
        "1234567890123.45|R$ 1.234.567.890.123,45|um trilhão duzentos e trinta e quatro bilhões quinhentos e sessenta e sete milhões oitocentos e noventa mil cento e vinte e três reais e quarenta e cinco centavos",
        "-10|R$ -10,00|menos dez reais",
        "1E3|R$ 1.000,00|mil reais",
        "10.500|R$ 10,50|dez reais e cinquenta centavos",
      })
  void amountsReadAsPeopleWriteThem(BigDecimal amount, String figures, String words) {
    assertThat(Reais.figures(amount)).isEqualTo(figures);
    assertThat(Reais.words(amount)).contains(words);
  }

  @Test
  void fractionsOfACentavoAreShownAndNeverRounded() {
    assertThat(Reais.full(new BigDecimal("10.005"))).isEqualTo("R$ 10,005");
    assertThat(Reais.full(new BigDecimal("0.999"))).isEqualTo("R$ 0,999");
  }

  @Test
  void absurdNumbersAreNotWrittenOut() {
    assertThat(Reais.full(new BigDecimal("1e999999999"))).hasSizeLessThan(40);
    assertThat(Reais.full(new BigDecimal("1e20"))).isEqualTo("R$ 100.000.000.000.000.000.000,00");
  }

  @Property
  boolean figuresSayTheSameNumber(@ForAll @LongRange(min = 0) long centavos) {
    BigDecimal amount = BigDecimal.valueOf(centavos, 2);
    String digits = Reais.figures(amount).substring(3).replace(".", "").replace(',', '.');
    return new BigDecimal(digits).compareTo(amount) == 0;
  }

  @Property
  boolean differentAmountsHaveDifferentWords(
      @ForAll @LongRange(min = 0, max = 99_999_999_999_999_999L) long one,
      @ForAll @LongRange(min = 0, max = 99_999_999_999_999_999L) long other) {
    String a = Reais.words(BigDecimal.valueOf(one, 2)).orElseThrow();
    String b = Reais.words(BigDecimal.valueOf(other, 2)).orElseThrow();
    return a.equals(b) == (one == other);
  }
}
