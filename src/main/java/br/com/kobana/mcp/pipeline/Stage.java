package br.com.kobana.mcp.pipeline;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import org.apache.camel.AsyncCallback;
import org.apache.camel.Exchange;
import org.apache.camel.support.AsyncProcessorSupport;

/**
 * A step of the pipeline: a thin shell over a plain class. It cannot throw past Camel, calls back
 * exactly once, and goes on where the request is at home (its event loop, or the worker pool),
 * wherever the awaited stage completed.
 */
final class Stage extends AsyncProcessorSupport {
  /** Says that a step is done and waits for nothing. */
  static final CompletionStage<?> DONE = CompletableFuture.completedFuture("done");

  private final String name;
  private final Work work;

  /** What a step does. */
  @FunctionalInterface
  interface Work {
    /** Never blocks; may throw. */
    CompletionStage<?> run(Call call, Exchange exchange) throws Exception;
  }

  /** What a step does that waits for nothing. */
  @FunctionalInterface
  interface Plain {
    void run(Call call, Exchange exchange) throws Exception;
  }

  private Stage(String name, Work work) {
    this.name = name;
    this.work = work;
  }

  /**
   * @param name what operators call the step, in metrics: the name of its bean
   */
  static Stage waiting(String name, Work work) {
    return new Stage(name, work);
  }

  /** As {@link #waiting}, for work that waits for nothing. */
  static Stage plain(String name, Plain plain) {
    return new Stage(
        name,
        (call, exchange) -> {
          plain.run(call, exchange);
          return DONE;
        });
  }

  /** The same step for another place of the routes: Camel counts each instance by itself. */
  Stage another() {
    return new Stage(name, work);
  }

  @Override
  public boolean process(Exchange exchange, AsyncCallback callback) {
    Call call;
    try {
      call = Call.of(exchange);
    } catch (RuntimeException e) {
      exchange.setException(e);
      callback.done(true);
      return true;
    }
    if (!call.http().isHome()) {
      call.http().resume(() -> start(call, exchange, () -> callback.done(false)));
      return false;
    }
    long started = System.nanoTime();
    CompletableFuture<?> result = begin(call, exchange);
    if (result.isDone()) {
      settle(call, exchange, result, started);
      callback.done(true);
      return true;
    }
    finishLater(call, exchange, result, started, () -> callback.done(false));
    return false;
  }

  private void start(Call call, Exchange exchange, Runnable done) {
    long started = System.nanoTime();
    CompletableFuture<?> result = begin(call, exchange);
    if (result.isDone()) {
      settle(call, exchange, result, started);
      done.run();
    } else {
      finishLater(call, exchange, result, started, done);
    }
  }

  private void finishLater(
      Call call, Exchange exchange, CompletableFuture<?> result, long started, Runnable done) {
    var unused =
        result.whenComplete(
            (value, failure) ->
                call.http()
                    .resume(
                        () -> {
                          settle(call, exchange, result, started);
                          done.run();
                        }));
  }

  private CompletableFuture<?> begin(Call call, Exchange exchange) {
    try {
      return work.run(call, exchange).toCompletableFuture();
    } catch (Throwable failure) {
      if (failure instanceof InterruptedException) {
        // The watch interrupted a step that blocked the loop; the loop itself goes on.
        Thread.interrupted();
      }
      return CompletableFuture.failedFuture(failure);
    }
  }

  private void settle(Call call, Exchange exchange, CompletableFuture<?> result, long started) {
    call.observation().step(name, System.nanoTime() - started);
    if (!result.isCompletedExceptionally()) {
      return;
    }
    try {
      result.join();
    } catch (CompletionException e) {
      exchange.setException(unwrapped(e));
    } catch (RuntimeException e) {
      exchange.setException(e);
    }
  }

  private static Throwable unwrapped(Throwable failure) {
    Throwable inner = failure;
    while (inner instanceof CompletionException && inner.getCause() != null) {
      inner = inner.getCause();
    }
    return inner;
  }
}
