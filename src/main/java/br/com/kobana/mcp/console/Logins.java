package br.com.kobana.mcp.console;

import br.com.kobana.mcp.settings.ManagementSettings.User;
import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Ticker;
import java.nio.charset.StandardCharsets;
import java.security.InvalidKeyException;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;
import java.util.stream.Collectors;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Who a Basic login is. What was verified is kept for minutes under a keyed hash, so that the many
 * requests of one page cost one verification. An address, and a name, may fail a few times; then
 * neither is verified for a while, not even with the right password. Thread-safe.
 */
final class Logins {
  /** Wrong passwords of one address, or for one name, before it has to wait. */
  static final int FAILURES = 5;

  /** How long it waits, from its first failure on. */
  static final Duration WAIT = Duration.ofMinutes(1);

  private static final Duration REMEMBERED = Duration.ofMinutes(5);
  private static final int MOST = 10_000;
  private static final int AT_ONCE = 2;

  /** What a login is. */
  sealed interface Answer {
    record Known(User user) implements Answer {}

    record Unknown() implements Answer {}

    /** Too many wrong passwords, or too many logins at once. */
    record Later(Duration until) implements Answer {}
  }

  private final Passwords passwords;
  private final Map<String, User> users;
  private final String nobodys;
  private final byte[] key = new byte[32];
  private final Cache<String, User> verified;
  private final Cache<String, AtomicInteger> failures;
  private final Semaphore underWay = new Semaphore(AT_ONCE);
  private final LongAdder accepted = new LongAdder();
  private final LongAdder refused = new LongAdder();

  Logins(List<User> users, Passwords passwords, SecureRandom random, Ticker ticker) {
    this.passwords = passwords;
    this.users = users.stream().collect(Collectors.toMap(User::name, Function.identity()));
    this.nobodys = users.isEmpty() ? "" : passwords.nobodys();
    random.nextBytes(key);
    this.verified =
        Caffeine.newBuilder()
            .ticker(ticker)
            .expireAfterWrite(REMEMBERED)
            .maximumSize(MOST)
            .executor(Runnable::run)
            .build();
    this.failures =
        Caffeine.newBuilder()
            .ticker(ticker)
            .expireAfterWrite(WAIT)
            .maximumSize(MOST)
            .executor(Runnable::run)
            .build();
  }

  /** Who this header is known to be without verifying anything. */
  Optional<User> known(String authorization) {
    return Optional.ofNullable(verified.getIfPresent(hash(authorization)));
  }

  /**
   * Who this header is. Takes a fraction of a second: never call it on an event loop.
   *
   * @param address where the request came from
   */
  Answer verify(String authorization, String address) {
    Optional<String[]> login = login(authorization);
    if (login.isEmpty()) {
      return new Answer.Unknown();
    }
    String name = login.get()[0];
    // A name that nobody has counts with the address only, or any name would fill the memory.
    List<String> counted =
        users.containsKey(name)
            ? List.of("from " + address, "as " + name)
            : List.of("from " + address);
    if (counted.stream().anyMatch(this::hasFailedOften)) {
      refused.increment();
      return new Answer.Later(WAIT);
    }
    if (!underWay.tryAcquire()) {
      return new Answer.Later(Duration.ofSeconds(1));
    }
    try {
      User user = users.get(name);
      String hash = user == null ? nobodys : user.hash().reveal();
      if (passwords.verify(hash, login.get()[1]) && user != null) {
        accepted.increment();
        verified.put(hash(authorization), user);
        return new Answer.Known(user);
      }
      refused.increment();
      counted.forEach(who -> failures.get(who, w -> new AtomicInteger()).incrementAndGet());
      return new Answer.Unknown();
    } finally {
      underWay.release();
    }
  }

  /** Logins verified since the start. */
  long accepted() {
    return accepted.sum();
  }

  /** Logins refused since the start. */
  long refused() {
    return refused.sum();
  }

  private boolean hasFailedOften(String who) {
    AtomicInteger failed = failures.getIfPresent(who);
    return failed != null && failed.get() >= FAILURES;
  }

  private static Optional<String[]> login(String authorization) {
    if (!authorization.regionMatches(true, 0, "Basic ", 0, 6)) {
      return Optional.empty();
    }
    try {
      byte[] bytes = Base64.getDecoder().decode(authorization.substring(6).trim());
      String[] parts = new String(bytes, StandardCharsets.UTF_8).split(":", 2);
      return parts.length == 2 ? Optional.of(parts) : Optional.empty();
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  private String hash(String authorization) {
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(key, "HmacSHA256"));
      return HexFormat.of().formatHex(mac.doFinal(authorization.getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException | InvalidKeyException e) {
      throw new IllegalStateException(e);
    }
  }
}
