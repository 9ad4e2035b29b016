package br.com.kobana.mcp.jsonrpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Text that is short to send and long to read. */
class JsonLimitsTest {
  @ParameterizedTest
  @ValueSource(strings = {"0,", "[],", "{},"})
  void moreTokensThanAnyMessageHasAreRefused(String element) throws MalformedJson {
    int tokens = element.length() == 2 ? 1 : 2;
    String most = element.repeat((Json.MAX_TOKENS - 10) / tokens);
    assertThat(Json.parse("[" + most + "0]").isArray()).isTrue();
    assertThatThrownBy(() -> Json.parse("[" + most + element.repeat(20) + "0]"))
        .isInstanceOf(MalformedJson.class);
  }
}
