package br.com.kobana.mcp.auth;

import br.com.kobana.mcp.protocol.Refusal;
import br.com.kobana.mcp.settings.Settings;
import br.com.kobana.mcp.upstream.SideCalls;
import br.com.kobana.mcp.upstream.UpstreamFailure;
import br.com.kobana.mcp.upstream.UpstreamRequest;
import br.com.kobana.mcp.upstream.UpstreamResponse;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/**
 * An Identity with an API and an authorization server of its own, both in this process: what they
 * are sent is kept, what they answer is set by the test, and time stands still unless it is moved.
 */
final class TokenWorld {
  static final Instant START = Instant.parse("2026-12-01T12:00:00Z");
  static final String RESOURCE = "https://mcp.example.com/mcp";
  static final String ISSUER = "https://as.example.com/";
  static final String ACCOUNT = "01900000-0000-7000-8000-00000000000a";
  static final String OTHER_ACCOUNT = "01900000-0000-7000-8000-00000000000b";

  final List<UpstreamRequest> upstream = new ArrayList<>();
  final List<SideCalls.Request> side = new ArrayList<>();

  /** Which account the API says a credential opens. */
  final Map<String, String> accounts = new HashMap<>();

  /** The scopes that the API says a credential has, as JSON; all and write where none are set. */
  final Map<String, String> scopes = new HashMap<>();

  /** What the API answers to other paths than {@code /v2/me}. */
  final Map<String, UpstreamResponse> records = new HashMap<>();

  /** What the authorization server answers; a failure where it answers nothing. */
  Function<SideCalls.Request, Optional<SideCalls.Answer>> server = request -> Optional.empty();

  final Identity identity;
  private Instant now = START;

  /**
   * @param overrides settings over the defaults
   */
  TokenWorld(Map<String, String> overrides, Map<String, String> environment) {
    Map<String, String> settings = new LinkedHashMap<>();
    settings.put("kobana.api-url", "sandbox");
    settings.put("mcp.public-url", RESOURCE);
    settings.putAll(overrides);
    Challenges challenges =
        new Challenges(
            URI.create(RESOURCE), List.of("https://as.example.com"), List.of("login", "read"));
    this.identity =
        new Identities(
                (request, patience) -> api(request),
                this::side,
                Settings.with(settings).auth(),
                environment,
                () -> Duration.between(START, now).toNanos(),
                () -> now)
            .identity(challenges, new byte[32]);
  }

  Instant now() {
    return now;
  }

  void pass(Duration time) {
    now = now.plus(time);
  }

  CompletableFuture<Caller> asked(String token) {
    return identity
        .caller(identity.presented(List.of("Bearer " + token), Optional.empty()))
        .toCompletableFuture();
  }

  CompletableFuture<Caller> asked(String token, String subAccount) {
    return identity
        .caller(identity.presented(List.of("Bearer " + token), Optional.of(subAccount)))
        .toCompletableFuture();
  }

  Caller caller(String token) {
    return asked(token).join();
  }

  /** The refusal that this token gets. */
  Refusal refusal(String token) {
    return refusal(asked(token));
  }

  static Refusal refusal(CompletableFuture<Caller> asked) {
    try {
      throw new AssertionError("let through: " + asked.join());
    } catch (CompletionException e) {
      return (Refusal) e.getCause();
    }
  }

  /** The fields of a form that was posted. */
  static Map<String, String> form(SideCalls.Request request) {
    Map<String, String> form = new LinkedHashMap<>();
    String text = new String(request.body().orElseThrow(), StandardCharsets.UTF_8);
    for (String pair : text.split("&")) {
      String[] parts = pair.split("=", 2);
      form.put(
          URLDecoder.decode(parts[0], StandardCharsets.UTF_8),
          URLDecoder.decode(parts[1], StandardCharsets.UTF_8));
    }
    return form;
  }

  static Optional<SideCalls.Answer> json(int status, String json) {
    return Optional.of(new SideCalls.Answer(status, json.getBytes(StandardCharsets.UTF_8)));
  }

  private CompletionStage<SideCalls.Answer> side(SideCalls.Request request) {
    side.add(request);
    return server
        .apply(request)
        .map(CompletableFuture::completedFuture)
        .orElseGet(
            () ->
                CompletableFuture.failedFuture(
                    new UpstreamFailure(UpstreamFailure.Reason.CONNECT, false)));
  }

  private CompletionStage<UpstreamResponse> api(UpstreamRequest request) {
    upstream.add(request);
    String credential = request.credential().authorization().substring("Bearer ".length());
    UpstreamResponse record = records.get(request.path());
    if (record != null) {
      return CompletableFuture.completedFuture(record);
    }
    String account = accounts.get(credential);
    return CompletableFuture.completedFuture(
        account == null
            ? response(401, "{}")
            : response(
                200,
                """
                {"data":{"account":{"uid":"%s","rate_limits":{"rate_limits_mcp_read_hour":77}},
                "user":null,"access_token":{"scopes":%s}}}"""
                    .formatted(account, scopes.getOrDefault(credential, "[\"all\",\"write\"]"))));
  }

  static UpstreamResponse response(int status, String json) {
    return new UpstreamResponse(status, Map.of(), json.getBytes(StandardCharsets.UTF_8));
  }
}
