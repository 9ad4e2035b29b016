package br.com.kobana.mcp.auth;

import br.com.kobana.mcp.settings.TokenSettings;
import br.com.kobana.mcp.upstream.SideCalls;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKMatcher;
import com.nimbusds.jose.jwk.JWKSelector;
import com.nimbusds.jose.jwk.JWKSet;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.text.ParseException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The key set at the configured URL. It is fetched when it is wanted and old, or when a token names
 * a key that is not in it (the server has rotated), but never more often than the settings allow
 * and never twice at a time: tokens with invented key ids cannot flood the server. While the server
 * is away, keys are used for an hour longer.
 */
final class FetchedKeys implements SigningKeys {
  private static final Logger LOG = LoggerFactory.getLogger(FetchedKeys.class);
  private static final Duration GRACE = Duration.ofHours(1);

  /** A fetch that failed may be tried again sooner than one that did not. */
  private static final Duration RETRY = Duration.ofSeconds(2);

  private static final int MAX_CANDIDATES = 8;
  private final SideCalls calls;
  private final URI url;
  private final Duration cache;
  private final Duration refetch;
  private final InstantSource clock;
  private @Nullable Snapshot snapshot;
  private @Nullable CompletableFuture<Snapshot> fetching;
  private Instant lastFetch = Instant.EPOCH;

  private record Snapshot(JWKSet keys, Instant at) {
    List<JWK> matching(JWSHeader header) {
      JWKMatcher matcher = JWKMatcher.forJWSHeader(header);
      return matcher == null
          ? List.of()
          : new JWKSelector(matcher).select(keys).stream().limit(MAX_CANDIDATES).toList();
    }
  }

  FetchedKeys(SideCalls calls, URI url, TokenSettings.Jwt settings, InstantSource clock) {
    this.calls = calls;
    this.url = url;
    this.cache = settings.keysCache();
    this.refetch = settings.keysRefetch();
    this.clock = clock;
  }

  @Override
  public CompletionStage<List<JWK>> matching(JWSHeader header) {
    Instant now = clock.instant();
    Optional<Snapshot> known = known();
    boolean fresh = known.filter(s -> now.isBefore(s.at().plus(cache))).isPresent();
    List<JWK> matching = known.map(s -> s.matching(header)).orElse(List.of());
    if (fresh && !matching.isEmpty()) {
      return CompletableFuture.completedFuture(matching);
    }
    Optional<CompletableFuture<Snapshot>> fetch = fetch(now);
    if (fetch.isEmpty()) {
      return usable(known, header, now);
    }
    return fetch
        .get()
        .thenApply(fetched -> fetched.matching(header))
        .exceptionallyCompose(failure -> usable(known, header, now));
  }

  private static CompletableFuture<List<JWK>> failed() {
    return CompletableFuture.failedFuture(new IllegalStateException("no signing keys at hand"));
  }

  private CompletableFuture<List<JWK>> usable(
      Optional<Snapshot> known, JWSHeader header, Instant now) {
    return known
        .filter(s -> now.isBefore(s.at().plus(cache).plus(GRACE)))
        .map(s -> CompletableFuture.completedFuture(s.matching(header)))
        .orElseGet(FetchedKeys::failed);
  }

  private synchronized Optional<Snapshot> known() {
    return Optional.ofNullable(snapshot);
  }

  /** The fetch that is under way, or a new one where enough time has passed since the last. */
  private Optional<CompletableFuture<Snapshot>> fetch(Instant now) {
    CompletableFuture<Snapshot> begun = new CompletableFuture<>();
    synchronized (this) {
      if (fetching != null) {
        return Optional.of(fetching);
      }
      if (now.isBefore(lastFetch.plus(refetch))) {
        return Optional.empty();
      }
      lastFetch = now;
      fetching = begun;
    }
    var unused =
        calls
            .send(
                new SideCalls.Request(
                    "GET", url, Map.of("accept", "application/json"), Optional.empty()))
            .thenApply(answer -> read(answer, now))
            .whenComplete((fetched, failure) -> end(begun, fetched, failure));
    return Optional.of(begun);
  }

  private void end(
      CompletableFuture<Snapshot> begun, @Nullable Snapshot fetched, @Nullable Throwable failure) {
    synchronized (this) {
      fetching = null;
      if (fetched != null) {
        snapshot = fetched;
      } else {
        lastFetch = lastFetch.minus(refetch).plus(refetch.compareTo(RETRY) < 0 ? refetch : RETRY);
      }
    }
    if (fetched != null) {
      begun.complete(fetched);
    } else {
      LOG.warn("signing keys not fetched: url={}", url);
      begun.completeExceptionally(
          failure == null ? new IllegalStateException("no signing keys") : failure);
    }
  }

  private static Snapshot read(SideCalls.Answer answer, Instant now) {
    if (answer.status() != 200) {
      throw new IllegalStateException("the key set answered " + answer.status());
    }
    try {
      JWKSet keys = JWKSet.parse(new String(answer.body(), StandardCharsets.UTF_8));
      return new Snapshot(keys.toPublicJWKSet(), now);
    } catch (ParseException e) {
      throw new IllegalStateException("the key set is none");
    }
  }
}
