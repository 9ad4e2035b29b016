package br.com.kobana.mcp.completion;

import br.com.kobana.mcp.auth.Caller;
import br.com.kobana.mcp.catalog.Catalog;
import br.com.kobana.mcp.catalog.RecordType;
import br.com.kobana.mcp.catalog.RowIds;
import br.com.kobana.mcp.catalog.Tool;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * The ids of records that a caller was shown a short time ago, newest first: what completions
 * suggest without asking the API. Only ids are kept, no other field of a record. Each caller (token
 * and account) has their own; bounded for each caller and in all. Thread-safe.
 */
public final class SeenIds {
  /** How long after it was shown an id is suggested. */
  static final Duration KEPT = Duration.ofMinutes(10);

  /** A list that is seen again within this time is not noted again. */
  private static final Duration MOMENT = Duration.ofSeconds(30);

  /** The most ids of one type under one parent. */
  static final int MAX_IDS = 300;

  /** The most types and parents of one caller. */
  static final int MAX_LISTS = 64;

  private static final long MAX_IDS_IN_ALL = 500_000;
  private static final int MAX_ID_LENGTH = 64;

  private final InstantSource clock;
  private final Map<String, Parents> listTools = new LinkedHashMap<>();
  private final Cache<String, Map<Key, Seen>> byPrincipal;

  private record Key(String type, String field, Map<String, String> parents) {}

  private record Seen(List<String> ids, Instant at) {}

  /**
   * @param arguments for each variable of the URI but the last, the argument of the list tool
   */
  private record Parents(RecordType type, Map<String, String> arguments) {}

  public SeenIds(Catalog catalog, InstantSource clock) {
    this.clock = clock;
    this.byPrincipal =
        Caffeine.newBuilder()
            .expireAfterWrite(KEPT)
            .maximumWeight(MAX_IDS_IN_ALL)
            .weigher((String principal, Map<Key, Seen> lists) -> weight(lists))
            .ticker(() -> TimeUnit.MILLISECONDS.toNanos(clock.millis()))
            .executor(Runnable::run)
            .build();
    catalog.recordTypes().forEach(type -> learn(catalog, type));
  }

  /** Records of this type were shown; {@code uids} as they stand in their URIs, newest first. */
  public void record(Caller caller, RecordType type, List<String> uids) {
    String field = type.uriTemplate().endsWith("{id}") ? "id" : "uid";
    put(caller, new Key(type.name(), field, Map.of()), uids);
  }

  /** Records of this type, which has no parent, were shown. */
  public void recordRows(Caller caller, RecordType type, RowIds rows) {
    put(caller, type, Map.of(), rows);
  }

  /**
   * A list tool answered. Ignored where its records cannot be addressed.
   *
   * @param arguments of the call; those that name the parent tell whose records these are
   * @param rows those of every row the API gave, before fields were left out
   */
  public void recordList(Caller caller, Tool tool, ObjectNode arguments, RowIds rows) {
    Parents parents = listTools.get(tool.name());
    if (parents == null) {
      return;
    }
    Map<String, String> values = new LinkedHashMap<>();
    parents.arguments().forEach((v, name) -> values.put(v, arguments.path(name).asText("")));
    put(caller, parents.type(), Map.copyOf(values), rows);
  }

  /**
   * What was seen, newest first.
   *
   * @param field {@code uid} or {@code id}
   * @param parents the values of the variables before the last one
   */
  List<String> of(Caller caller, String type, String field, Map<String, String> parents) {
    Map<Key, Seen> lists = byPrincipal.getIfPresent(caller.principal());
    Seen seen = lists == null ? null : lists.get(new Key(type, field, parents));
    return seen == null || isOld(seen) ? List.of() : seen.ids();
  }

  private void put(Caller caller, RecordType type, Map<String, String> parents, RowIds rows) {
    put(caller, new Key(type.name(), RowIds.UID, parents), rows.uids());
    put(caller, new Key(type.name(), RowIds.ID, parents), rows.ids());
  }

  private void put(Caller caller, Key key, List<String> ids) {
    List<String> fitting =
        ids.stream().filter(id -> !id.isEmpty() && id.length() <= MAX_ID_LENGTH).toList();
    if (!fitting.isEmpty() && !isFresh(caller, key, fitting)) {
      byPrincipal
          .asMap()
          .compute(
              caller.principal(),
              (p, lists) -> merged(lists == null ? Map.of() : lists, key, fitting));
    }
  }

  /** Whether just these were seen a moment ago: nothing would change but the time. */
  private boolean isFresh(Caller caller, Key key, List<String> ids) {
    Map<Key, Seen> lists = byPrincipal.getIfPresent(caller.principal());
    Seen before = lists == null ? null : lists.get(key);
    return before != null
        && clock.instant().isBefore(before.at().plus(MOMENT))
        && before.ids().size() >= ids.size()
        && before.ids().subList(0, ids.size()).equals(ids);
  }

  /** A new map, the list just seen at its end; the list seen longest ago gives way. */
  private Map<Key, Seen> merged(Map<Key, Seen> lists, Key key, List<String> ids) {
    Map<Key, Seen> merged = new LinkedHashMap<>(lists);
    merged.values().removeIf(this::isOld);
    Seen before = merged.remove(key);
    Set<String> all = new LinkedHashSet<>(ids);
    if (before != null) {
      all.addAll(before.ids());
    }
    while (merged.size() >= MAX_LISTS) {
      merged.remove(merged.keySet().iterator().next());
    }
    merged.put(key, new Seen(all.stream().limit(MAX_IDS).toList(), clock.instant()));
    return merged;
  }

  private boolean isOld(Seen seen) {
    return !clock.instant().isBefore(seen.at().plus(KEPT));
  }

  private static int weight(Map<Key, Seen> lists) {
    return 1 + lists.values().stream().mapToInt(seen -> seen.ids().size()).sum();
  }

  /** Which tool lists records of this type, and which of its arguments name their parent. */
  private void learn(Catalog catalog, RecordType type) {
    String byName = type.readTool().replaceFirst("_get$", "_list");
    catalog
        .tool(type.listTool().orElse(byName))
        .filter(tool -> tool.listing().isPresent() || tool.shape().form() == Tool.Form.LIST)
        .ifPresent(
            tool -> {
              Map<String, String> arguments = new LinkedHashMap<>();
              List<String> parents = Templates.parents(type.uriTemplate());
              for (String variable : parents) {
                String target = type.variables().getOrDefault(variable, variable);
                tool.arguments().stream()
                    .filter(a -> a.place() == Tool.Place.PATH && a.target().equals(target))
                    .forEach(a -> arguments.put(variable, a.name()));
              }
              if (arguments.size() == parents.size()) {
                listTools.put(tool.name(), new Parents(type, arguments));
              }
            });
  }
}
