package br.com.kobana.mcp.auth;

import br.com.kobana.mcp.jsonrpc.Json;
import br.com.kobana.mcp.jsonrpc.MalformedJson;
import br.com.kobana.mcp.settings.TokenSettings;
import br.com.kobana.mcp.settings.WrongSetting;
import br.com.kobana.mcp.upstream.Credential;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Credentials that the operator holds, each named by the value of one claim. Names in a file are
 * compared exactly. Variables of the environment are looked up for uids only: two other values
 * could become one name there, and one caller get the other's credential.
 */
final class MappedCredentials implements UpstreamCredentials {
  private static final Logger LOG = LoggerFactory.getLogger(MappedCredentials.class);
  private final TokenSettings.Mapped settings;
  private final Map<String, String> environment;
  private volatile Map<String, Credential> file = Map.of();

  /**
   * @throws WrongSetting where the file cannot be read or a secret in it is no bearer token
   */
  MappedCredentials(TokenSettings.Mapped settings, Map<String, String> environment) {
    this.settings = settings;
    this.environment = Map.copyOf(environment);
    settings.file().ifPresent(path -> file = read(path));
  }

  @Override
  public CompletionStage<Outcome> of(BearerToken.Present token, String principal, Claims claims) {
    Outcome outcome =
        claims
            .key()
            .flatMap(this::credential)
            .<Outcome>map(c -> new Outcome.Other(c, Optional.empty()))
            .orElseGet(Outcome.None::new);
    return CompletableFuture.completedFuture(outcome);
  }

  /** A file that is wrong leaves what was read before. */
  @Override
  public void reload() {
    settings
        .file()
        .ifPresent(
            path -> {
              file = read(path);
              LOG.info("mapped credentials read: file={} count={}", path, file.size());
            });
  }

  private Optional<Credential> credential(String key) {
    Optional<Credential> filed = Optional.ofNullable(file.get(key));
    if (filed.isPresent() || !Identity.isUid(key)) {
      return filed;
    }
    return settings
        .environmentPrefix()
        .map(prefix -> prefix + key.toUpperCase(Locale.ROOT).replace('-', '_'))
        .map(environment::get)
        .filter(BearerToken::isToken68)
        .map(Credential::new);
  }

  private static Map<String, Credential> read(Path path) {
    Map<String, Credential> credentials = new HashMap<>();
    for (Map.Entry<String, String> entry : entries(path).entrySet()) {
      if (!BearerToken.isToken68(entry.getValue())) {
        throw wrong(path, "each value a bearer token, unlike that of " + entry.getKey());
      }
      credentials.put(entry.getKey(), new Credential(entry.getValue()));
    }
    return Map.copyOf(credentials);
  }

  private static Map<String, String> entries(Path path) {
    Map<String, String> entries = new HashMap<>();
    try {
      if (path.toString().endsWith(".json")) {
        Json.parse(Files.readAllBytes(path))
            .properties()
            .forEach(e -> entries.put(e.getKey(), e.getValue().asText("")));
        return entries;
      }
      Properties properties = new Properties();
      try (Reader in = Files.newBufferedReader(path)) {
        properties.load(in);
      }
      properties.forEach((key, value) -> entries.put((String) key, ((String) value).trim()));
      return entries;
    } catch (IOException | MalformedJson | IllegalArgumentException e) {
      throw wrong(path, "properties or a JSON object, of claim value to token");
    }
  }

  private static WrongSetting wrong(Path path, String allowed) {
    return new WrongSetting("mcp.upstream.mapped.file", path.toString(), allowed);
  }
}
