package br.com.kobana.mcp.redis;

import io.vertx.redis.client.Command;
import io.vertx.redis.client.Request;
import java.time.Duration;
import java.util.concurrent.CompletionStage;

/**
 * Marks that can be set once by any replica, for what may happen once only. They fail closed: where
 * Redis does not answer, nobody knows whether the mark was set, and the stage fails.
 *
 * <p>A Redis that loses its data, or a replica that is promoted before it has the mark, forgets it:
 * what rests on a mark alone needs a Redis that keeps its data.
 */
public final class RedisFlags {
  private final RedisLinks links;

  RedisFlags(RedisLinks links) {
    this.links = links;
  }

  /**
   * Sets a mark.
   *
   * @param key the whole key in Redis
   * @param ttl how long it stays, at least a millisecond
   * @return whether it was not set before; fails with {@link
   *     br.com.kobana.mcp.throttle.StoreFailure} when that is not known
   */
  public CompletionStage<Boolean> claim(String key, Duration ttl) {
    return links
        .way()
        .send(
            Request.cmd(Command.SET)
                .arg(key)
                .arg("1")
                .arg("NX")
                .arg("PX")
                .arg(Math.max(1, ttl.toMillis())))
        .thenApply(java.util.Optional::isPresent);
  }
}
