package br.com.kobana.mcp.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import br.com.kobana.mcp.protocol.RequestHead;
import br.com.kobana.mcp.settings.WrongSetting;
import java.util.List;
import org.junit.jupiter.api.Test;

class ClientAddressTest {
  private static RequestHead from(String peer, String... forwarded) {
    return new RequestHead(
        "POST",
        "/mcp",
        peer,
        name -> name.equalsIgnoreCase("x-forwarded-for") ? List.of(forwarded) : List.of());
  }

  private final ClientAddress addresses =
      new ClientAddress(List.of("10.0.0.0/8", "192.168.1.1", "fd00::/8"));

  @Test
  void thePeerCountsWhereItIsNoTrustedProxy() {
    assertThat(addresses.of(from("203.0.113.9", "1.2.3.4"))).isEqualTo("203.0.113.9");
    assertThat(new ClientAddress(List.of()).of(from("10.1.1.1", "1.2.3.4"))).isEqualTo("10.1.1.1");
  }

  @Test
  void theRightMostUntrustedAddressCountsBehindProxies() {
    assertThat(addresses.of(from("10.1.1.1", "6.6.6.6, 203.0.113.7, 10.2.2.2")))
        .isEqualTo("203.0.113.7");
    assertThat(addresses.of(from("192.168.1.1", "6.6.6.6", "203.0.113.8")))
        .isEqualTo("203.0.113.8");
    assertThat(addresses.of(from("fd00::1", "2001:db8::5"))).isEqualTo("2001:db8::5");
  }

  @Test
  void garbageInTheHeaderEndsTheChain() {
    assertThat(addresses.of(from("10.1.1.1", "6.6.6.6, unknown, 10.2.2.2"))).isEqualTo("10.2.2.2");
    assertThat(addresses.of(from("10.1.1.1", ""))).isEqualTo("10.1.1.1");
    assertThat(addresses.of(from("10.1.1.1"))).isEqualTo("10.1.1.1");
  }

  @Test
  void aWrongCidrStopsTheStart() {
    for (String wrong : List.of("10.0.0.0/33", "proxy.example.com", "10.0.0.0/x")) {
      assertThatThrownBy(() -> new ClientAddress(List.of(wrong)))
          .isInstanceOf(WrongSetting.class)
          .hasMessageContaining("mcp.trusted-proxies")
          .hasMessageContaining(wrong);
    }
  }
}
