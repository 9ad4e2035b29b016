package br.com.kobana.mcp.sandbox;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The tokens the sandbox takes, for tools that reckon with each of them. */
public final class SandboxTokens {
  /**
   * A token.
   *
   * @param permissions of the panel user behind it, where there is one
   */
  public record Token(String token, Set<String> scopes, Optional<List<String>> permissions) {}

  private SandboxTokens() {}

  public static List<Token> all() {
    return Identity.grants().entrySet().stream()
        .sorted(Comparator.comparing((Map.Entry<String, Grant> e) -> e.getValue().token()))
        .map(
            e ->
                new Token(
                    e.getKey(), Set.copyOf(e.getValue().scopes()), e.getValue().permissions()))
        .toList();
  }
}
