package br.com.kobana.mcp.observe;

import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;

/** One of something for each constant of an enum, made at the start: never missing. */
final class Each<E extends Enum<E>, T> {
  private final Map<E, T> all;

  Each(Class<E> type, Function<E, T> make) {
    all = new EnumMap<>(type);
    for (E constant : type.getEnumConstants()) {
      all.put(constant, make.apply(constant));
    }
  }

  T of(E constant) {
    return Objects.requireNonNull(all.get(constant));
  }
}
