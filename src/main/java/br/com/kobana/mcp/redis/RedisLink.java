package br.com.kobana.mcp.redis;

import br.com.kobana.mcp.throttle.StoreFailure;
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
 * No step waits longer than the time-out, however many calls it takes. A connection on which
 * nothing comes back any more, or on which Redis refuses to serve, is given up for a new one: after
 * a failover the address may lead elsewhere.
 */
final class RedisLink {
  private static final Logger LOG = LoggerFactory.getLogger(RedisLink.class);
  private static final Duration RETRY = Duration.ofMillis(250);
  private static final Duration CONNECT = Duration.ofMillis(1500);
  private static final long MOST_SILENCE_NANOS = Duration.ofSeconds(1).toNanos();

  private final LinkLoop loop;
  private final Supplier<Redis> clients;
  private final long timeoutNanos;
  private final Runnable connected;

  // Below: of the event loop only.
  private final ArrayDeque<Waiting> waiting = new ArrayDeque<>();

  /** Those of steps whose first call came back with nothing. Both lines are the oldest first. */
  private final ArrayDeque<Waiting> again = new ArrayDeque<>();

  private @Nullable Redis client;
  private @Nullable RedisConnection connection;

  /** Which attempt to connect counts; what an earlier one still brings is dropped. */
  private long attempt;

  private boolean sweeping;
  private boolean silent;
  private long silentSinceNanos;
  private boolean closed;

  private static final class Waiting extends CompletableFuture<Optional<Response>> {
    private final long sinceNanos;

    Waiting(long sinceNanos) {
      this.sinceNanos = sinceNanos;
    }
  }

  /**
   * @param clients a new client at each call, made on the loop
   * @param connected told of each new connection
   */
  RedisLink(LinkLoop loop, Supplier<Redis> clients, Duration timeout, Runnable connected) {
    this.loop = loop;
    this.clients = clients;
    this.timeoutNanos = timeout.toNanos();
    this.connected = connected;
  }

  void open() {
    loop.run(this::connect);
  }

  /** For one step that begins now. Its calls are made one after the other. */
  Way way() {
    return new Way() {
      private final long since = loop.nanos();
      private boolean repeated;

      @Override
      public CompletableFuture<Optional<Response>> send(Request request) {
        Waiting result = new Waiting(since);
        ArrayDeque<Waiting> line = repeated ? again : waiting;
        repeated = true;
        if (loop.isCurrent()) {
          RedisLink.this.send(request, result, line);
        } else {
          loop.run(() -> RedisLink.this.send(request, result, line));
        }
        return result;
      }
    };
  }

  /** Completes on the loop, with nothing for a null reply; fails with a {@link StoreFailure}. */
  private void send(Request request, Waiting result, ArrayDeque<Waiting> line) {
    RedisConnection open = connection;
    if (open == null) {
      fail(result, StoreFailure.Reason.AWAY);
      return;
    }
    long left = timeoutNanos - (loop.nanos() - result.sinceNanos);
    if (left <= 0) {
      fail(result, StoreFailure.Reason.SLOW);
      return;
    }
    line.add(result);
    sweepLater(left);
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
      loop.after(1 + Math.max(0, nanos) / 1_000_000, this::sweep);
    }
  }

  /** Ends what has waited too long. The oldest come first, so one timer serves all. */
  private void sweep() {
    long now = loop.nanos();
    end(waiting, now);
    end(again, now);
    // Only now: whoever was told may have made a call, whose turn is after that of those who wait.
    sweeping = false;
    if (!waiting.isEmpty() || !again.isEmpty()) {
      sweepLater(Math.min(left(waiting, now), left(again, now)));
    }
    if (silent && now - silentSinceNanos > MOST_SILENCE_NANOS) {
      lost(attempt);
    }
  }

  private long left(ArrayDeque<Waiting> line, long now) {
    Waiting oldest = line.peek();
    return oldest == null ? Long.MAX_VALUE : timeoutNanos - (now - oldest.sinceNanos);
  }

  private void end(ArrayDeque<Waiting> line, long now) {
    for (Waiting oldest = line.peek(); oldest != null; oldest = line.peek()) {
      if (!oldest.isDone() && left(line, now) > 0) {
        return;
      }
      line.poll();
      if (!oldest.isDone()) {
        if (!silent) {
          silent = true;
          silentSinceNanos = oldest.sinceNanos;
        }
        fail(oldest, StoreFailure.Reason.SLOW);
      }
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
    loop.after(
        CONNECT.toMillis(),
        () -> {
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
    loop.after(
        RETRY.toMillis(),
        () -> {
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
    giveUp(waiting);
    giveUp(again);
  }

  private static void giveUp(ArrayDeque<Waiting> line) {
    for (Waiting left = line.poll(); left != null; left = line.poll()) {
      if (!left.isDone()) {
        fail(left, StoreFailure.Reason.AWAY);
      }
    }
  }

  void close() {
    loop.run(
        () -> {
          closed = true;
          discard();
        });
  }
}
