package br.com.kobana.mcp.pipeline;

import br.com.kobana.mcp.confirm.KnownRecord;
import br.com.kobana.mcp.guard.GuardedCall;
import br.com.kobana.mcp.guard.Guards;
import br.com.kobana.mcp.guard.Guards.Verdict;
import br.com.kobana.mcp.jsonrpc.Json;
import br.com.kobana.mcp.protocol.Result;
import br.com.kobana.mcp.throttle.SpendLedger.Spending;
import br.com.kobana.mcp.tools.ToolCalls.Prepared;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.apache.camel.Exchange;

/**
 * The guards on spending along the way of one call. Each look answers with the result where the
 * call is held back.
 */
final class SpendGuard {
  private static final CompletionStage<Optional<Result>> FREE =
      CompletableFuture.completedFuture(Optional.empty());

  private final Guards guards;

  SpendGuard(Guards guards) {
    this.guards = guards;
  }

  /** The first look, by what the arguments say. */
  CompletionStage<Optional<Result>> look(Call call, Exchange exchange, Prepared.Send send) {
    JsonNode arguments =
        call.params().<JsonNode>map(p -> p.path("arguments")).orElseGet(Json::object);
    Optional<GuardedCall> guarded =
        guards.of(
            send.plan().tool(),
            call.caller(),
            arguments instanceof ObjectNode object ? object : Json.object());
    if (guarded.isEmpty()) {
      return FREE;
    }
    exchange.setProperty(Properties.GUARDED_CALL, guarded.get());
    return look(guarded.get(), send);
  }

  /** The second look, by the record as it is now, where that is what would be paid. */
  CompletionStage<Optional<Result>> look(
      Exchange exchange, Prepared.Send send, Optional<KnownRecord> record) {
    GuardedCall guarded = exchange.getProperty(Properties.GUARDED_CALL, GuardedCall.class);
    if (guarded == null || record.isEmpty()) {
      return FREE;
    }
    GuardedCall known = guarded.with(record.get().data());
    exchange.setProperty(Properties.GUARDED_CALL, known);
    return look(known, send);
  }

  private CompletionStage<Optional<Result>> look(GuardedCall guarded, Prepared.Send send) {
    return guards.look(guarded, send.request()).thenApply(SpendGuard::held);
  }

  boolean needsRecord(Exchange exchange) {
    GuardedCall guarded = exchange.getProperty(Properties.GUARDED_CALL, GuardedCall.class);
    return guarded != null && guarded.needsRecord();
  }

  /**
   * Keeps a request until the step {@code guard} has run, so that a route without that step sends
   * nothing that is guarded.
   *
   * @return whether it is kept; else it may be sent
   */
  boolean keeps(Exchange exchange, Prepared.Send send) {
    if (exchange.getProperty(Properties.GUARDED_CALL) == null) {
      return false;
    }
    exchange.setProperty(Properties.GUARDED_SEND, send);
    exchange.setProperty(Properties.GUARDED, true);
    return true;
  }

  /** The last look, which takes the amount. */
  CompletionStage<Optional<Result>> take(Exchange exchange, Prepared.Send send) {
    GuardedCall guarded = exchange.getProperty(Properties.GUARDED_CALL, GuardedCall.class);
    return guards
        .take(guarded, send.request())
        .thenApply(
            verdict -> {
              if (verdict instanceof Verdict.Free free && free.taken().isPresent()) {
                exchange.setProperty(Properties.SPENDING, free.taken().get());
              }
              return held(verdict);
            });
  }

  /** Nothing was sent, so nothing was spent. */
  CompletionStage<?> giveBack(Exchange exchange) {
    Spending taken = exchange.getProperty(Properties.SPENDING, Spending.class);
    exchange.removeProperty(Properties.SPENDING);
    return taken == null ? Stage.DONE : guards.giveBack(taken);
  }

  private static Optional<Result> held(Verdict verdict) {
    return verdict instanceof Verdict.Held held ? Optional.of(held.result()) : Optional.empty();
  }
}
