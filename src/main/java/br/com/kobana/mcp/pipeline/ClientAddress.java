package br.com.kobana.mcp.pipeline;

import br.com.kobana.mcp.protocol.RequestHead;
import br.com.kobana.mcp.settings.Settings.ForwardedHeader;
import br.com.kobana.mcp.settings.WrongSetting;
import io.netty.handler.ipfilter.IpFilterRuleType;
import io.netty.handler.ipfilter.IpSubnetFilterRule;
import io.netty.util.NetUtil;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;

/**
 * Whose address a request has: the peer's, or, where the peer is a trusted proxy, the right-most
 * address of the one configured header that is not one. The header of anyone else is not read, nor
 * is the other header. An IPv6 address stands for its /64, which is what one customer is given.
 */
final class ClientAddress {
  private static final int NETWORK_BYTES = 8;
  private final List<IpSubnetFilterRule> trusted;
  private final ForwardedHeader header;

  /**
   * @param cidrs such as {@code 10.0.0.0/8} or a single address
   */
  ClientAddress(List<String> cidrs, ForwardedHeader header) {
    this.trusted = cidrs.stream().map(ClientAddress::rule).toList();
    this.header = header;
  }

  String of(RequestHead head) {
    return network(trusted.isEmpty() ? head.peer() : forwarded(head));
  }

  private String forwarded(RequestHead head) {
    if (!isTrusted(head.peer())) {
      return head.peer();
    }
    String last = head.peer();
    for (String hop : hops(head)) {
      if (NetUtil.createByteArrayFromIpAddressString(hop) == null) {
        return last;
      }
      last = hop;
      if (!isTrusted(hop)) {
        return hop;
      }
    }
    return last;
  }

  /** Right-most first; what is no address is kept as it is, and ends the chain. */
  private List<String> hops(RequestHead head) {
    List<String> hops = new ArrayList<>();
    boolean standard = header == ForwardedHeader.FORWARDED;
    for (String line : head.all(standard ? "forwarded" : "x-forwarded-for")) {
      for (String element : line.split(",", -1)) {
        hops.add(withoutPort(standard ? forOf(element) : element.trim()));
      }
    }
    Collections.reverse(hops);
    return hops;
  }

  /** The value of {@code for} in an element of RFC 7239; empty where there is none. */
  private static String forOf(String element) {
    for (String pair : element.split(";", -1)) {
      String trimmed = pair.trim();
      if (trimmed.toLowerCase(Locale.ROOT).startsWith("for=")) {
        String value = trimmed.substring("for=".length());
        boolean quoted = value.length() >= 2 && value.startsWith("\"") && value.endsWith("\"");
        return quoted ? value.substring(1, value.length() - 1) : value;
      }
    }
    return "";
  }

  /** {@code [2001:db8::1]:443} and {@code 192.0.2.1:443} lose port and brackets. */
  private static String withoutPort(String hop) {
    if (hop.startsWith("[")) {
      int end = hop.indexOf(']');
      return end < 0 ? hop : hop.substring(1, end);
    }
    int colon = hop.indexOf(':');
    return colon > 0 && colon == hop.lastIndexOf(':') ? hop.substring(0, colon) : hop;
  }

  private static String network(String address) {
    byte[] bytes = NetUtil.createByteArrayFromIpAddressString(address);
    if (bytes == null || bytes.length == 4) {
      return address;
    }
    if (isMapped(bytes)) {
      return NetUtil.bytesToIpAddress(java.util.Arrays.copyOfRange(bytes, 12, 16));
    }
    return HexFormat.of().formatHex(bytes, 0, NETWORK_BYTES) + "/64";
  }

  /** {@code ::ffff:192.0.2.1} is an IPv4 address. */
  private static boolean isMapped(byte[] bytes) {
    for (int i = 0; i < 10; i++) {
      if (bytes[i] != 0) {
        return false;
      }
    }
    return bytes[10] == (byte) 0xff && bytes[11] == (byte) 0xff;
  }

  private boolean isTrusted(String address) {
    if (trusted.isEmpty() || NetUtil.createByteArrayFromIpAddressString(address) == null) {
      return false;
    }
    InetSocketAddress socket = new InetSocketAddress(address, 0);
    return trusted.stream().anyMatch(rule -> rule.matches(socket));
  }

  private static IpSubnetFilterRule rule(String cidr) {
    try {
      int slash = cidr.indexOf('/');
      String address = slash < 0 ? cidr : cidr.substring(0, slash);
      byte[] bytes = NetUtil.createByteArrayFromIpAddressString(address);
      if (bytes == null) {
        throw new IllegalArgumentException("not an address");
      }
      int prefix = slash < 0 ? bytes.length * 8 : Integer.parseInt(cidr.substring(slash + 1));
      return new IpSubnetFilterRule(address, prefix, IpFilterRuleType.ACCEPT);
    } catch (IllegalArgumentException e) {
      throw new WrongSetting("mcp.trusted-proxies", cidr, "a comma list of CIDRs");
    }
  }
}
