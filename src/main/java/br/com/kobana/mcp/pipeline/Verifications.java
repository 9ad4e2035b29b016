package br.com.kobana.mcp.pipeline;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * How many tokens each address has the API asked about right now. A bad token costs the address
 * when the API has answered; without this, any number sent at once would all be asked about.
 * Thread-safe.
 */
final class Verifications {
  private final ConcurrentMap<String, Integer> underWay = new ConcurrentHashMap<>();

  /** Whether this address may have one more asked about; to be followed by {@link #end}. */
  boolean begin(String address, long most) {
    if (underWay.merge(address, 1, Integer::sum) <= most) {
      return true;
    }
    end(address);
    return false;
  }

  void end(String address) {
    underWay.computeIfPresent(address, (key, count) -> count > 1 ? count - 1 : null);
  }
}
