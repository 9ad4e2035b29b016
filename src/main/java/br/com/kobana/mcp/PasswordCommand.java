package br.com.kobana.mcp;

import br.com.kobana.mcp.console.Passwords;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.List;
import java.util.Set;

/** Makes the entry of a console user from the password on standard input. */
final class PasswordCommand {
  private static final Set<String> ROLES = Set.of("viewer", "operator");

  private PasswordCommand() {}

  static void run(List<String> arguments) throws Exception {
    if (arguments.size() != 2 || !ROLES.contains(arguments.get(1))) {
      System.err.println(
          "usage: bin/password NAME viewer|operator, the password on standard input");
      Runtime.getRuntime().halt(2);
    }
    try {
      String hash = new Passwords(new SecureRandom()).hash(password());
      System.out.println(String.join(":", arguments.get(0), arguments.get(1), hash));
    } catch (IllegalArgumentException e) {
      System.err.println(e.getMessage());
      Runtime.getRuntime().halt(1);
    }
  }

  private static String password() throws Exception {
    BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    String line = in.readLine();
    return line == null ? "" : line;
  }
}
