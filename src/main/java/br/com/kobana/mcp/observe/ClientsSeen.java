package br.com.kobana.mcp.observe;

import br.com.kobana.mcp.protocol.ProtocolVersion;
import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Which versions are spoken, and what clients call themselves. Names are client text: they are
 * shortened and cleaned, only so many are kept, those that come often rather than those that come
 * last, and none is ever a label of a metric. Thread-safe.
 */
public final class ClientsSeen implements Observer {
  /** Names shown. */
  static final int SHOWN = 20;

  private static final int KEPT = 200;
  private static final int LONGEST = 40;
  private static final Pattern UNUSUAL = Pattern.compile("[^A-Za-z0-9 ._/@-]");
  private final Each<ProtocolVersion, LongAdder> versions =
      new Each<>(ProtocolVersion.class, version -> new LongAdder());
  private final Cache<String, LongAdder> names =
      Caffeine.newBuilder().maximumSize(KEPT).executor(Runnable::run).build();

  @Override
  public void ended(Observation seen) {
    seen.version().ifPresent(version -> versions.of(version).increment());
    seen.client()
        .ifPresent(
            name -> {
              LongAdder count = names.get(shown(name), n -> new LongAdder());
              count.increment();
            });
  }

  /** Requests by what the clients call themselves, the most frequent first. */
  Map<String, Object> clients() {
    Map<String, Object> shown = new LinkedHashMap<>();
    names.asMap().entrySet().stream()
        .map(e -> Map.entry(e.getKey(), e.getValue().sum()))
        .sorted(
            Comparator.comparingLong((Map.Entry<String, Long> e) -> -e.getValue())
                .thenComparing(Map.Entry::getKey))
        .limit(SHOWN)
        .forEach(e -> shown.put(e.getKey(), e.getValue()));
    return shown;
  }

  /** Requests by the version they were spoken in, newest first. */
  Map<String, Object> versions() {
    Map<String, Object> shown = new LinkedHashMap<>();
    Stream.of(ProtocolVersion.values())
        .forEach(version -> shown.put(version.wire(), versions.of(version).sum()));
    return shown;
  }

  private static String shown(String name) {
    String start = name.length() > LONGEST ? name.substring(0, LONGEST) : name;
    String plain = UNUSUAL.matcher(start).replaceAll("?").trim();
    return plain.isEmpty() ? "?" : plain;
  }
}
