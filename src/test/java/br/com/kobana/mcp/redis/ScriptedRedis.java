package br.com.kobana.mcp.redis;

import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.core.Promise;
import io.vertx.redis.client.Redis;
import io.vertx.redis.client.RedisConnection;
import io.vertx.redis.client.Response;
import java.lang.reflect.Proxy;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

/** A client of Redis that a test answers for. */
final class ScriptedRedis {
  private final InstantSource clock;
  private final ArrayDeque<Promise<Response>> unanswered = new ArrayDeque<>();
  private final AtomicReference<Optional<Handler<Void>>> end =
      new AtomicReference<>(Optional.empty());
  private boolean reachable = true;
  private boolean answers = true;
  private long count;
  private int connections;

  ScriptedRedis(InstantSource clock) {
    this.clock = clock;
  }

  /** Whether calls are answered, with a count one higher each time. */
  void answers(boolean now) {
    answers = now;
  }

  /** Ends the connection; whether the next one comes about. */
  void breaks(boolean next) {
    reachable = next;
    end.get().orElseThrow().handle(null);
  }

  void reachable(boolean now) {
    reachable = now;
  }

  int connections() {
    return connections;
  }

  /** Calls that wait for an answer. */
  int waiting() {
    return unanswered.size();
  }

  /** Answers the oldest call that waits. */
  void answer(long... numbers) {
    unanswered.remove().complete(of(numbers));
  }

  long second() {
    return clock.instant().getEpochSecond();
  }

  Redis client() {
    return proxy(
        Redis.class,
        (name, arguments) -> {
          if (!name.equals("connect")) {
            return null;
          }
          if (!reachable) {
            return Future.failedFuture("refused");
          }
          connections++;
          return Future.succeededFuture(connection());
        });
  }

  private RedisConnection connection() {
    return proxy(
        RedisConnection.class,
        (name, arguments) -> {
          if (name.equals("endHandler")) {
            end.set(Optional.of(handler(arguments[0])));
            return null;
          }
          return name.equals("send") ? sent() : null;
        });
  }

  @SuppressWarnings("unchecked")
  private static Handler<Void> handler(Object given) {
    return (Handler<Void>) given;
  }

  private Future<Response> sent() {
    if (answers) {
      long micros = clock.instant().getNano() / 1000;
      return Future.succeededFuture(of(++count, second(), micros, 0));
    }
    Promise<Response> promise = Promise.promise();
    unanswered.add(promise);
    return promise.future();
  }

  private static Response of(long... numbers) {
    return proxy(
        Response.class,
        (name, arguments) ->
            switch (name) {
              case "get" -> of(numbers[(Integer) arguments[0]]);
              case "toLong" -> numbers[0];
              default -> throw new UnsupportedOperationException(name);
            });
  }

  private interface Does {
    Object call(String name, Object[] arguments);
  }

  private static <T> T proxy(Class<T> type, Does does) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (self, method, arguments) -> does.call(method.getName(), arguments)));
  }
}
