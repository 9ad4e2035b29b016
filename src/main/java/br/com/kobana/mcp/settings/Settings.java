package br.com.kobana.mcp.settings;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Every setting, checked. The keys, defaults and meanings stand in application.properties. */
public record Settings(
    Door door,
    Load load,
    Api api,
    Auth auth,
    Limits limits,
    Redis redis,
    Safety safety,
    Audit audit,
    LogFormat logFormat,
    Optional<URI> traces,
    FileSettings files,
    ManagementSettings management) {

  /** The public side. */
  public record Door(
      String host,
      int port,
      URI publicUrl,
      List<String> allowedOrigins,
      List<String> allowedHosts,
      List<String> trustedProxies,
      ForwardedHeader forwardedHeader,
      Optional<Tls> tls,
      Duration idleTimeout,
      int maxHeaderBytes) {}

  /** The header in which trusted proxies name the address they were called from. */
  public enum ForwardedHeader {
    X_FORWARDED_FOR,
    FORWARDED
  }

  /** PEM files: the certificate with its chain, and its key. */
  public record Tls(Path certificate, Path key) {}

  /**
   * Threads and bounds.
   *
   * @param stopDelay between saying that it is not ready any more and taking no more requests
   * @param drain how long what is in flight may take to end after that
   */
  public record Load(
      Threading threading,
      int workers,
      int maxInFlight,
      Duration requestTimeout,
      Duration stopDelay,
      Duration drain) {}

  /** Where the pipeline runs. */
  public enum Threading {
    LOOP,
    WORKER
  }

  /** The Kobana API; {@code url} is empty for the embedded sandbox. */
  public record Api(
      Optional<URI> url,
      int sandboxPort,
      Transport transport,
      Duration connectTimeout,
      Duration responseTimeout,
      int poolSize,
      int maxAnswerBytes,
      ResilienceSettings resilience) {}

  /** What carries upstream calls. */
  public enum Transport {
    KOBANA,
    CAMEL_HTTP
  }

  /** Identity and what the metadata document says. */
  public record Auth(
      Duration cache,
      Duration negativeCache,
      int cacheSize,
      String readLimitKey,
      String writeLimitKey,
      List<String> authorizationServers,
      List<String> scopes,
      List<byte[]> stateKeys,
      TokenSettings tokens) {}

  /** Limits of accounts that have none of their own, and of addresses. */
  public record Limits(
      int readsPerHour, int writesPerHour, int addressPerMinute, int verificationsPerSecond) {}

  /**
   * The store that replicas share; no addresses means that there is none.
   *
   * @param addresses {@code redis://} or {@code rediss://} URLs, which may hold a password
   * @param master the name of the master that the sentinels watch
   * @param certificates PEM file of the authorities to trust; the JVM's own where empty
   * @param timeout how long an answer is waited for
   * @param keys by bucket name, what counts are kept under
   */
  public record Redis(
      List<String> addresses,
      RedisMode mode,
      String master,
      Optional<Path> certificates,
      Duration timeout,
      KeyTemplates keys) {
    public boolean isUsed() {
      return !addresses.isEmpty();
    }

    /** Without the addresses, which may hold a password. */
    @Override
    public String toString() {
      return mode + " with " + addresses.size() + " addresses";
    }
  }

  /** How Redis is set up. */
  public enum RedisMode {
    SINGLE,
    SENTINEL,
    CLUSTER
  }

  /**
   * Keys of counts, with {@code ${account}}, {@code ${bucket}} and {@code ${window}}.
   *
   * @param write of the bucket of writes, which may be the API's own
   */
  public record KeyTemplates(String general, String write) {}

  /**
   * How writes are kept from happening unseen.
   *
   * @param simulate whether no tool ever sends anything
   * @param guards on what may be spent
   */
  public record Safety(ConfirmMode confirm, boolean simulate, GuardSettings guards) {}

  /** When a person is asked before a destructive tool runs (design decision 15). */
  public enum ConfirmMode {
    /** Where the client can ask; elsewhere the tool runs. */
    WHEN_SUPPORTED,
    /** Always; a client that cannot ask cannot run the tool. */
    ALWAYS,
    /** Never; hosts ask by themselves or nobody does. */
    NEVER
  }

  /**
   * The audit trail; no key means that there is none.
   *
   * @param keys the first seals, all verify
   * @param rotateBytes after how many bytes a file is sealed
   * @param rotateAfter after which time a file is sealed that holds anything
   * @param buffer records that may wait for the sink
   */
  public record Audit(
      List<byte[]> keys,
      Path directory,
      long rotateBytes,
      Duration rotateAfter,
      int buffer,
      OnFull onFull) {
    public boolean isOn() {
      return !keys.isEmpty();
    }

    /** Without the keys. */
    @Override
    public String toString() {
      return isOn() ? "on, in " + directory : "off";
    }
  }

  /** What happens to calls whose record finds no room. */
  public enum OnFull {
    /** They are refused before anything is sent. */
    BLOCK,
    /** They go on, and the trail says how many records are missing. */
    DROP_AND_COUNT
  }

  /** How lines of the log look. */
  public enum LogFormat {
    /** For a terminal. */
    PLAIN,
    /** One JSON object a line. */
    JSON
  }

  /**
   * Directories that replace packaged files.
   *
   * @param reload whether they are taken again when they change
   * @param lookEvery how often files are looked at that are read again when they change
   */
  public record FileSettings(
      Optional<Path> routes,
      Optional<Path> catalog,
      Optional<Path> prompts,
      boolean reload,
      int toolsPageSize,
      Duration lookEvery) {}

  /** Reads packaged defaults, working directory, environment and system properties. */
  public static Settings fromEnvironment() {
    try {
      return of(Source.read(Path.of(""), System.getenv()));
    } catch (IOException | IllegalArgumentException e) {
      throw new WrongSetting("application.properties", e.toString(), "a readable file");
    }
  }

  /** The packaged defaults with these values over them. */
  public static Settings with(Map<String, String> overrides) {
    try {
      Map<String, String> values = new TreeMap<>(Source.packaged());
      values.putAll(overrides);
      return of(values);
    } catch (IOException e) {
      throw new WrongSetting("application.properties", e.toString(), "a readable file");
    }
  }

  private static Settings of(Map<String, String> raw) {
    Values v = new Values(raw);
    Door door = door(v);
    Auth auth = auth(v, door.publicUrl());
    Redis redis = redis(v);
    return new Settings(
        door,
        load(v),
        api(v),
        auth,
        limits(v),
        redis,
        safety(v, redis, auth.stateKeys()),
        audit(v),
        v.choice("mcp.log.format", LogFormat.class),
        v.optional("otel.exporter.otlp.endpoint").map(u -> v.url("otel.exporter.otlp.endpoint", u)),
        files(v),
        ManagementSettings.of(v));
  }

  private static Door door(Values v) {
    int port = v.number("mcp.port", 0, 65535);
    Optional<Tls> tls = tls(v);
    String scheme = tls.isPresent() ? "https" : "http";
    URI publicUrl =
        v.url(
            "mcp.public-url",
            v.optional("mcp.public-url").orElse(scheme + "://localhost:" + port + "/mcp"));
    List<String> origins = new ArrayList<>(v.list("mcp.allowed-origins"));
    for (String origin : origins) {
      URI uri = v.url("mcp.allowed-origins", origin);
      if (!uri.getRawPath().isEmpty()) {
        throw new WrongSetting("mcp.allowed-origins", origin, "scheme://host[:port], no path");
      }
    }
    if (origins.isEmpty()) {
      for (String host : List.of("localhost", "127.0.0.1", "[::1]")) {
        origins.add(scheme + "://" + host + ":" + port);
      }
    }
    List<String> hosts = new ArrayList<>(v.list("mcp.allowed-hosts"));
    if (hosts.isEmpty()) {
      hosts.addAll(List.of(publicUrl.getHost(), "localhost", "127.0.0.1", "[::1]"));
    }
    return new Door(
        v.text("mcp.host"),
        port,
        publicUrl,
        List.copyOf(origins),
        List.copyOf(hosts),
        v.list("mcp.trusted-proxies"),
        v.choice("mcp.forwarded-header", ForwardedHeader.class),
        tls,
        Duration.ofSeconds(v.number("mcp.idle-timeout-s", 1, 3600)),
        v.number("mcp.max-header-bytes", 4096, 1 << 20));
  }

  private static Optional<Tls> tls(Values v) {
    Optional<Path> certificate = v.file("mcp.tls.certificate");
    Optional<Path> key = v.file("mcp.tls.key");
    if (certificate.isPresent() != key.isPresent()) {
      throw new WrongSetting("mcp.tls.key", v.text("mcp.tls.key"), "both files, or neither");
    }
    return certificate.flatMap(c -> key.map(k -> new Tls(c, k)));
  }

  private static Load load(Values v) {
    return new Load(
        v.choice("mcp.threading", Threading.class),
        v.number("mcp.workers", 1, 10_000),
        v.number("mcp.max-in-flight", 1, 1_000_000),
        Duration.ofMillis(v.number("mcp.request-timeout-ms", 100, 600_000)),
        Duration.ofSeconds(v.number("mcp.stop.delay-s", 0, 300)),
        Duration.ofSeconds(v.number("mcp.stop.drain-s", 1, 300)));
  }

  private static Api api(Values v) {
    String url = v.text("kobana.api-url");
    if (url.isEmpty()) {
      throw new WrongSetting(
          "kobana.api-url",
          url,
          "sandbox, https://api-sandbox.kobana.com.br or https://api.kobana.com.br");
    }
    int pool = v.number("kobana.pool-size", 1, 100_000);
    Duration responseTimeout =
        Duration.ofMillis(v.number("kobana.response-timeout-ms", 1, 120_000));
    return new Api(
        url.equals("sandbox") ? Optional.empty() : Optional.of(v.url("kobana.api-url", url)),
        v.number("mcp.sandbox.port", 0, 65535),
        v.choice("kobana.transport", Transport.class),
        Duration.ofMillis(v.number("kobana.connect-timeout-ms", 1, 60_000)),
        responseTimeout,
        pool,
        v.number("kobana.max-answer-bytes", 1024, 1 << 30),
        new ResilienceKeys(v, responseTimeout, pool).read());
  }

  private static Auth auth(Values v, URI publicUrl) {
    List<String> servers = v.list("mcp.auth.authorization-servers");
    if (servers.isEmpty()) {
      throw new WrongSetting("mcp.auth.authorization-servers", "", "at least one https URL");
    }
    servers.forEach(s -> v.issuer("mcp.auth.authorization-servers", s));
    List<String> scopes = v.list("mcp.auth.scopes");
    if (scopes.contains("offline_access")) {
      throw new WrongSetting(
          "mcp.auth.scopes", "offline_access", "scopes of this resource: that one is the client's");
    }
    return new Auth(
        Duration.ofSeconds(v.number("mcp.auth.cache-s", 1, 3600)),
        Duration.ofSeconds(v.number("mcp.auth.negative-cache-s", 0, 3600)),
        v.number("mcp.auth.cache-size", 1, 10_000_000),
        v.text("mcp.auth.limit-keys.read"),
        v.text("mcp.auth.limit-keys.write"),
        servers,
        scopes,
        v.keys("mcp.state-keys"),
        new TokenKeys(v).read(publicUrl));
  }

  private static Limits limits(Values v) {
    return new Limits(
        v.number("mcp.rate-limit.reads-per-hour", 0, Integer.MAX_VALUE),
        v.number("mcp.rate-limit.writes-per-hour", 0, Integer.MAX_VALUE),
        v.number("mcp.rate-limit.address-per-minute", 0, Integer.MAX_VALUE),
        v.number("mcp.rate-limit.verifications-per-second", 1, 1_000_000));
  }

  private static Redis redis(Values v) {
    List<String> addresses = v.redisAddresses("redis.url");
    RedisMode mode = v.choice("redis.mode", RedisMode.class);
    String master = v.text("redis.sentinel-master");
    if (mode == RedisMode.SENTINEL && master.isEmpty()) {
      throw new WrongSetting("redis.sentinel-master", "", "a name, with redis.mode=sentinel");
    }
    if (mode == RedisMode.SINGLE && addresses.size() > 1) {
      throw new WrongSetting("redis.url", "(hidden)", "one address with redis.mode=single");
    }
    Optional<Path> certificates = v.optional("redis.certificates").map(Path::of);
    certificates
        .filter(p -> !Files.isReadable(p))
        .ifPresent(
            p -> {
              throw new WrongSetting("redis.certificates", p.toString(), "a readable PEM file");
            });
    String general = v.template("mcp.rate-limit.key-template", "account", "bucket", "window");
    return new Redis(
        addresses,
        mode,
        master,
        certificates,
        Duration.ofMillis(v.number("redis.timeout-ms", 1, 10_000)),
        new KeyTemplates(
            general,
            v.optional("mcp.rate-limit.write-key-template").isPresent()
                ? v.template("mcp.rate-limit.write-key-template", "account", "window")
                : general));
  }

  private static Safety safety(Values v, Redis redis, List<byte[]> stateKeys) {
    return new Safety(
        v.choice("mcp.confirm.mode", ConfirmMode.class),
        v.flag("mcp.simulate"),
        new GuardKeys(v).read(redis, stateKeys));
  }

  private static Audit audit(Values v) {
    return new Audit(
        v.keys("mcp.audit.key"),
        Path.of(v.text("mcp.audit.directory")),
        v.number("mcp.audit.rotate-bytes", 1024, Integer.MAX_VALUE),
        Duration.ofHours(v.number("mcp.audit.rotate-h", 1, 8760)),
        v.number("mcp.audit.buffer-size", 1, 1_000_000),
        v.choice("mcp.audit.on-full", OnFull.class));
  }

  /**
   * The keys of the audit trail alone, for the command that verifies it.
   *
   * @throws WrongSetting for a key that is none
   */
  public static List<byte[]> auditKeys() {
    try {
      return new Values(Source.read(Path.of(""), System.getenv())).keys("mcp.audit.key");
    } catch (IOException | IllegalArgumentException e) {
      throw new WrongSetting("application.properties", e.toString(), "a readable file");
    }
  }

  private static FileSettings files(Values v) {
    Optional<Path> routes = directory(v, "mcp.routes.directory");
    Optional<Path> catalog = directory(v, "mcp.catalog.directory");
    Optional<Path> prompts = directory(v, "mcp.prompts.directory");
    boolean reload = v.flag("mcp.reload");
    if (reload && routes.isEmpty() && catalog.isEmpty() && prompts.isEmpty()) {
      throw new WrongSetting(
          "mcp.reload",
          "true",
          "only with mcp.routes.directory, mcp.catalog.directory or mcp.prompts.directory");
    }
    return new FileSettings(
        routes,
        catalog,
        prompts,
        reload,
        v.number("mcp.tools.page-size", 1, 10_000),
        Duration.ofSeconds(v.number("mcp.files.reload-s", 1, 3600)));
  }

  private static Optional<Path> directory(Values v, String key) {
    Optional<String> name = v.optional(key);
    try {
      Optional<Path> path = name.map(Path::of);
      if (path.isEmpty() || Files.isDirectory(path.get())) {
        return path;
      }
    } catch (InvalidPathException e) {
      // Said below, with what is allowed.
    }
    throw new WrongSetting(key, name.orElse(""), "an existing directory, or empty");
  }
}
