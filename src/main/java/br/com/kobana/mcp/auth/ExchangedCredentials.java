package br.com.kobana.mcp.auth;

import br.com.kobana.mcp.settings.TokenSettings;
import br.com.kobana.mcp.upstream.Credential;
import br.com.kobana.mcp.upstream.SideCalls;
import com.fasterxml.jackson.databind.JsonNode;
import com.github.benmanes.caffeine.cache.AsyncCache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Expiry;
import com.github.benmanes.caffeine.cache.Ticker;
import java.time.Duration;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Credentials that an authorization server gives in exchange for the caller's token (RFC 8693), one
 * exchange at a time for each token, kept until shortly before they end. A refusal is not kept
 * here: the verdict on the token is.
 */
final class ExchangedCredentials implements UpstreamCredentials {
  private static final Logger LOG = LoggerFactory.getLogger(ExchangedCredentials.class);
  private static final String TOKEN_TYPE = "urn:ietf:params:oauth:token-type:access_token";
  private static final Set<String> TOKEN_ERRORS =
      Set.of(
          "invalid_grant", "invalid_request", "invalid_token", "invalid_target", "invalid_scope");

  /** For a server that does not say how long its token lasts. */
  private static final Duration UNTOLD = Duration.ofMinutes(1);

  private static final Duration MARGIN = Duration.ofSeconds(10);
  private final OAuthClient client;
  private final TokenSettings.Exchange settings;
  private final InstantSource clock;
  private final AsyncCache<String, Outcome> exchanged;

  ExchangedCredentials(
      SideCalls calls,
      TokenSettings.Exchange settings,
      int cacheSize,
      InstantSource clock,
      Ticker ticker) {
    this.client = new OAuthClient(calls, settings.url(), settings.client());
    this.settings = settings;
    this.clock = clock;
    this.exchanged =
        Caffeine.newBuilder()
            .maximumSize(cacheSize)
            .ticker(ticker)
            .executor(Runnable::run)
            .expireAfter(Expiry.<String, Outcome>creating((key, outcome) -> lifetime(outcome)))
            .buildAsync();
  }

  @Override
  public CompletionStage<Outcome> of(BearerToken.Present token, String principal, Claims claims) {
    return exchanged.get(
        principal, (key, executor) -> exchange(token.value()).toCompletableFuture());
  }

  @Override
  public void forget(String principal) {
    exchanged.synchronous().invalidate(principal);
  }

  private Duration lifetime(Outcome outcome) {
    if (!(outcome instanceof Outcome.Other other) || other.until().isEmpty()) {
      return Duration.ZERO;
    }
    Duration left = Duration.between(clock.instant(), other.until().get());
    return left.isNegative() ? Duration.ZERO : left;
  }

  private CompletionStage<Outcome> exchange(String token) {
    Map<String, String> form = new LinkedHashMap<>();
    form.put("grant_type", "urn:ietf:params:oauth:grant-type:token-exchange");
    form.put("subject_token", token);
    form.put("subject_token_type", TOKEN_TYPE);
    form.put("requested_token_type", TOKEN_TYPE);
    settings.audience().ifPresent(audience -> form.put("audience", audience));
    if (!settings.scopes().isEmpty()) {
      form.put("scope", String.join(" ", settings.scopes()));
    }
    return client
        .post(form)
        .thenApply(answer -> outcome(answer, token))
        .exceptionally(failure -> new Outcome.Silence());
  }

  private Outcome outcome(SideCalls.Answer answer, String token) {
    JsonNode json = OAuthClient.json(answer);
    if (answer.status() == 400 && TOKEN_ERRORS.contains(json.path("error").asText(""))) {
      return new Outcome.TokenRefused();
    }
    String given = json.path("access_token").asText("");
    if (answer.status() != 200
        || !json.path("token_type").asText("").equalsIgnoreCase("bearer")
        || !BearerToken.isToken68(given)
        || given.equals(token)) {
      LOG.error("token exchange failed: status={}", answer.status());
      return new Outcome.Silence();
    }
    JsonNode seconds = json.path("expires_in");
    Duration lasts =
        seconds.canConvertToLong() && seconds.longValue() >= 0
            ? Duration.ofSeconds(Math.min(seconds.longValue(), Duration.ofDays(1).toSeconds()))
            : UNTOLD;
    Duration margin = MARGIN.compareTo(lasts.dividedBy(2)) < 0 ? MARGIN : lasts.dividedBy(2);
    return new Outcome.Other(
        new Credential(given), Optional.of(clock.instant().plus(lasts).minus(margin)));
  }
}
