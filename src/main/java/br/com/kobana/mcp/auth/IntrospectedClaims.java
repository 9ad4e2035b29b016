package br.com.kobana.mcp.auth;

import br.com.kobana.mcp.upstream.SideCalls;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Claims that the authorization server tells of a token (RFC 7662). */
final class IntrospectedClaims implements ClaimsSource {
  private static final Logger LOG = LoggerFactory.getLogger(IntrospectedClaims.class);
  private final OAuthClient client;
  private final Claims.Rules rules;
  private final InstantSource clock;

  IntrospectedClaims(OAuthClient client, Claims.Rules rules, InstantSource clock) {
    this.client = client;
    this.rules = rules;
    this.clock = clock;
  }

  @Override
  public CompletionStage<Optional<Claims>> claims(String token) {
    return client
        .post(Map.of("token", token, "token_type_hint", "access_token"))
        .thenApply(this::read);
  }

  /** Only a plain yes is one; a refusal of the gateway's own credentials says nothing. */
  private Optional<Claims> read(SideCalls.Answer answer) {
    if (answer.status() != 200 || !(OAuthClient.json(answer) instanceof ObjectNode json)) {
      LOG.error("introspection failed: status={}", answer.status());
      throw new IllegalStateException("introspection answered " + answer.status());
    }
    return json.path("active").isBoolean() && json.path("active").booleanValue()
        ? Claims.read(json, rules, clock.instant())
        : Optional.empty();
  }
}
