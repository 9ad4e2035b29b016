package br.com.kobana.mcp.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SentinelTest {
  @Property
  void whatIsEncodedIsDecoded(@ForAll String value) {
    if (!StandardCharsets.UTF_8.newEncoder().canEncode(value)) {
      return;
    }
    String encoded = Base64.getEncoder().encodeToString(value.getBytes(StandardCharsets.UTF_8));
    assertThat(Sentinel.decode("=?base64?" + encoded + "?=")).contains(value);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "=?base64?SGVsbG8?=",
        "=?base64?SGVs!!!bG8=?=",
        "=?base64?/w==?=",
        "=?base64?SGVsbG9=?="
      })
  void onlyTheCanonicalFormOfValidTextDecodes(String value) {
    assertThat(Sentinel.decode(value)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"SGVsbG8=", "=?base64?SGVsbG8=", "=?BASE64?SGVsbG8=?=", "=?base64?=", ""})
  void whatLacksAnEndOrHasAnotherMarkerIsLiteral(String value) {
    assertThat(Sentinel.decode(value)).contains(value);
  }

  @Test
  void aLiteralThatLooksLikeOneArrivesWrapped() {
    assertThat(Sentinel.decode("=?base64?PT9iYXNlNjQ/bGl0ZXJhbD89?="))
        .contains("=?base64?literal?=");
  }
}
