package br.com.kobana.mcp.auth;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Permission patterns of the panel: {@code *}, {@code charge.*}, {@code charge.pix.*}, exact. */
final class Permissions {
  private Permissions() {}

  /** Whether one of the patterns permits a scope. */
  static boolean permit(List<String> patterns, String scope) {
    return patterns.stream().anyMatch(pattern -> covers(pattern, scope));
  }

  /** What both permit; one that is absent narrows nothing. */
  static Optional<List<String>> both(Optional<List<String>> one, Optional<List<String>> other) {
    if (one.isEmpty() || other.isEmpty()) {
      return one.or(() -> other);
    }
    return Optional.of(
        Stream.concat(
                one.get().stream().filter(p -> permit(other.get(), p)),
                other.get().stream().filter(p -> permit(one.get(), p)))
            .distinct()
            .sorted()
            .toList());
  }

  /** {@code charge.pix.*} covers the resource of that name too, and patterns under it. */
  private static boolean covers(String pattern, String scope) {
    return pattern.equals("*")
        || pattern.equals(scope)
        || (pattern.endsWith(".*")
            && (scope.startsWith(pattern.substring(0, pattern.length() - 1))
                || scope.equals(pattern.substring(0, pattern.length() - 2))));
  }
}
