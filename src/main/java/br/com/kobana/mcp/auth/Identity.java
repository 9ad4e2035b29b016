package br.com.kobana.mcp.auth;

import br.com.kobana.mcp.protocol.Refusal;
import br.com.kobana.mcp.settings.Settings;
import com.github.benmanes.caffeine.cache.AsyncCache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Expiry;
import com.github.benmanes.caffeine.cache.Ticker;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Turns a bearer token into a {@link Caller}. What is found out is kept by a keyed hash of the
 * token, and of token and sub-account: a yes for minutes, a no for seconds, and neither past the
 * token's own end. Concurrent requests with one token make one verification. Where nothing can be
 * known there is neither a yes nor a no, and nothing is kept. Thread-safe.
 */
public final class Identity {
  private static final Pattern UID =
      Pattern.compile("[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}");
  private final TokenVerifier verifier;
  private final SubAccounts subAccounts;
  private final Challenges challenges;
  private final Principals principals;
  private final InstantSource clock;
  private final Duration good;
  private final Duration bad;
  private final AsyncCache<String, Verdict> verdicts;
  private final AsyncCache<String, Reached> reaches;

  /**
   * What is kept of a sub-account.
   *
   * @param owner the keyed hash of the token alone
   */
  private record Reached(String owner, Reach reach) {}

  /**
   * @param key for the hashes; the same on every replica where cursors must open on all of them
   */
  Identity(
      TokenVerifier verifier,
      SubAccounts subAccounts,
      Challenges challenges,
      Settings.Auth settings,
      byte[] key,
      Ticker ticker,
      InstantSource clock) {
    this.verifier = verifier;
    this.subAccounts = subAccounts;
    this.challenges = challenges;
    this.principals = new Principals(key);
    this.clock = clock;
    this.good = settings.cache();
    this.bad = settings.negativeCache();
    this.verdicts = cache(settings, ticker, this::lifetime);
    this.reaches = cache(settings, ticker, reached -> lifetime(reached.reach()));
  }

  /** How much is known of a request's caller without asking anyone. */
  public enum Standing {
    /** No bearer token at all. */
    NO_TOKEN,
    /** A token that has been verified and is still good. */
    VERIFIED,
    /** A token that is being verified, or is known to be bad: nobody needs to be asked. */
    SETTLED,
    /** A token, or a sub-account for it, that has to be verified. */
    UNKNOWN
  }

  static boolean isUid(String text) {
    return UID.matcher(text).matches();
  }

  /** What a request says of its caller, hashed once for all that is asked of it. */
  public static final class Presented {
    private final BearerToken token;
    private final String principal;
    private final Optional<String> accountUid;

    private Presented(BearerToken token, String principal, Optional<String> accountUid) {
      this.token = token;
      this.principal = principal;
      this.accountUid = accountUid;
    }
  }

  /**
   * Reads what a request says of its caller.
   *
   * @param authorization the lines of the Authorization header
   * @param accountUid the value of {@code X-Account-Uid}
   */
  public Presented presented(List<String> authorization, Optional<String> accountUid) {
    BearerToken token = BearerToken.of(authorization);
    String principal =
        token instanceof BearerToken.Present present ? principals.of(present.value(), "") : "";
    return new Presented(token, principal, accountUid);
  }

  /** How much is known of the caller without asking anyone. */
  public Standing standing(Presented presented) {
    if (!(presented.token instanceof BearerToken.Present token)) {
      return Standing.NO_TOKEN;
    }
    Optional<String> accountUid = presented.accountUid;
    CompletableFuture<Verdict> known = verdicts.getIfPresent(presented.principal);
    if (known == null) {
      return Standing.UNKNOWN;
    }
    if (!(settled(known) instanceof Verdict.Good own)) {
      return Standing.SETTLED;
    }
    if (accountUid.isEmpty() || accountUid.get().equals(own.holder().accountUid())) {
      return Standing.VERIFIED;
    }
    CompletableFuture<Reached> reached =
        reaches.getIfPresent(principals.of(token.value(), accountUid.get()));
    if (reached == null) {
      return isUid(accountUid.get()) ? Standing.UNKNOWN : Standing.SETTLED;
    }
    Reached sub = settled(reached);
    return sub != null && sub.reach() instanceof Reach.Open ? Standing.VERIFIED : Standing.SETTLED;
  }

  /**
   * The caller of a request. Fails with a {@link Refusal}: 400 for a malformed header, 401 without
   * a good token, 403 for a sub-account that is not the caller's, 503 when nothing can be known.
   */
  public CompletionStage<Caller> caller(Presented presented) {
    BearerToken token = presented.token;
    Optional<String> accountUid = presented.accountUid;
    if (token instanceof BearerToken.Absent) {
      return CompletableFuture.failedFuture(challenges.tokenMissing());
    }
    if (!(token instanceof BearerToken.Present present)) {
      return CompletableFuture.failedFuture(challenges.malformed());
    }
    if (accountUid.isPresent() && !isUid(accountUid.get())) {
      return CompletableFuture.failedFuture(challenges.accountUnknown());
    }
    String principal = presented.principal;
    CompletableFuture<Verdict> verdict =
        verdicts.get(
            principal,
            (k, executor) ->
                begin(() -> verifier.verify(present, principal), new Verdict.Silence()));
    return known(verdict, v -> decided(v, principal, present, accountUid));
  }

