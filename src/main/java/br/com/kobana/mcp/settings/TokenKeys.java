package br.com.kobana.mcp.settings;

import br.com.kobana.mcp.settings.TokenSettings.Client;
import br.com.kobana.mcp.settings.TokenSettings.Mode;
import br.com.kobana.mcp.settings.TokenSettings.UpstreamCredential;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Reads the keys of {@link TokenSettings} and refuses combinations that cannot be meant. */
final class TokenKeys {
  private static final Set<String> ASYMMETRIC =
      Set.of("RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512");
  private static final Set<String> HMAC = Set.of("HS256", "HS384", "HS512");
  private final Values v;

  TokenKeys(Values values) {
    this.v = values;
  }

  TokenSettings read(URI publicUrl) {
    Mode mode = v.choice("mcp.auth.mode", Mode.class);
    UpstreamCredential credential = v.choice("mcp.upstream.credential", UpstreamCredential.class);
    if (mode == Mode.KOBANA && credential != UpstreamCredential.SAME_TOKEN) {
      throw new WrongSetting(
          "mcp.upstream.credential",
          v.text("mcp.upstream.credential"),
          "same-token with mcp.auth.mode=kobana, which sends the token to the API to verify it");
    }
    return new TokenSettings(
        mode,
        v.optional("mcp.auth.required-purpose"),
        Duration.ofMillis(v.number("mcp.auth.timeout-ms", 1, 20_000)),
        v.optional("mcp.auth.audience").orElse(publicUrl.toString()),
        new TokenSettings.Claims(
            v.text("mcp.auth.claims.account"),
            v.text("mcp.auth.claims.parent"),
            v.text("mcp.auth.claims.permissions")),
        mode == Mode.JWT ? Optional.of(jwt()) : Optional.empty(),
        mode == Mode.INTROSPECTION ? Optional.of(introspection()) : Optional.empty(),
        credential,
        credential == UpstreamCredential.EXCHANGE ? Optional.of(exchange()) : Optional.empty(),
        credential == UpstreamCredential.MAPPED ? Optional.of(mapped()) : Optional.empty(),
        v.choice("mcp.sub-account.mode", TokenSettings.SubAccountMode.class),
        v.optional("mcp.auth.authorization-server-metadata")
            .map(url -> v.url("mcp.auth.authorization-server-metadata", url)));
  }

  private TokenSettings.Jwt jwt() {
    List<String> algorithms = v.list("mcp.auth.jwt.algorithms");
    boolean hmac = algorithms.stream().anyMatch(HMAC::contains);
    boolean asymmetric = algorithms.stream().anyMatch(ASYMMETRIC::contains);
    for (String algorithm : algorithms) {
      if (!ASYMMETRIC.contains(algorithm) && !HMAC.contains(algorithm)) {
        throw new WrongSetting("mcp.auth.jwt.algorithms", algorithm, "of " + ASYMMETRIC);
      }
    }
    if (algorithms.isEmpty()) {
      throw new WrongSetting("mcp.auth.jwt.algorithms", "", "at least one of " + ASYMMETRIC);
    }
    Optional<Secret> secret = v.optional("mcp.auth.jwt.secret").map(Secret::new);
    if (hmac) {
      requireSecret(algorithms);
    }
    return new TokenSettings.Jwt(
        required("mcp.auth.jwt.issuer"),
        asymmetric ? Optional.of(serverUrl("mcp.auth.jwt.jwks-url")) : Optional.empty(),
        algorithms,
        hmac ? secret : Optional.empty(),
        Duration.ofSeconds(v.number("mcp.auth.jwt.clock-skew-s", 0, 60)),
        Duration.ofSeconds(v.number("mcp.auth.jwt.jwks-cache-s", 1, 86_400)),
        Duration.ofSeconds(v.number("mcp.auth.jwt.jwks-refetch-s", 1, 3600)));
  }

  /** A key at least as long as the hash (RFC 7518 §3.2). */
  private void requireSecret(List<String> algorithms) {
    int least =
        algorithms.stream()
            .filter(HMAC::contains)
            .mapToInt(a -> Integer.parseInt(a.substring(2)) / 8)
            .max()
            .orElse(0);
    List<byte[]> keys = v.keys("mcp.auth.jwt.secret");
    if (keys.size() != 1 || keys.get(0).length < least) {
      throw new WrongSetting(
          "mcp.auth.jwt.secret", "(hidden)", "base64 of at least " + least + " bytes");
    }
  }

  private TokenSettings.Introspection introspection() {
    return new TokenSettings.Introspection(
        serverUrl("mcp.auth.introspection.url"),
        client("mcp.auth.introspection"),
        v.flag("mcp.auth.introspection.require-audience"));
  }

  private TokenSettings.Exchange exchange() {
    return new TokenSettings.Exchange(
        serverUrl("mcp.upstream.exchange.url"),
        client("mcp.upstream.exchange"),
        v.optional("mcp.upstream.exchange.audience"),
        v.list("mcp.upstream.exchange.scopes"));
  }

  private TokenSettings.Mapped mapped() {
    Optional<Path> file = v.optional("mcp.upstream.mapped.file").map(Path::of);
    file.filter(f -> !Files.isReadable(f))
        .ifPresent(
            f -> {
              throw new WrongSetting("mcp.upstream.mapped.file", f.toString(), "a readable file");
            });
    Optional<String> prefix = v.optional("mcp.upstream.mapped.environment");
    if (file.isEmpty() && prefix.isEmpty()) {
      throw new WrongSetting(
          "mcp.upstream.mapped.file", "", "a file, or a prefix in mcp.upstream.mapped.environment");
    }
    return new TokenSettings.Mapped(required("mcp.upstream.mapped.claim"), file, prefix);
  }

  private Client client(String prefix) {
    String id = required(prefix + ".client-id");
    String secret = v.text(prefix + ".client-secret");
    if (secret.isEmpty()) {
      throw new WrongSetting(prefix + ".client-secret", "", "the secret of the client");
    }
    return new Client(id, new Secret(secret));
  }

  private String required(String key) {
    return v.optional(key).orElseThrow(() -> new WrongSetting(key, "", "a value in this mode"));
  }

  /** A server that is told secrets or tells keys: over TLS, or on this machine. */
  private URI serverUrl(String key) {
    URI url = v.url(key, required(key));
    boolean local = Set.of("localhost", "127.0.0.1", "[::1]").contains(url.getHost());
    if (url.getScheme().equals("https") || local) {
      return url;
    }
    throw new WrongSetting(key, url.toString(), "an https URL, or http on the loopback interface");
  }
}
