package br.com.kobana.mcp.sandbox;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * First answers to writes that carried {@code X-Idempotency-Key}, kept a day per account and key.
 * The same request again gets the same status and body, errors included; another request under the
 * same key is refused. An answer given before execution is not kept.
 */
final class Idempotency {
  static final int LONGEST_KEY = 255;
  private static final Duration KEPT = Duration.ofHours(24);
  private static final Set<String> METHODS = Set.of("POST", "PUT", "PATCH");

  private record Key(String account, String key) {}

  /** What was asked: everything that makes two requests the same. */
  record Request(String method, String uri, JsonNode body) {}

  private record Kept(Request request, Answer answer, Instant since) {}

  private final InstantSource clock;
  private final Map<Key, Kept> kept = new LinkedHashMap<>();

  Idempotency(InstantSource clock) {
    this.clock = clock;
  }

  static boolean appliesTo(String method) {
    return METHODS.contains(method);
  }

  /** The answer that the key already has, or the refusal of a key used for something else. */
  Optional<Answer> replay(Account account, String key, Request request) {
    forgetOld();
    Kept first = kept.get(new Key(account.uid(), key));
    if (first == null) {
      return Optional.empty();
    }
    if (!first.request().equals(request)) {
      return Optional.of(Errors.reusedKey("já foi usada com outros parâmetros"));
    }
    return Optional.of(first.answer().withHeader("x-idempotency-replayed", "true"));
  }

  void keep(Account account, String key, Request request, Answer answer) {
    if (answer.executed()) {
      kept.put(new Key(account.uid(), key), new Kept(request, answer, clock.instant()));
    }
  }

  private void forgetOld() {
    Instant oldest = clock.instant().minus(KEPT);
    Iterator<Kept> eldestFirst = kept.values().iterator();
    while (eldestFirst.hasNext() && eldestFirst.next().since().isBefore(oldest)) {
      eldestFirst.remove();
    }
  }
}
