package br.com.kobana.mcp.pipeline;

import static br.com.kobana.mcp.settings.Settings.ForwardedHeader.FORWARDED;
import static br.com.kobana.mcp.settings.Settings.ForwardedHeader.X_FORWARDED_FOR;
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

  private static RequestHead forwarded(String peer, String... lines) {
    return new RequestHead(
        "POST",
        "/mcp",
        peer,
        name -> name.equalsIgnoreCase("forwarded") ? List.of(lines) : List.of());
  }

  private final ClientAddress addresses =
      new ClientAddress(List.of("10.0.0.0/8", "192.168.1.1", "fd00::/8"), X_FORWARDED_FOR);

  @Test
  void thePeerCountsWhereItIsNoTrustedProxy() {
    assertThat(addresses.of(from("203.0.113.9", "1.2.3.4"))).isEqualTo("203.0.113.9");
    assertThat(new ClientAddress(List.of(), X_FORWARDED_FOR).of(from("10.1.1.1", "1.2.3.4")))
        .isEqualTo("10.1.1.1");
  }

  @Test
  void theRightMostUntrustedAddressCountsBehindProxies() {
    assertThat(addresses.of(from("10.1.1.1", "6.6.6.6, 203.0.113.7, 10.2.2.2")))
        .isEqualTo("203.0.113.7");
    assertThat(addresses.of(from("192.168.1.1", "6.6.6.6", "203.0.113.8")))
        .isEqualTo("203.0.113.8");
    assertThat(addresses.of(from("fd00::1", "203.0.113.9"))).isEqualTo("203.0.113.9");
  }

  @Test
  void garbageInTheHeaderEndsTheChain() {
    assertThat(addresses.of(from("10.1.1.1", "6.6.6.6, unknown, 10.2.2.2"))).isEqualTo("10.2.2.2");
    assertThat(addresses.of(from("10.1.1.1", ""))).isEqualTo("10.1.1.1");
    assertThat(addresses.of(from("10.1.1.1"))).isEqualTo("10.1.1.1");
  }

  @Test
  void anIpv6AddressStandsForItsNetwork() {
    ClientAddress direct = new ClientAddress(List.of(), X_FORWARDED_FOR);
    String one = direct.of(from("2001:db8:1:2::5"));
    assertThat(direct.of(from("2001:db8:1:2:ffff:ffff:ffff:ffff"))).isEqualTo(one);
    assertThat(direct.of(from("2001:db8:1:3::5"))).isNotEqualTo(one);
    assertThat(direct.of(from("::ffff:203.0.113.9"))).isEqualTo("203.0.113.9");
    assertThat(addresses.of(from("10.1.1.1", "2001:db8:1:2::7"))).isEqualTo(one);
    assertThat(addresses.of(from("10.1.1.1", "[2001:db8:1:2::7]:4711"))).isEqualTo(one);
  }

  @Test
  void theStandardHeaderIsReadWhereItIsTheOneConfigured() {
    ClientAddress standard = new ClientAddress(List.of("10.0.0.0/8"), FORWARDED);
    assertThat(
            standard.of(
                forwarded(
                    "10.1.1.1",
                    "for=6.6.6.6, For=203.0.113.7;proto=https;by=10.2.2.2, for=10.3.3.3")))
        .isEqualTo("203.0.113.7");
    assertThat(standard.of(forwarded("10.1.1.1", "proto=https;for=\"203.0.113.8:4711\"")))
        .isEqualTo("203.0.113.8");
    assertThat(standard.of(forwarded("10.1.1.1", "for=\"[2001:db8:1:2::7]:4711\"")))
        .isEqualTo("20010db800010002/64");
    for (String hidden : List.of("for=_hidden", "for=unknown", "proto=https", "", "for=\"")) {
      assertThat(standard.of(forwarded("10.1.1.1", hidden))).isEqualTo("10.1.1.1");
    }
  }

  @Test
  void theOtherHeaderIsNeverRead() {
    assertThat(new ClientAddress(List.of("10.0.0.0/8"), FORWARDED).of(from("10.1.1.1", "6.6.6.6")))
        .isEqualTo("10.1.1.1");
    assertThat(addresses.of(forwarded("10.1.1.1", "for=6.6.6.6"))).isEqualTo("10.1.1.1");
  }

  @Test
  void aWrongCidrStopsTheStart() {
    for (String wrong : List.of("10.0.0.0/33", "proxy.example.com", "10.0.0.0/x")) {
      assertThatThrownBy(() -> new ClientAddress(List.of(wrong), X_FORWARDED_FOR))
          .isInstanceOf(WrongSetting.class)
          .hasMessageContaining("mcp.trusted-proxies")
          .hasMessageContaining(wrong);
    }
  }
}
