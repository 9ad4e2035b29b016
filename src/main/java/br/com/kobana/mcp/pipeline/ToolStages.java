package br.com.kobana.mcp.pipeline;

import br.com.kobana.mcp.auth.Identity;
import br.com.kobana.mcp.confirm.Attempt;
import br.com.kobana.mcp.confirm.Confirmations;
import br.com.kobana.mcp.confirm.Confirmations.Decision;
import br.com.kobana.mcp.confirm.Confirmations.Opening;
import br.com.kobana.mcp.confirm.KnownRecord;
import br.com.kobana.mcp.jsonrpc.JsonRpcError;
import br.com.kobana.mcp.observe.Admission;
import br.com.kobana.mcp.observe.Observation;
import br.com.kobana.mcp.protocol.Refusal;
import br.com.kobana.mcp.protocol.Result;
import br.com.kobana.mcp.protocol.Rung;
import br.com.kobana.mcp.throttle.Bucket;
import br.com.kobana.mcp.throttle.Reading;
import br.com.kobana.mcp.throttle.WriteBudget;
import br.com.kobana.mcp.tools.RecordReads;
import br.com.kobana.mcp.tools.Simulated;
import br.com.kobana.mcp.tools.ToolCalls;
import br.com.kobana.mcp.tools.ToolCalls.Prepared;
import br.com.kobana.mcp.tools.ToolsList;
import br.com.kobana.mcp.upstream.UpstreamFailure;
import br.com.kobana.mcp.upstream.UpstreamRequest;
import br.com.kobana.mcp.upstream.UpstreamResponse;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.apache.camel.Exchange;
import org.jspecify.annotations.Nullable;

/** {@code tools/list}, and the stages of {@code tools/call} around its calls to the API. */
final class ToolStages {
  private static final Duration REREAD = Duration.ofSeconds(5);

  /** How long the record may take before the call itself, which needs time of its own. */
  private static final Duration RECORD = Duration.ofSeconds(8);

  private final ToolsList list;
  private final ToolCalls calls;
  private final RecordReads reads;
  private final Confirmations confirmations;
  private final Identity identity;
  private final Duration time;
  private final WriteBudget writes;
  private final Admission admission;

  private final SpendGuard guard;

  /**
   * A call that waits for a person's decision, or only for the record that guards want to know.
   *
   * @param opening empty where no person decides
   */
  private record Pending(
      Prepared.Send send,
      Attempt attempt,
      Optional<Opening> opening,
      Optional<RecordReads.Read> read) {}

  /**
   * @param time from the arrival of a message within which further requests of its call may run
   */
  ToolStages(
      ToolsList list,
      ToolCalls calls,
      RecordReads reads,
      Confirmations confirmations,
      SpendGuard guard,
      Identity identity,
      Duration time,
      WriteBudget writes,
      Admission admission) {
    this.admission = admission;
    this.guard = guard;
    this.time = time;
    this.list = list;
    this.calls = calls;
    this.reads = reads;
    this.confirmations = confirmations;
    this.identity = identity;
    this.writes = writes;
  }

  void list(Call call, Exchange exchange) {
    exchange.getMessage().setBody(list.list(call.caller(), call.view(), call.params()));
  }

