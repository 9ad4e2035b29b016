package br.com.kobana.mcp.pipeline;

import br.com.kobana.mcp.auth.Identity;
import br.com.kobana.mcp.protocol.Refusal;
import br.com.kobana.mcp.throttle.Bucket;
import br.com.kobana.mcp.throttle.Reading;
import br.com.kobana.mcp.throttle.WriteBudget;
import br.com.kobana.mcp.tools.ToolCalls;
import br.com.kobana.mcp.tools.ToolsList;
import br.com.kobana.mcp.upstream.UpstreamFailure;
import br.com.kobana.mcp.upstream.UpstreamResponse;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.apache.camel.Exchange;

/** {@code tools/list} and both ends of {@code tools/call}. */
final class ToolStages {
  private final ToolsList list;
  private final ToolCalls calls;
  private final Identity identity;
  private final WriteBudget writes;

  ToolStages(ToolsList list, ToolCalls calls, Identity identity, WriteBudget writes) {
    this.list = list;
    this.calls = calls;
    this.identity = identity;
    this.writes = writes;
  }

  void list(Call call, Exchange exchange) {
    exchange.getMessage().setBody(list.list(call.caller(), call.params()));
  }

  /** Leaves an UpstreamRequest to send, or the Result where nothing is to be sent. */
  CompletionStage<?> prepare(Call call, Exchange exchange) {
    ToolCalls.Prepared prepared;
    try {
      prepared = calls.prepare(call.caller(), call.params());
    } catch (Refusal refusal) {
      // What no tool is cannot be classified: it stays counted as a write.
      return exchange.getProperty(Properties.MCP_TOOL) == null
          ? CompletableFuture.failedFuture(refusal)
          : giveBack(call).thenCompose(done -> CompletableFuture.failedFuture(refusal));
    }
    if (prepared instanceof ToolCalls.Prepared.Send send) {
      exchange.setProperty(Properties.PLAN, send.plan());
      exchange.setProperty(Properties.UPSTREAM, true);
      exchange.getMessage().setBody(send.request());
      return Stage.DONE;
    }
    exchange.setProperty(Properties.UPSTREAM, false);
    exchange.getMessage().setBody(((ToolCalls.Prepared.Done) prepared).result());
    return giveBack(call);
  }

  CompletionStage<?> conclude(Call call, Exchange exchange) {
    ToolCalls.Plan plan = exchange.getProperty(Properties.PLAN, ToolCalls.Plan.class);
    Object outcome = exchange.getMessage().getBody();
    if (outcome instanceof UpstreamResponse answer) {
      if (answer.status() == 401) {
        identity.forget(call.caller());
      }
      exchange.getMessage().setBody(calls.conclude(plan, answer));
      String method = plan.tool().operation().method();
      return countedWrite(call)
          .<CompletionStage<?>>map(
              write ->
                  writes.answered(write, call.caller(), method, answer).thenAccept(call::counted))
          .orElse(Stage.DONE);
    } else if (outcome instanceof UpstreamFailure failure) {
      exchange.getMessage().setBody(calls.conclude(plan, failure));
      return failure.sent() ? Stage.DONE : giveBack(call);
    }
    throw new IllegalStateException("kobana: left neither an answer nor a failure");
  }

  /** Nothing was sent, so a write costs nothing. */
  private CompletionStage<?> giveBack(Call call) {
    return countedWrite(call)
        .<CompletionStage<?>>map(
            write -> writes.notSent(write, call.caller()).thenAccept(call::counted))
        .orElse(Stage.DONE);
  }

  private static Optional<Reading> countedWrite(Call call) {
    return call.reading().filter(reading -> reading.bucket() == Bucket.WRITE);
  }
}
