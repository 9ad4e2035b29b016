package br.com.kobana.mcp.pipeline;

import br.com.kobana.mcp.auth.Identity;
import br.com.kobana.mcp.protocol.Refusal;
import br.com.kobana.mcp.throttle.Bucket;
import br.com.kobana.mcp.throttle.Reading;
import br.com.kobana.mcp.throttle.WriteBudget;
import br.com.kobana.mcp.tools.ToolCalls;
import br.com.kobana.mcp.tools.ToolsList;
import br.com.kobana.mcp.upstream.UpstreamFailure;
import br.com.kobana.mcp.upstream.UpstreamRequest;
import br.com.kobana.mcp.upstream.UpstreamResponse;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.apache.camel.Exchange;

/** {@code tools/list} and both ends of {@code tools/call}. */
final class ToolStages {
  private static final Duration REREAD = Duration.ofSeconds(5);

  private final ToolsList list;
  private final ToolCalls calls;
  private final Identity identity;
  private final Duration time;
  private final WriteBudget writes;

  /**
   * @param time from the arrival of a message within which further requests of its call may run
   */
  ToolStages(
      ToolsList list, ToolCalls calls, Identity identity, Duration time, WriteBudget writes) {
    this.time = time;
    this.list = list;
    this.calls = calls;
    this.identity = identity;
    this.writes = writes;
  }

  void list(Call call, Exchange exchange) {
    exchange.getMessage().setBody(list.list(call.caller(), call.view(), call.params()));
  }

  /**
   * Leaves an UpstreamRequest to send, or the Result where nothing is to be sent. A write of which
   * nothing is sent costs nothing; what is no tool for this caller cannot be classified, and stays
   * counted.
   */
  CompletionStage<?> prepare(Call call, Exchange exchange) {
    try {
      ToolCalls.Prepared prepared = calls.prepare(call.caller(), call.view(), call.params());
      leave(prepared, exchange);
      return prepared instanceof ToolCalls.Prepared.Send ? Stage.DONE : giveBack(call);
    } catch (Refusal refusal) {
      boolean scopeMissing = refusal.status() == 403;
      return scopeMissing
          ? giveBack(call).thenCompose(done -> CompletableFuture.failedFuture(refusal))
          : CompletableFuture.failedFuture(refusal);
    }
  }

  private static void leave(ToolCalls.Prepared prepared, Exchange exchange) {
    if (prepared instanceof ToolCalls.Prepared.Send send) {
      exchange.setProperty(Properties.PLAN, send.plan());
      exchange.setProperty(Properties.UPSTREAM, true);
      exchange.getMessage().setBody(send.request());
    } else if (prepared instanceof ToolCalls.Prepared.Done done) {
      exchange.setProperty(Properties.UPSTREAM, false);
      exchange.getMessage().setBody(done.result());
    }
  }

  /** What a write did must not wait long for the record to be read again. */
  private Duration timeLeft(Call call, ToolCalls.Plan plan) {
    Duration left = call.left(time);
    return plan.tool().writes() && left.compareTo(REREAD) > 0 ? REREAD : left;
  }

  /** Leaves the Result, or a further request where the call is not over. */
  CompletionStage<?> conclude(Call call, Exchange exchange) {
    ToolCalls.Plan plan = exchange.getProperty(Properties.PLAN, ToolCalls.Plan.class);
    UpstreamRequest request = plan.request();
    Object outcome = exchange.getMessage().getBody();
    if (outcome instanceof UpstreamResponse answer) {
      if (answer.status() == 401) {
        identity.forget(call.caller());
      }
      exchange.setProperty(Properties.TIME_LEFT, timeLeft(call, plan).toMillis());
      leave(calls.proceed(plan, answer), exchange);
      return request.write() ? answered(call, request.method(), answer) : Stage.DONE;
    } else if (outcome instanceof UpstreamFailure failure) {
      leave(new ToolCalls.Prepared.Done(calls.conclude(plan, failure)), exchange);
      // Only of the write itself: the record may be read again after a write that was sent.
      return request.write() && !failure.sent() ? giveBack(call) : Stage.DONE;
    }
    throw new IllegalStateException("kobana: left neither an answer nor a failure");
  }

  private CompletionStage<?> answered(Call call, String method, UpstreamResponse answer) {
    return countedWrite(call)
        .<CompletionStage<?>>map(
            write ->
                writes.answered(write, call.caller(), method, answer).thenAccept(call::counted))
        .orElse(Stage.DONE);
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
