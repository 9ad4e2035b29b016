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

  /** Counts one more, and says how many it makes; to be followed by {@link #end}. */
  int begin(String address) {
    return underWay.merge(address, 1, Integer::sum);
  }

  void end(String address) {
    underWay.computeIfPresent(address, (key, count) -> count > 1 ? count - 1 : null);
  }
}