  /**
   * Leaves the request to send, or the Result where nothing is to be sent. Where a person decides,
   * nothing is ready to be sent until {@code confirm} has run, and where guards apply, until {@code
   * guard} has, so that a route without that step executes nothing. A write whose arguments are
   * wrong costs nothing; what is no tool for this caller cannot be classified, and stays counted.
   */
  CompletionStage<?> prepare(Call call, Exchange exchange) {
    Prepared prepared;
    try {
      prepared = calls.prepare(call.caller(), call.view(), call.params());
    } catch (Refusal refusal) {
      boolean scopeMissing = refusal.status() == 403;
      return scopeMissing
          ? giveBack(call).thenCompose(done -> CompletableFuture.failedFuture(refusal))
          : CompletableFuture.failedFuture(refusal);
    }
    if (prepared instanceof Prepared.Done done) {
      finish(exchange, done.result());
      return giveBack(call);
    }
    Prepared.Send send = (Prepared.Send) prepared;
    if (exchange.getProperty(Properties.SIMULATED, false, Boolean.class)) {
      finish(exchange, Simulated.of(send));
      return Stage.DONE;
    }
    if (!admission.admits(call.observation())) {
      return giveBack(call).thenCompose(done -> CompletableFuture.failedFuture(unrecorded()));
    }
    Attempt attempt =
        new Attempt(
            send.plan().tool(),
            call.caller(),
            call.negotiated().version(),
            call.params().orElseThrow());
    boolean asks = confirmations.concerns(attempt);
    return unlessHeld(
        call,
        exchange,
        guard.look(call, exchange, send),
        () -> {
          if (asks || guard.needsRecord(exchange)) {
            open(call, exchange, send, attempt, asks);
          } else {
            ready(exchange, send);
          }
          return Stage.DONE;
        });
  }

  /** What cannot be recorded is not done. */
  private static Refusal unrecorded() {
    return new Refusal(
        Rung.IN_FLIGHT,
        503,
        Map.of("retry-after", "5"),
        new Refusal.Body.Rpc(
            JsonRpcError.of(
                JsonRpcError.INTERNAL_ERROR,
                "The audit trail takes no record at the moment. Nothing was executed; try again"
                    + " later")));
  }

  private void open(
      Call call, Exchange exchange, Prepared.Send send, Attempt attempt, boolean asks) {
    Optional<Opening> opening = asks ? Optional.of(opened(call, attempt)) : Optional.empty();
    if (opening.isPresent() && opening.get() instanceof Opening.Declined declined) {
      call.observation().consent(Observation.Consent.DECLINED, Optional.empty());
      finish(exchange, declined.result());
      return;
    }
    Optional<RecordReads.Read> read = reads.of(attempt.tool(), attempt.caller(), send.request());
    exchange.setProperty(Properties.PENDING, new Pending(send, attempt, opening, read));
    exchange.setProperty(Properties.CONFIRM, true);
    exchange.setProperty(Properties.RECORD, read.isPresent());
    exchange.setProperty(Properties.UPSTREAM, false);
    exchange.setProperty(Properties.TIME_LEFT, RECORD.toMillis());
    exchange.getMessage().setBody(read.map(RecordReads.Read::request).orElse(null));
  }

  private Opening opened(Call call, Attempt attempt) {
    try {
      return confirmations.open(attempt);
    } catch (Refusal refusal) {
      call.observation().consent(Observation.Consent.REFUSED, Optional.empty());
      throw refusal;
    }
  }

  /** Asks, or lets the confirmed call go; the body is what came of reading the record. */
  CompletionStage<?> confirm(Call call, Exchange exchange) {
    Pending pending = exchange.getProperty(Properties.PENDING, Pending.class);
    exchange.removeProperty(Properties.TIME_LEFT);
    Optional<KnownRecord> record = Optional.empty();
    if (pending.read().isPresent()) {
      RecordReads.Outcome outcome = outcome(call, pending, exchange.getMessage().getBody());
      if (outcome instanceof RecordReads.Outcome.Unread unread) {
        finish(exchange, unread.result());
        return Stage.DONE;
      }
      RecordReads.Outcome.Found found = (RecordReads.Outcome.Found) outcome;
      record = Optional.of(new KnownRecord(pending.read().get().tool(), found.data()));
    }
    Optional<KnownRecord> known = record;
    return unlessHeld(
        call,
        exchange,
        guard.look(exchange, pending.send(), known),
        () -> decide(call, exchange, pending, known));
  }

