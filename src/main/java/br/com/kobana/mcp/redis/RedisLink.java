package br.com.kobana.mcp.redis;

import br.com.kobana.mcp.throttle.StoreFailure;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.redis.client.Redis;
import io.vertx.redis.client.RedisConnection;
import io.vertx.redis.client.Request;
import io.vertx.redis.client.Response;
import io.vertx.redis.client.impl.types.ErrorType;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One connection to Redis (in a cluster, one to each node) that belongs to one event loop, with
 * calls pipelined. It connects by itself, again and again; while there is none, calls fail at once.
 * No call waits longer than the time-out. A connection on which nothing comes back any more, or on
 * which Redis refuses to serve, is given up for a new one: after a failover the address may lead
 * elsewhere.
 */
final class RedisLink {
  private static final Logger LOG = LoggerFactory.getLogger(RedisLink.class);
  private static final Duration RETRY = Duration.ofMillis(250);
  private static final Duration CONNECT = Duration.ofMillis(1500);
  private static final long MOST_SILENCE_NANOS = Duration.ofSeconds(1).toNanos();

  private final Vertx vertx;
  private final Context context;
  private final Supplier<Redis> clients;
  private final long timeoutNanos;
  private final Runnable connected;

  // Below: of the event loop only.
  private final ArrayDeque<Waiting> waiting = new ArrayDeque<>();
  private @Nullable Redis client;
  private @Nullable RedisConnection connection;

  /** Which attempt to connect counts; what an earlier one still brings is dropped. */
  private long attempt;

  private boolean sweeping;
  private boolean silent;
  private long silentSinceNanos;
  private boolean closed;

  private static final class Waiting extends CompletableFuture<Optional<Response>> {
    private final long sinceNanos = System.nanoTime();
  }

  /**
   * @param clients a new client at each call, made on the loop
   * @param connected told of each new connection
   */
  RedisLink(
      Vertx vertx, Context context, Supplier<Redis> clients, Duration timeout, Runnable connected) {
    this.vertx = vertx;
    this.context = context;
    this.clients = clients;
    this.timeoutNanos = timeout.toNanos();
    this.connected = connected;
  }

  void open() {
    context.runOnContext(v -> connect());
  }

  /** Completes on the loop, with nothing for a null reply; fails with a {@link StoreFailure}. */
  CompletableFuture<Optional<Response>> send(Request request) {
    Waiting result = new Waiting();
    if (Vertx.currentContext() == context) {
      send(request, result);
    } else {
      context.runOnContext(v -> send(request, result));
    }
    return result;
  }

  private void send(Request request, Waiting result) {
    RedisConnection open = connection;
    if (open == null) {
      fail(result, StoreFailure.Reason.AWAY);
      return;
    }
    waiting.add(result);
    sweepLater(timeoutNanos);
    long mine = attempt;
    open.send(request)
        .onComplete(
            reply -> {
              if (reply.succeeded()) {
                silent = false;
                result.complete(Optional.ofNullable(reply.result()));
              } else {
                failed(mine, result, reply.cause());
              }
            });
  }

  private void failed(long mine, Waiting result, Throwable cause) {
    if (!(cause instanceof ErrorType error) || error.is("CONNECTION_CLOSED")) {
      fail(result, StoreFailure.Reason.AWAY);
      lost(mine);
    } else if (error.is("NOSCRIPT")) {
      silent = false;
      result.completeExceptionally(new UnknownScript());
    } else if (error.is("WRONGTYPE")) {
      silent = false;
      fail(result, StoreFailure.Reason.WRONG_TYPE);
    } else {
      // The first word is the code; what follows may repeat a password.
      LOG.debug("redis refuses: {}", String.valueOf(error.getMessage()).split(" ", 2)[0]);
      fail(result, StoreFailure.Reason.REFUSES);
      lost(mine);
    }
  }

  private static void fail(Waiting result, StoreFailure.Reason reason) {
    result.completeExceptionally(new StoreFailure(reason));
  }

  /** The script is not in the server's cache: after a restart, or on a new node. */
  static final class UnknownScript extends Exception {
    UnknownScript() {
      super("NOSCRIPT", null, false, false);
    }
  }

  private void sweepLater(long nanos) {
    if (!sweeping) {
      sweeping = true;
      vertx.setTimer(1 + Math.max(0, nanos) / 1_000_000, t -> sweep());
    }
  }

  /** Ends what has waited too long. The oldest come first, so one timer serves all. */
  private void sweep() {
    sweeping = false;
    long now = System.nanoTime();
    for (Waiting oldest = waiting.peek(); oldest != null; oldest = waiting.peek()) {
      long left = timeoutNanos - (now - oldest.sinceNanos);
      if (!oldest.isDone() && left > 0) {
        sweepLater(left);
        break;
      }
      waiting.poll();
      if (!oldest.isDone()) {
        if (!silent) {
          silent = true;
          silentSinceNanos = oldest.sinceNanos;
        }
        fail(oldest, StoreFailure.Reason.SLOW);
      }
    }
    if (silent && now - silentSinceNanos > MOST_SILENCE_NANOS) {
      lost(attempt);
    }
  }

  private void connect() {
    if (closed) {
      return;
    }
    long mine = ++attempt;
    silent = false;
    Redis opening = clients.get();
    client = opening;
    vertx.setTimer(
        CONNECT.toMillis(),
        t -> {
          if (attempt == mine && connection == null) {
            lost(mine);
          }
        });
    opening
        .connect()
        .onComplete(
            done -> {
              if (attempt != mine || closed) {
                opening.close();
              } else if (done.failed()) {
                // Not its message: it may hold the address with the password.
                LOG.debug("no connection to Redis: {}", done.cause().getClass().getName());
                lost(mine);
              } else {
                RedisConnection open = done.result();
                open.endHandler(v -> lost(mine));
                open.exceptionHandler(e -> lost(mine));
                connection = open;
                connected.run();
              }
            });
  }

  /** Gives the connection up and tries anew after a while. */
  private void lost(long mine) {
    if (attempt != mine || closed) {
      return;
    }
    long next = ++attempt;
    discard();
    vertx.setTimer(
        RETRY.toMillis(),
        t -> {
          if (attempt == next) {
            connect();
          }
        });
  }

  private void discard() {
    connection = null;
    Redis old = client;
    client = null;
    if (old != null) {
      old.close();
    }
    for (Waiting left = waiting.poll(); left != null; left = waiting.poll()) {
      if (!left.isDone()) {
        fail(left, StoreFailure.Reason.AWAY);
      }
    }
  }

  void close() {
    context.runOnContext(
        v -> {
          closed = true;
          discard();
        });
  }
}
