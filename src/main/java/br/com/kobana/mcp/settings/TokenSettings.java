package br.com.kobana.mcp.settings;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * How a caller's token is verified, which credential calls to the API carry for it, and how a
 * sub-account is acted on. The keys and their meanings stand in application.properties.
 *
 * @param requiredPurpose in the mode {@code kobana}, what {@code /v2/me} must say the token is for
 * @param timeout of a call to an authorization server
 * @param audience what a JWT or an introspection must name: the canonical URL of this resource
 */
public record TokenSettings(
    Mode mode,
    Optional<String> requiredPurpose,
    Duration timeout,
    String audience,
    Claims claims,
    Optional<Jwt> jwt,
    Optional<Introspection> introspection,
    UpstreamCredential upstreamCredential,
    Optional<Exchange> exchange,
    Optional<Mapped> mapped,
    SubAccountMode subAccounts,
    Optional<URI> serverMetadata) {

  /** Who says what a token is worth. */
  public enum Mode {
    /** The Kobana API, through {@code GET /v2/me}. */
    KOBANA,
    /** The signature of a JSON Web Token. */
    JWT,
    /** The introspection endpoint of the authorization server (RFC 7662). */
    INTROSPECTION
  }

  /** Which credential calls to the API carry. */
  public enum UpstreamCredential {
    /** The caller's own token: for tokens that Kobana issued for this resource. */
    SAME_TOKEN,
    /** One that the authorization server gives in exchange (RFC 8693). */
    EXCHANGE,
    /** One that the operator holds for the caller. */
    MAPPED
  }

  /** How a sub-account is acted on. */
  public enum SubAccountMode {
    /** With the caller's credential and {@code X-Account-Uid}. */
    FORWARD,
    /** With the sub-account's own token, fetched with the caller's right. */
    TOKEN
  }

  /** Names of claims. */
  public record Claims(String account, String parent, String permissions) {}

  /**
   * @param algorithms names of RFC 7518 that are accepted, and no other
   * @param secret the key of the HMAC algorithms, where one of them is accepted
   * @param skew how far in the future a token may begin; its end has no such grace
   * @param keysCache how long fetched keys are good
   * @param keysRefetch the least time between two fetches, whatever key ids are asked for
   */
  public record Jwt(
      String issuer,
      Optional<URI> jwksUrl,
      List<String> algorithms,
      Optional<Secret> secret,
      Duration skew,
      Duration keysCache,
      Duration keysRefetch) {}

  /**
   * @param requireAudience whether an answer without {@code aud} is refused
   */
  public record Introspection(URI url, Client client, boolean requireAudience) {}

  /** What the gateway is to an authorization server. */
  public record Client(String id, Secret secret) {}

  /**
   * @param audience whom the new token is for, where the server wants to be told
   * @param scopes asked for; empty for what the server gives
   */
  public record Exchange(URI url, Client client, Optional<String> audience, List<String> scopes) {}

  /**
   * @param claim the claim whose value names the secret
   * @param file properties or JSON, of value to secret
   * @param environmentPrefix of the variables that hold secrets
   */
  public record Mapped(
      String claim, Optional<java.nio.file.Path> file, Optional<String> environmentPrefix) {}
}
