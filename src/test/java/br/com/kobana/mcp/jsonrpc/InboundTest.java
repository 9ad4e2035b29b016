package br.com.kobana.mcp.jsonrpc;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class InboundTest {
  private static Inbound read(String body) {
    return Inbound.read(body.getBytes(StandardCharsets.UTF_8));
  }

  @Property
  void integerIdsComeBackWithTypeAndDigits(@ForAll BigInteger id) {
    Inbound inbound = read("{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"method\":\"m\"}");
    assertThat(inbound).isInstanceOf(Inbound.Request.class);
    assertThat(Json.text(((Inbound.Request) inbound).id().value())).isEqualTo(id.toString());
  }

  @Property
  void nothingMakesTheReaderThrow(@ForAll byte[] body) {
    assertThat(Inbound.read(body)).isNotNull();
  }

  @ParameterizedTest
  @ValueSource(strings = {"null", "1.5", "{}", "[1]", "true", "1e3"})
  void anIdOfAnotherTypeIsRefusedAndNotEchoed(String id) {
    Inbound inbound = read("{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"method\":\"m\"}");
    assertThat(inbound).isInstanceOf(Inbound.Malformed.class);
    assertThat(((Inbound.Malformed) inbound).id()).isEmpty();
    assertThat(((Inbound.Malformed) inbound).error().code())
        .isEqualTo(JsonRpcError.INVALID_REQUEST);
  }

  @ParameterizedTest
  @ValueSource(strings = {"[]", "[{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}]", "[[]]"})
  void arraysAreRefusedWithoutAnId(String body) {
    Inbound.Malformed malformed = (Inbound.Malformed) read(body);
    assertThat(malformed.error().message()).isEqualTo("Batching is not supported");
    assertThat(malformed.id()).isEmpty();
  }

  @Test
  void theIdOfABadRequestIsEchoedWhereItIsOne() {
    Inbound.Malformed malformed =
        (Inbound.Malformed) read("{\"jsonrpc\":\"1.0\",\"id\":\"7\",\"method\":\"ping\"}");
    assertThat(malformed.id().orElseThrow().value().textValue()).isEqualTo("7");
  }

  @Test
  void withoutAnIdItIsANotificationWhateverItsMethod() {
    assertThat(read("{\"jsonrpc\":\"2.0\",\"method\":\"tools/call\"}"))
        .isInstanceOf(Inbound.Notification.class);
  }

  @Test
  void nullParamsCountAsAbsent() {
    Inbound.Request request =
        (Inbound.Request) read("{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"m\",\"params\":null}");
    assertThat(request.params()).isEmpty();
  }
}