  /** Forgets what is known of a caller: the API refused the credential. */
  public void forget(Caller caller) {
    CompletableFuture<Reached> reached = reaches.getIfPresent(caller.principal());
    Reached sub = reached == null ? null : settled(reached);
    reaches.synchronous().invalidate(caller.principal());
    forgetToken(sub == null ? caller.principal() : sub.owner());
  }

  /** Reads credentials from files again, and forgets everything that was found out with them. */
  public void reload() {
    verifier.reload();
    verdicts.synchronous().invalidateAll();
    reaches.synchronous().invalidateAll();
  }

  /** Tokens and sub-accounts of which something is kept. */
  public long size() {
    return verdicts.synchronous().estimatedSize() + reaches.synchronous().estimatedSize();
  }

  private void forgetToken(String principal) {
    verdicts.synchronous().invalidate(principal);
    verifier.forget(principal);
  }

  private CompletionStage<Caller> decided(
      Verdict verdict, String principal, BearerToken.Present token, Optional<String> accountUid) {
    if (verdict instanceof Verdict.Silence) {
      return CompletableFuture.failedFuture(challenges.identityUnavailable());
    }
    if (verdict instanceof Verdict.NotServed) {
      return CompletableFuture.failedFuture(challenges.notServed());
    }
    if (!(verdict instanceof Verdict.Good known) || isOver(known.holder().expiresAt())) {
      return CompletableFuture.failedFuture(challenges.tokenInvalid());
    }
    Holder holder = known.holder();
    if (accountUid.isEmpty() || accountUid.get().equals(holder.accountUid())) {
      return CompletableFuture.completedFuture(holder.caller(principal, token));
    }
    String uid = accountUid.get();
    String reaching = principals.of(token.value(), uid);
    CompletableFuture<Reached> reached =
        reaches.get(
            reaching,
            (k, executor) ->
                begin(() -> subAccounts.reach(holder.credential(token), uid), new Reach.Silence())
                    .thenApply(reach -> new Reached(principal, reach)));
    return known(reached, r -> onSubAccount(r, reaching, holder, token, uid));
  }

  /** The parent is compared each time: what is kept of a sub-account is no right to it. */
  private CompletionStage<Caller> onSubAccount(
      Reached reached, String principal, Holder holder, BearerToken.Present token, String uid) {
    if (reached.reach() instanceof Reach.Silence) {
      return CompletableFuture.failedFuture(challenges.identityUnavailable());
    }
    if (reached.reach() instanceof Reach.TokenRefused) {
      forgetToken(reached.owner());
      return CompletableFuture.failedFuture(challenges.tokenInvalid());
    }
    if (reached.reach() instanceof Reach.Open open
        && open.parentUid().equals(holder.accountUid())) {
      return CompletableFuture.completedFuture(
          holder.caller(principal, reached.owner(), token, uid, open));
    }
    return CompletableFuture.failedFuture(challenges.accountUnknown());
  }

  /** Goes on with what is known, at once where it is at hand. */
  private static <T> CompletionStage<Caller> known(
      CompletableFuture<T> asked, Function<T, CompletionStage<Caller>> then) {
    T settled = settled(asked);
    return settled != null ? then.apply(settled) : asked.thenCompose(then);
  }

  private static <T> @Nullable T settled(CompletableFuture<T> asked) {
    return asked.isDone() && !asked.isCompletedExceptionally() ? asked.join() : null;
  }

  /** Never ends exceptionally: the cache would write each such end to the log, on the loop. */
  private static <T> CompletableFuture<T> begin(Supplier<CompletionStage<T>> asking, T silence) {
    try {
      return asking.get().toCompletableFuture().exceptionally(failure -> silence);
    } catch (RuntimeException e) {
      return CompletableFuture.completedFuture(silence);
    }
  }

  private boolean isOver(Optional<Instant> end) {
    return end.filter(e -> !clock.instant().isBefore(e)).isPresent();
  }

  private Duration lifetime(Verdict verdict) {
    if (verdict instanceof Verdict.Silence) {
      return Duration.ZERO;
    }
    return verdict instanceof Verdict.Good known
        ? shorter(shorter(good, known.holder().expiresAt()), known.holder().keepUntil())
        : bad;
  }

  private Duration lifetime(Reach reach) {
    if (reach instanceof Reach.Silence) {
      return Duration.ZERO;
    }
    return reach instanceof Reach.Open open ? shorter(good, open.keepUntil()) : bad;
  }

  private Duration shorter(Duration most, Optional<Instant> end) {
    if (end.isEmpty()) {
      return most;
    }
    Duration left = Duration.between(clock.instant(), end.get());
    if (left.isNegative()) {
      return Duration.ZERO;
    }
    return left.compareTo(most) < 0 ? left : most;
  }

  private static <V> AsyncCache<String, V> cache(
      Settings.Auth settings, Ticker ticker, Function<V, Duration> lifetime) {
    return Caffeine.newBuilder()
        .maximumSize(settings.cacheSize())
        .ticker(ticker)
        .executor(Runnable::run)
        .expireAfter(Expiry.<String, V>creating((key, value) -> lifetime.apply(value)))
        .buildAsync();
  }
}
