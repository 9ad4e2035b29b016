package br.com.kobana.mcp.guard;

import br.com.kobana.mcp.auth.Caller;
import br.com.kobana.mcp.catalog.Spend;
import br.com.kobana.mcp.catalog.Tool;
import br.com.kobana.mcp.settings.GuardSettings.Layer;
import br.com.kobana.mcp.throttle.SpendLedger.Spending;
import br.com.kobana.mcp.upstream.UpstreamRequest;
import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;

/**
 * A call that guards look at. Immutable.
 *
 * @param layers that apply, the general one first
 * @param arguments validated
 * @param record what the call acts on, once it was read
 */
public record GuardedCall(
    Tool tool, Caller caller, List<Layer> layers, JsonNode arguments, Optional<JsonNode> record) {
  /** The same, with the record as it is now. */
  public GuardedCall with(JsonNode known) {
    return new GuardedCall(tool, caller, layers, arguments, Optional.of(known));
  }

  /** Whether what would be paid stands in a record that was not read yet. */
  public boolean needsRecord() {
    return record.isEmpty() && tool.spend().filter(Spend::record).isPresent() && asksForFacts();
  }

  boolean asksForFacts() {
    return layers.stream()
        .anyMatch(l -> l.call().isPresent() || l.sums() || l.payees().isPresent());
  }

  /** Whether the amount is added to the sums: money can leave by this call. */
  boolean isCounted() {
    return tool.spend().filter(Spend::sends).isPresent() && layers.stream().anyMatch(Layer::sums);
  }

  Facts facts() {
    Spend spend = tool.spend().orElseThrow();
    if (spend.record() && record.isEmpty()) {
      return Facts.unknown("the record cannot be read with this token");
    }
    return Facts.of(spend, spend.record() ? record.get() : arguments);
  }

  /** The layer with the lowest of these limits. */
  Optional<Layer> lowest(Function<Layer, OptionalLong> limit) {
    return layers.stream()
        .filter(layer -> limit.apply(layer).isPresent())
        .min(java.util.Comparator.comparingLong(layer -> limit.apply(layer).getAsLong()));
  }

  /**
   * The amount for the ledger. A call that is repeated under its idempotency key, with the same
   * request, is the same; whatever differs is another.
   */
  Spending spending(UpstreamRequest request, long centavos) {
    return new Spending(
        caller.token(), id(request), centavos, limit(Layer::hour), limit(Layer::day));
  }

  private OptionalLong limit(Function<Layer, OptionalLong> limit) {
    return lowest(limit).map(limit).orElse(OptionalLong.empty());
  }

  private static String id(UpstreamRequest request) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      for (String part :
          List.of(
              request.idempotencyKey().orElse(""),
              request.accountUid().orElse(""),
              request.method(),
              request.path(),
              request.query().toString())) {
        byte[] bytes = part.getBytes(StandardCharsets.UTF_8);
        digest.update(java.nio.ByteBuffer.allocate(Integer.BYTES).putInt(bytes.length).flip());
        digest.update(bytes);
      }
      request.body().ifPresent(digest::update);
      return HexFormat.of().formatHex(digest.digest());
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("SHA-256 is part of every Java platform", e);
    }
  }
}
