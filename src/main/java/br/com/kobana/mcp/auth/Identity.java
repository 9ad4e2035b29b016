package br.com.kobana.mcp.auth;

import br.com.kobana.mcp.protocol.Refusal;
import br.com.kobana.mcp.settings.Settings;
import br.com.kobana.mcp.upstream.KobanaApi;
import br.com.kobana.mcp.upstream.UpstreamRequest;
import br.com.kobana.mcp.upstream.UpstreamResponse;
import com.github.benmanes.caffeine.cache.AsyncCache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Expiry;
import com.github.benmanes.caffeine.cache.Ticker;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.regex.Pattern;

/**
 * Turns a bearer token into a {@link Caller} by asking {@code GET /v2/me} with it (design decision
 * 8). Answers are cached by a keyed hash of token and sub-account, good ones for minutes, bad ones
 * for seconds; concurrent requests with one token make one call; an API that does not answer is
 * neither a yes nor a no, and is not cached. Thread-safe.
 */
public final class Identity {
  private static final Pattern UID =
      Pattern.compile("[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}");
  private final KobanaApi api;
  private final Challenges challenges;
  private final Principals principals;
  private final Me me;
  private final AsyncCache<String, Verdict> verdicts;

  /** What the API says of a token. */
  private sealed interface Verdict {
    record Known(Me.Profile profile) implements Verdict {}

    record Unknown() implements Verdict {}

    record ForeignAccount() implements Verdict {}

    /** Nothing: it did not answer, or not as it should. Whoever waited for it shares that. */
    record Silence() implements Verdict {}
  }

  /**
   * @param key for the hashes; the same on every replica where cursors must open on all of them
   */
  public Identity(
      KobanaApi api, Challenges challenges, Settings.Auth settings, byte[] key, Ticker ticker) {
    this.api = api;
    this.challenges = challenges;
    this.principals = new Principals(key);
    this.me = new Me(settings);
    this.verdicts =
        Caffeine.newBuilder()
            .maximumSize(settings.cacheSize())
            .ticker(ticker)
            .executor(Runnable::run)
            .expireAfter(new Lifetime(settings.cache(), settings.negativeCache()))
            .buildAsync();
  }

  /** Whether this request needs a call to the API before it can be answered. */
  public enum Standing {
    /** No bearer token at all. */
    NO_TOKEN,
    /** A token that has been verified and is still good. */
    VERIFIED,
    /** A token that is being asked about: another request has caused the call. */
    ASKING,
    /** A token that is not known yet, or is known to be bad. */
    UNVERIFIED
  }

  /** How much is known of the caller without asking anyone. */
  public Standing standing(List<String> authorization, Optional<String> accountUid) {
    if (!(BearerToken.of(authorization) instanceof BearerToken.Present token)) {
      return Standing.NO_TOKEN;
    }
    CompletableFuture<Verdict> verdict =
        verdicts.getIfPresent(principals.of(token.value(), accountUid.orElse("")));
    if (verdict == null) {
      return Standing.UNVERIFIED;
    }
    if (!verdict.isDone()) {
      return Standing.ASKING;
    }
    return verdict.join() instanceof Verdict.Known ? Standing.VERIFIED : Standing.UNVERIFIED;
  }

  /**
   * The caller of a request. Fails with a {@link Refusal}: 400 for a malformed header, 401 without
   * a good token, 403 for a sub-account that is not the caller's, 503 when the API is away.
   *
   * @param authorization the lines of the Authorization header
   * @param accountUid the value of {@code X-Account-Uid}
   */
  public CompletionStage<Caller> caller(List<String> authorization, Optional<String> accountUid) {
    BearerToken token = BearerToken.of(authorization);
    if (token instanceof BearerToken.Absent) {
      return CompletableFuture.failedFuture(challenges.tokenMissing());
    }
    if (!(token instanceof BearerToken.Present present)) {
      return CompletableFuture.failedFuture(challenges.malformed());
    }
    if (accountUid.isPresent() && !UID.matcher(accountUid.get()).matches()) {
      return CompletableFuture.failedFuture(challenges.accountUnknown());
    }
    String principal = principals.of(present.value(), accountUid.orElse(""));
    CompletableFuture<Verdict> verdict =
        verdicts.get(principal, (k, executor) -> ask(present, accountUid).toCompletableFuture());
    return verdict.isDone()
        ? decided(verdict.join(), principal, present)
        : verdict.thenCompose(known -> decided(known, principal, present));
  }

  /** Forgets what is known of a caller: the API refused its token. */
  public void forget(Caller caller) {
    verdicts.synchronous().invalidate(caller.principal());
  }

  private CompletionStage<Caller> decided(
      Verdict verdict, String principal, BearerToken.Present token) {
    if (verdict instanceof Verdict.Known known) {
      return CompletableFuture.completedFuture(
          known.profile().caller(principal, token.credential()));
    }
    if (verdict instanceof Verdict.Silence) {
      return CompletableFuture.failedFuture(challenges.identityUnavailable());
    }
    return CompletableFuture.failedFuture(
        verdict instanceof Verdict.Unknown
            ? challenges.tokenInvalid()
            : challenges.accountUnknown());
  }

  private CompletionStage<Verdict> ask(BearerToken.Present token, Optional<String> accountUid) {
    UpstreamRequest request =
        new UpstreamRequest(
            "GET",
            "/v2/me",
            List.of(),
            Optional.empty(),
            Optional.empty(),
            token.credential(),
            accountUid,
            false,
            "identity");
    // Never an exceptional end: the cache would write each to the log, on the event loop.
    return api.send(request)
        .thenApply(answer -> verdict(answer, accountUid))
        .exceptionally(failure -> new Verdict.Silence());
  }

  /** An answer that is neither a caller nor a refusal means that nothing is known. */
  private Verdict verdict(UpstreamResponse answer, Optional<String> accountUid) {
    return switch (answer.status()) {
      case 200 -> new Verdict.Known(me.read(answer.body(), accountUid));
      case 401 -> new Verdict.Unknown();
      case 403, 404 ->
          accountUid.isPresent() ? new Verdict.ForeignAccount() : new Verdict.Unknown();
      default -> new Verdict.Silence();
    };
  }

  private record Lifetime(Duration good, Duration bad) implements Expiry<String, Verdict> {
    @Override
    public long expireAfterCreate(String key, Verdict verdict, long now) {
      if (verdict instanceof Verdict.Silence) {
        return 0;
      }
      return (verdict instanceof Verdict.Known ? good : bad).toNanos();
    }

    @Override
    public long expireAfterUpdate(String key, Verdict verdict, long now, long left) {
      return expireAfterCreate(key, verdict, now);
    }

    @Override
    public long expireAfterRead(String key, Verdict verdict, long now, long left) {
      return left;
    }
  }
}