  private CompletionStage<?> decide(
      Call call, Exchange exchange, Pending pending, Optional<KnownRecord> record) {
    if (pending.opening().isEmpty()) {
      ready(exchange, pending.send());
      return Stage.DONE;
    }
    return confirmations
        .decide(pending.attempt(), pending.opening().get(), record)
        .whenComplete((decision, failure) -> observe(call, decision))
        .thenAccept(
            decision -> {
              if (decision instanceof Decision.Run run) {
                ready(exchange, pending.send().withIdempotencyKey(run.nonce()));
              } else if (decision instanceof Decision.Answer answer) {
                finish(exchange, answer.result());
              }
            });
  }

  /** Lets a guarded request go, or holds it back: the last step before the loop that sends. */
  CompletionStage<?> guard(Call call, Exchange exchange) {
    Prepared.Send send = exchange.getProperty(Properties.GUARDED_SEND, Prepared.Send.class);
    return unlessHeld(
        call,
        exchange,
        guard.take(exchange, send),
        () -> {
          send(exchange, send);
          return Stage.DONE;
        });
  }

  /** Goes on, or ends with what holds the call back: then nothing was sent. */
  private CompletionStage<?> unlessHeld(
      Call call,
      Exchange exchange,
      CompletionStage<Optional<Result>> look,
      Supplier<CompletionStage<?>> next) {
    return look.<Object>thenCompose(
        held -> {
          if (held.isEmpty()) {
            return next.get().thenApply(done -> "done");
          }
          finish(exchange, held.get());
          return giveBack(call).thenApply(done -> "done");
        });
  }

  /** To be sent as soon as no guard has to be asked. */
  private void ready(Exchange exchange, Prepared.Send send) {
    if (guard.keeps(exchange, send)) {
      exchange.setProperty(Properties.UPSTREAM, false);
    } else {
      send(exchange, send);
    }
  }

  private static void observe(Call call, @Nullable Decision decision) {
    if (decision instanceof Decision.Run run) {
      call.observation().consent(Observation.Consent.ACCEPTED, Optional.of(run.nonce()));
    } else {
      boolean asks = decision instanceof Decision.Answer answer && !answer.result().isError();
      call.observation()
          .consent(
              asks ? Observation.Consent.ASKED : Observation.Consent.REFUSED, Optional.empty());
    }
  }

  private RecordReads.Outcome outcome(Call call, Pending pending, Object body) {
    if (body instanceof UpstreamResponse answer) {
      if (answer.status() == 401) {
        identity.forget(call.caller());
      }
      return reads.conclude(pending.attempt().tool(), answer);
    }
    if (body instanceof UpstreamFailure failure) {
      return reads.conclude(pending.attempt().tool(), failure);
    }
    throw new IllegalStateException("kobana: left neither an answer nor a failure");
  }

  private static void send(Exchange exchange, Prepared.Send send) {
    exchange.setProperty(Properties.PLAN, send.plan());
    exchange.setProperty(Properties.UPSTREAM, true);
    exchange.getMessage().setBody(send.request());
  }

  private static void finish(Exchange exchange, Result result) {
    exchange.setProperty(Properties.UPSTREAM, false);
    exchange.getMessage().setBody(result);
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
    call.sent(request, exchange.getMessage().getBody());
    Object outcome = exchange.getMessage().getBody();
    if (outcome instanceof UpstreamResponse answer) {
      if (answer.status() == 401) {
        identity.forget(call.caller());
      }
      exchange.setProperty(Properties.TIME_LEFT, timeLeft(call, plan).toMillis());
      Prepared further = calls.proceed(plan, answer);
      if (further instanceof Prepared.Send send) {
        send(exchange, send);
      } else if (further instanceof Prepared.Done done) {
        finish(exchange, done.result());
      }
      return request.write() ? answered(call, request.method(), answer) : Stage.DONE;
    } else if (outcome instanceof UpstreamFailure failure) {
      finish(exchange, calls.conclude(plan, failure));
      // Only of the write itself: the record may be read again after a write that was sent.
      return request.write() && !failure.sent()
          ? guard.giveBack(exchange).thenCompose(done -> giveBack(call))
          : Stage.DONE;
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
