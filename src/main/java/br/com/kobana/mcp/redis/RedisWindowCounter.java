package br.com.kobana.mcp.redis;

import br.com.kobana.mcp.throttle.Budget;
import br.com.kobana.mcp.throttle.SharedCounter;
import br.com.kobana.mcp.throttle.Step;
import br.com.kobana.mcp.throttle.StoreFailure;
import br.com.kobana.mcp.throttle.WindowCounter.Count;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Request;
import io.vertx.redis.client.Response;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Counts in Redis by {@link CounterScript}, one round trip a step. The key names the window, so the
 * window has to be known before the server says the time: it is told from the server's time as last
 * seen, and where the server finds another (at the first call of a replica whose clock is wrong, or
 * at the very turn) the step is sent once more.
 */
final class RedisWindowCounter implements SharedCounter {
  /** Differences below this are the way of the answer. */
  private static final long NOTICED_MILLIS = 20;

  private static final int MOST_TRIES = 3;
  private final RedisLinks links;
  private final KeyTemplate keys;
  private final InstantSource clock;

  /** What the server's clock is ahead of this one, in milliseconds. */
  private volatile long ahead;

  RedisWindowCounter(RedisLinks links, KeyTemplate keys, InstantSource clock) {
    this.links = links;
    this.keys = keys;
    this.clock = clock;
  }

  @Override
  public CompletionStage<Count> apply(Step step, Known known) {
    Way way = links.way();
    if (step instanceof Step.Add add) {
      return present(step.budget(), way, "add", add.limit(), known, MOST_TRIES);
    } else if (step instanceof Step.Raise raise) {
      return ofWindow(
          step.budget(), way, raise.resetEpochSecond(), "raise", raise.atLeast(), known);
    } else if (step instanceof Step.GiveBack back) {
      return ofWindow(step.budget(), way, back.resetEpochSecond(), "back", 0, known);
    } else if (step instanceof Step.Close close) {
      return close(close);
    } else if (step instanceof Step.Clear) {
      return clear(step.budget(), way);
    }
    return present(step.budget(), way, "peek", 0, known, MOST_TRIES);
  }

  /** Over every link, so that each notices when its connection is dead. */
  @Override
  public CompletionStage<Count> probe(Budget budget) {
    CompletionStage<Count> all = null;
    for (RedisLink link : links.all()) {
      CompletionStage<Count> one =
          present(budget, link.way(), "probe", 0, Known.NOTHING, MOST_TRIES);
      all = all == null ? one : all.thenCombine(one, (a, b) -> b);
    }
    return java.util.Objects.requireNonNull(all);
  }

  @Override
  public long generation() {
    return links.connections();
  }

  /** A mark in each window until then, of which the script believes the present one's. */
  private CompletionStage<Count> close(Step.Close close) {
    Budget budget = close.budget();
    long now = second();
    long until = Math.min(close.untilEpochSecond(), budget.lastClosed(now));
    CompletionStage<?> marked = CompletableFuture.completedFuture("none");
    for (long w = budget.windowAt(now); w <= budget.windowAt(until - 1); w++) {
      marked = marked.thenCombine(mark(budget, w, "close", until), (a, b) -> b);
    }
    return marked.thenCompose(
        done -> present(budget, links.way(), "peek", 0, Known.NOTHING, MOST_TRIES));
  }

  private CompletionStage<Count> clear(Budget budget, Way way) {
    CompletionStage<?> opened = CompletableFuture.completedFuture("none");
    if (budget.closes()) {
      long now = second();
      for (long w = budget.windowAt(now) + 1; w <= budget.windowAt(budget.lastClosed(now)); w++) {
        opened = opened.thenCombine(mark(budget, w, "open", 0), (a, b) -> b);
      }
    }
    return present(budget, way, "clear", 0, Known.NOTHING, MOST_TRIES)
        .thenCombine(opened, (count, done) -> count);
  }

  private CompletableFuture<Answer> mark(Budget budget, long window, String act, long until) {
    return run(budget, links.way(), window, act, until, Known.NOTHING);
  }

  /** The server's time, as last seen. */
  private long second() {
    return Math.floorDiv(clock.millis() + ahead, 1000L);
  }

  private CompletionStage<Count> present(
      Budget budget, Way way, String act, long argument, Known known, int tries) {
    long window = budget.windowAt(second());
    return inWindow(window, budget, way, act, argument, known, tries);
  }

  /** Where Redis says that another window is on, the next try names the one that it says. */
  private CompletionStage<Count> inWindow(
      long window, Budget budget, Way way, String act, long argument, Known known, int tries) {
    return run(budget, way, window, act, argument, known)
        .thenCompose(
            answer -> {
              if (answer.count >= 0) {
                return CompletableFuture.completedFuture(answer.in(budget, window));
              }
              long told = budget.windowAt(answer.second);
              return tries > 1
                  ? inWindow(told, budget, way, act, argument, known, tries - 1)
                  : CompletableFuture.failedFuture(new StoreFailure(StoreFailure.Reason.SLOW));
            });
  }

  /** A window that is over keeps its count: the answer is of the present one, and says nothing. */
  private CompletionStage<Count> ofWindow(
      Budget budget, Way way, long resetEpochSecond, String act, long argument, Known known) {
    long window = budget.windowAt(resetEpochSecond - 1);
    return run(budget, way, window, act, argument, known)
        .thenApply(
            answer ->
                answer.count >= 0
                    ? answer.in(budget, window)
                    : new Answer(0, answer.second, 0).in(budget, budget.windowAt(answer.second)));
  }

  private record Answer(long count, long second, long closed) {
    Count in(Budget budget, long window) {
      return new Count(count, budget.endOf(window), second, closed);
    }
  }

  private CompletableFuture<Answer> run(
      Budget budget, Way way, long window, String act, long argument, Known known) {
    String key = keys.key(budget, window);
    long least = known.resetEpochSecond() == budget.endOf(window) ? known.count() : 0;
    CompletableFuture<Optional<Response>> byName =
        way.send(
            request(Command.EVALSHA, CounterScript.SHA, key, budget, window, act, argument, least));
    return byName
        .exceptionallyCompose(
            failure ->
                isUnknownScript(failure)
                    ? way.send(
                        request(
                            Command.EVAL,
                            CounterScript.TEXT,
                            key,
                            budget,
                            window,
                            act,
                            argument,
                            least))
                    : CompletableFuture.failedFuture(failure))
        .thenApply(this::read);
  }

  private static boolean isUnknownScript(Throwable failure) {
    return failure instanceof RedisLink.UnknownScript
        || failure.getCause() instanceof RedisLink.UnknownScript;
  }

  private static Request request(
      Command command,
      String script,
      String key,
      Budget budget,
      long window,
      String act,
      long argument,
      long least) {
    Request request = Request.cmd(command).arg(script);
    if (budget.closes()) {
      request.arg(2).arg(key).arg(KeyTemplate.closed(key));
    } else {
      request.arg(1).arg(key);
    }
    return request.arg(budget.windowSeconds()).arg(window).arg(act).arg(argument).arg(least);
  }

  private Answer read(Optional<Response> reply) {
    Response parts = reply.orElseThrow();
    long second = parts.get(1).toLong();
    long difference = second * 1000 + parts.get(2).toLong() / 1000 - clock.millis();
    if (Math.abs(difference - ahead) > NOTICED_MILLIS) {
      ahead = difference;
    }
    return new Answer(parts.get(0).toLong(), second, parts.get(3).toLong());
  }
}
