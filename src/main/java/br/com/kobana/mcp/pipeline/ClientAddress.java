package br.com.kobana.mcp.pipeline;

import br.com.kobana.mcp.protocol.RequestHead;
import br.com.kobana.mcp.settings.WrongSetting;
import io.netty.handler.ipfilter.IpFilterRuleType;
import io.netty.handler.ipfilter.IpSubnetFilterRule;
import io.netty.util.NetUtil;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Whose address a request has: the peer's, or, where the peer is a trusted proxy, the right-most
 * address of {@code X-Forwarded-For} that is not one. The header of anyone else is not read.
 */
final class ClientAddress {
  private final List<IpSubnetFilterRule> trusted;

  /**
   * @param cidrs such as {@code 10.0.0.0/8} or a single address
   */
  ClientAddress(List<String> cidrs) {
    this.trusted = cidrs.stream().map(ClientAddress::rule).toList();
  }

  String of(RequestHead head) {
    if (!isTrusted(head.peer())) {
      return head.peer();
    }
    List<String> hops = new ArrayList<>();
    for (String line : head.all("x-forwarded-for")) {
      for (String hop : line.split(",", -1)) {
        hops.add(hop.trim());
      }
    }
    Collections.reverse(hops);
    String last = head.peer();
    for (String hop : hops) {
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
