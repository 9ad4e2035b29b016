package br.com.kobana.mcp.protocol;

import br.com.kobana.mcp.jsonrpc.JsonRpcError;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * A header that repeats a value of the body, in the stateless era (spec 2026-07-28, streamable
 * HTTP): given once, in ASCII or in the Base64 form.
 *
 * @param header its name
 * @param value what it stands for; empty where it cannot be used, and then {@code fault} says why
 */
record MirroredValue(String header, Optional<String> value, String fault) {

  static MirroredValue of(RequestHead head, String header) {
    List<String> lines = head.all(header);
    if (lines.isEmpty()) {
      return unusable(header, " is missing");
    }
    if (lines.size() > 1) {
      return unusable(header, " is repeated");
    }
    String line = RequestHead.trim(lines.get(0));
    if (!line.chars().allMatch(c -> c >= 0x20 && c < 0x7f)) {
      return unusable(header, " has characters that need the base64 form");
    }
    return Sentinel.decode(line)
        .map(decoded -> new MirroredValue(header, Optional.of(decoded), ""))
        .orElseGet(() -> unusable(header, " is not valid in the base64 form"));
  }

  private static MirroredValue unusable(String header, String fault) {
    return new MirroredValue(header, Optional.empty(), header + fault);
  }

  /**
   * @param other what it is held against, for the message
   */
  Optional<Refusal> refusedUnless(Predicate<String> matches, String other) {
    if (value.isEmpty()) {
      return Optional.of(mismatch(fault));
    }
    return matches.test(value.get())
        ? Optional.empty()
        : Optional.of(mismatch(header + Ladder.shown(value.get()) + " does not match " + other));
  }

  static Refusal mismatch(String what) {
    return Refusal.rpc(
        Rung.MIRRORED_HEADERS, 400, JsonRpcError.HEADER_MISMATCH, "Header mismatch: " + what);
  }
}
