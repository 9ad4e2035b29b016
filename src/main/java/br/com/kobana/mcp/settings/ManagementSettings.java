package br.com.kobana.mcp.settings;

import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The management port.
 *
 * @param open what is served there without a login even when it is bound beyond loopback
 * @param users of the console; none means that there is no console
 * @param tracing whether operators may look at messages, which hold what people send
 */
public record ManagementSettings(
    String host, int port, Set<Open> open, List<User> users, boolean tracing) {
  private static final Set<String> LOOPBACK =
      Set.of("localhost", "127.0.0.1", "::1", "[::1]", "0:0:0:0:0:0:0:1");
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9._@-]{1,64}");
  private static final Pattern HASH =
      Pattern.compile(
          "\\$pbkdf2-sha512\\$it=[1-9]\\d{5,6}\\$[A-Za-z0-9+/]{22,}\\$[A-Za-z0-9+/]{43,}");
  private static final String ALLOWED =
      "name:viewer:hash or name:operator:hash, comma list; bin/password makes a hash";

  /** What may be open beyond loopback. */
  public enum Open {
    /** Live, ready and what they are made of. */
    HEALTH,
    METRICS
  }

  /** What a user of the console may do. */
  public enum Role {
    /** Look. */
    VIEWER,
    /** Start and stop routes too. */
    OPERATOR
  }

  /** A user of the console with the hash of a password, as {@code bin/password} prints it. */
  public record User(String name, Role role, Secret hash) {}

  /** Whether only programs on the same machine reach the port. */
  public boolean isLoopback() {
    return LOOPBACK.contains(host);
  }

  /** Whether this is served without a login. */
  public boolean isOpen(Open what) {
    return isLoopback() || open.contains(what);
  }

  static ManagementSettings of(Values v) {
    return new ManagementSettings(
        v.text("mcp.management.host"),
        v.number("mcp.management.port", 0, 65535),
        open(v),
        users(v),
        v.flag("mcp.console.tracing"));
  }

  private static Set<Open> open(Values v) {
    Set<Open> open = EnumSet.noneOf(Open.class);
    for (String name : v.list("mcp.management.open")) {
      open.add(
          Stream.of(Open.values())
              .filter(o -> o.name().equalsIgnoreCase(name))
              .findFirst()
              .orElseThrow(
                  () ->
                      new WrongSetting("mcp.management.open", name, "health, metrics, or empty")));
    }
    return Set.copyOf(open);
  }

  private static List<User> users(Values v) {
    List<User> users = v.list("mcp.console.users").stream().map(ManagementSettings::user).toList();
    Set<String> names = new HashSet<>();
    for (User user : users) {
      if (!names.add(user.name())) {
        throw new WrongSetting("mcp.console.users", user.name(), "each name once");
      }
    }
    return users;
  }

  /** What is wrong may be a password: it is never repeated. */
  private static User user(String text) {
    String[] parts = text.split(":", 3);
    if (parts.length == 3 && NAME.matcher(parts[0]).matches() && HASH.matcher(parts[2]).matches()) {
      for (Role role : Role.values()) {
        if (role.name().equalsIgnoreCase(parts[1])) {
          return new User(parts[0], role, new Secret(parts[2]));
        }
      }
    }
    throw new WrongSetting("mcp.console.users", "(hidden)", ALLOWED);
  }
}
