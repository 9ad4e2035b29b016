package br.com.kobana.mcp.upstream;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * One call: its attempts, one after the other, and what the caller is told. Each step begins when
 * the one before it is over, so that one thread at a time is here.
 */
final class Attempts {
  /** An attempt with less than this part of an attempt's time is not worth it. */
  private static final int LEAST_PART = 10;

  /** An attempt with less than this part of it says nothing of the API when time runs out. */
  private static final int HURRIED_PART = 4;

  private final KobanaApi transport;
  private final Area area;
  private final RetryRule rule;
  private final ResilientKobanaApi.Surroundings surroundings;
  private final UpstreamRequest request;
  private final Patience patience;
  private final CompletableFuture<UpstreamResponse> result = new CompletableFuture<>();

  /** The latest attempt that the API may have acted on. */
  private volatile @Nullable Outcome unsettled;

  private final AtomicInteger number = new AtomicInteger(1);

  Attempts(
      KobanaApi transport,
      Area area,
      RetryRule rule,
      ResilientKobanaApi.Surroundings surroundings,
      UpstreamRequest request,
      Patience patience) {
    this.transport = transport;
    this.area = area;
    this.rule = rule;
    this.surroundings = surroundings;
    this.request = request;
    this.patience = patience;
  }

  CompletionStage<UpstreamResponse> begin() {
    next();
    return result;
  }

  private void next() {
    Optional<UpstreamFailure> over = over();
    if (over.isPresent()) {
      end(new Outcome.Failed(over.get()));
    } else if (area.isShut()) {
      refuse(area.refuseUnavailable());
    } else {
      Duration wait = Duration.ofMillis(Math.max(1, patience.millisLeft()));
      Duration most = area.settings().maxWait();
      area.room().enter(wait.compareTo(most) < 0 ? wait : most, this::entered);
    }
  }

  /** Why nothing may be sent any more. */
  private Optional<UpstreamFailure> over() {
    if (patience.isCalledOff()) {
      return Optional.of(new UpstreamFailure(UpstreamFailure.Reason.CANCELLED, false));
    }
    return patience.millisLeft() <= 0
        ? Optional.of(new UpstreamFailure(UpstreamFailure.Reason.TIMEOUT, false))
        : Optional.empty();
  }

  private void entered(boolean hasRoom) {
    if (!hasRoom) {
      refuse(area.refuseBusy());
      return;
    }
    Optional<UpstreamFailure> over = over();
    if (over.isPresent()) {
      area.room().leave();
      end(new Outcome.Failed(over.get()));
    } else if (!area.mayCall()) {
      area.room().leave();
      refuse(area.refuseUnavailable());
    } else {
      attempt();
    }
  }

  private void attempt() {
    long began = System.nanoTime();
    Duration most = area.settings().responseTimeout();
    boolean hurried = patience.millisLeft() < most.toMillis() / HURRIED_PART;
    CompletionStage<UpstreamResponse> answer;
    try {
      answer = transport.send(request, patience.atMost(most));
    } catch (RuntimeException e) {
      // What a transport did before it threw is not known.
      answer = CompletableFuture.failedFuture(e);
    }
    var unused =
        answer.whenComplete(
            (response, failure) -> {
              Outcome outcome =
                  failure == null
                      ? new Outcome.Answered(response)
                      : new Outcome.Failed(known(failure));
              long nanos = System.nanoTime() - began;
              area.ended(outcome, nanos, hurried);
              area.room().leave();
              surroundings
                  .events()
                  .attempted(
                      new UpstreamEvents.Attempt(
                          area.name(),
                          request.method(),
                          request.template(),
                          number.get(),
                          outcome.status().orElse(0),
                          outcome.reason(),
                          nanos));
              ended(outcome);
            });
  }

  private void ended(Outcome outcome) {
    Optional<Duration> wait = rule.next(request, outcome, number.get());
    if (wait.isEmpty() || !isWorthIt(wait.get())) {
      end(outcome);
      return;
    }
    if (outcome.mayHaveHappened()) {
      unsettled = outcome;
    }
    number.incrementAndGet();
    area.repeated();
    surroundings.timer().after(wait.get(), this::next);
  }

  private boolean isWorthIt(Duration wait) {
    long least = Math.max(1, area.settings().responseTimeout().toMillis() / LEAST_PART);
    return !patience.isCalledOff() && patience.millisLeft() - wait.toMillis() >= least;
  }

  private void refuse(UpstreamFailure refusal) {
    surroundings.events().refused(area.name(), refusal.reason());
    end(new Outcome.Failed(refusal));
  }

  /** Tells the caller; an attempt that may have happened is never told as one that did not. */
  private void end(Outcome last) {
    Outcome earlier = unsettled;
    Outcome told = earlier == null || last.settles(request) ? last : earlier;
    if (told instanceof Outcome.Answered answered) {
      result.complete(answered.answer());
    } else {
      result.completeExceptionally(((Outcome.Failed) told).failure());
    }
  }

  private static UpstreamFailure known(Throwable failure) {
    Throwable cause =
        failure instanceof CompletionException && failure.getCause() != null
            ? failure.getCause()
            : failure;
    return cause instanceof UpstreamFailure known
        ? known
        : new UpstreamFailure(UpstreamFailure.Reason.RESET, true);
  }
}
