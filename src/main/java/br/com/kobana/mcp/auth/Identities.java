package br.com.kobana.mcp.auth;

import br.com.kobana.mcp.settings.Settings;
import br.com.kobana.mcp.settings.TokenSettings;
import br.com.kobana.mcp.upstream.KobanaApi;
import br.com.kobana.mcp.upstream.SideCalls;
import com.github.benmanes.caffeine.cache.Ticker;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** Puts an {@link Identity} together as the settings say. */
public final class Identities {
  private final KobanaApi api;
  private final SideCalls calls;
  private final Settings.Auth settings;
  private final Map<String, String> environment;
  private final InstantSource clock;
  private final Ticker ticker;

  /**
   * @param environment where mapped credentials may stand
   * @param ticker for how long something is kept
   * @param clock for when a token begins and ends
   */
  public Identities(
      KobanaApi api,
      SideCalls calls,
      Settings.Auth settings,
      Map<String, String> environment,
      Ticker ticker,
      InstantSource clock) {
    this.api = api;
    this.calls = calls;
    this.settings = settings;
    this.environment = environment;
    this.ticker = ticker;
    this.clock = clock;
  }

  /**
   * @param key for keyed hashes
   * @throws br.com.kobana.mcp.settings.WrongSetting where a file of mapped credentials is wrong
   */
  public Identity identity(Challenges challenges, byte[] key) {
    TokenSettings tokens = settings.tokens();
    Accounts accounts = new Accounts(api, settings);
    TokenVerifier verifier =
        switch (tokens.mode()) {
          case KOBANA -> new KobanaTokens(accounts, tokens.requiredPurpose());
          case JWT -> new ForeignTokens(jwt(tokens), credentials(tokens), accounts);
          case INTROSPECTION ->
              new ForeignTokens(introspection(tokens), credentials(tokens), accounts);
        };
    SubAccounts subAccounts =
        switch (tokens.subAccounts()) {
          case FORWARD -> new ForwardedSubAccounts(accounts);
          case TOKEN -> new SubAccountTokens(accounts);
        };
    return new Identity(verifier, subAccounts, challenges, settings, key, ticker, clock);
  }

  private ClaimsSource jwt(TokenSettings tokens) {
    TokenSettings.Jwt jwt = tokens.jwt().orElseThrow();
    SigningKeys keys =
        jwt.jwksUrl()
            .<SigningKeys>map(url -> new FetchedKeys(calls, url, jwt, clock))
            .orElseGet(JwtClaims::noKeys);
    return new JwtClaims(jwt, rules(tokens, true, true, jwt.skew()), keys, clock);
  }

  private ClaimsSource introspection(TokenSettings tokens) {
    TokenSettings.Introspection introspection = tokens.introspection().orElseThrow();
    return new IntrospectedClaims(
        new OAuthClient(calls, introspection.url(), introspection.client()),
        rules(tokens, introspection.requireAudience(), false, Duration.ZERO),
        clock);
  }

  private static Claims.Rules rules(
      TokenSettings tokens, boolean audienceRequired, boolean expiryRequired, Duration skew) {
    return new Claims.Rules(
        tokens.claims(),
        tokens.mapped().map(TokenSettings.Mapped::claim),
        tokens.audience(),
        audienceRequired,
        expiryRequired,
        skew);
  }

  private UpstreamCredentials credentials(TokenSettings tokens) {
    return switch (tokens.upstreamCredential()) {
      case SAME_TOKEN ->
          (token, principal, claims) ->
              CompletableFuture.completedFuture(new UpstreamCredentials.Outcome.SameToken());
      case EXCHANGE ->
          new ExchangedCredentials(
              calls, tokens.exchange().orElseThrow(), settings.cacheSize(), clock, ticker);
      case MAPPED -> new MappedCredentials(tokens.mapped().orElseThrow(), environment);
    };
  }
}
