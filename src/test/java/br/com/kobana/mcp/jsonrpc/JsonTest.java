package br.com.kobana.mcp.jsonrpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Scale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonTest {
  @Property
  void decimalsKeepEveryDigit(@ForAll @Scale(6) BigDecimal amount) throws MalformedJson {
    String text = "{\"amount\":" + amount.toPlainString() + "}";
    assertThat(Json.parse(text).path("amount").decimalValue()).isEqualTo(amount);
    assertThat(new BigDecimal(Json.text(Json.parse(text).path("amount"))))
        .isEqualByComparingTo(amount);
  }

  @Property
  void wholeNumbersKeepEveryDigit(@ForAll BigInteger id) throws MalformedJson {
    assertThat(Json.text(Json.parse("[" + id + "]"))).isEqualTo("[" + id + "]");
  }

  @Test
  void trailingZerosOfAnAmountStay() throws MalformedJson {
    assertThat(Json.text(Json.parse("[12.50,1234567890123.45]")))
        .isEqualTo("[12.50,1234567890123.45]");
  }

  @Property
  void textGoesRoundUnchanged(@ForAll String text) throws MalformedJson {
    if (!StandardCharsets.UTF_8.newEncoder().canEncode(text)) {
      return;
    }
    assertThat(Json.parse(Json.quoted(text)).textValue()).isEqualTo(text);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "{",
        "{}{}",
        "{} x",
        "{\"a\":1,\"a\":2}",
        "{\"a\":{\"b\":1,\"b\":1}}",
        "{'a':1}",
        "[01]",
        "[NaN]",
        "[1,]",
        "{\"a\":\"\u0001\"}",
        "\u0000{}"
      })
  void whatIsNotOneStrictValueIsRefused(String text) {
    assertThatThrownBy(() -> Json.parse(text)).isInstanceOf(MalformedJson.class);
  }

  @Test
  void depthAndLongNumbersAreRefused() {
    assertThatThrownBy(() -> Json.parse("[".repeat(20_000))).isInstanceOf(MalformedJson.class);
    assertThatThrownBy(() -> Json.parse("[" + "9".repeat(2_000) + "]"))
        .isInstanceOf(MalformedJson.class);
  }

  @Test
  void otherEncodingsAreRefused() {
    assertThatThrownBy(() -> Json.parse("{\"a\":1}".getBytes(StandardCharsets.UTF_16LE)))
        .isInstanceOf(MalformedJson.class);
    assertThatThrownBy(() -> Json.parse("{\"a\":\"é\"}".getBytes(StandardCharsets.ISO_8859_1)))
        .isInstanceOf(MalformedJson.class);
    byte[] overlong = {'"', (byte) 0xC0, (byte) 0xAF, '"'};
    assertThatThrownBy(() -> Json.parse(overlong)).isInstanceOf(MalformedJson.class);
  }

  @Test
  void refusalsNeverRepeatTheInput() {
    assertThatThrownBy(() -> Json.parse("{\"cpf\":12345678909 oops"))
        .hasMessageNotContaining("12345678909");
  }
}
