package br.com.kobana.mcp.redis;

import io.vertx.redis.client.Request;
import io.vertx.redis.client.Response;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * Where the requests of one step go, one after the other. All of them together wait no longer than
 * one alone would.
 */
interface Way {
  CompletableFuture<Optional<Response>> send(Request request);
}
