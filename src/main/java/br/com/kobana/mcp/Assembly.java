package br.com.kobana.mcp;

import br.com.kobana.mcp.auth.Challenges;
import br.com.kobana.mcp.auth.Identities;
import br.com.kobana.mcp.catalog.Catalog;
import br.com.kobana.mcp.catalog.CatalogLoader;
import br.com.kobana.mcp.completion.Completions;
import br.com.kobana.mcp.completion.SeenIds;
import br.com.kobana.mcp.confirm.Confirmations;
import br.com.kobana.mcp.confirm.MemorySingleUse;
import br.com.kobana.mcp.confirm.SealedState;
import br.com.kobana.mcp.confirm.SingleUse;
import br.com.kobana.mcp.guard.Guards;
import br.com.kobana.mcp.jsonrpc.Json;
import br.com.kobana.mcp.observe.Admission;
import br.com.kobana.mcp.observe.UpstreamTracer;
import br.com.kobana.mcp.pipeline.Contents;
import br.com.kobana.mcp.pipeline.LiveContents;
import br.com.kobana.mcp.pipeline.Pipeline;
import br.com.kobana.mcp.prompts.PromptBook;
import br.com.kobana.mcp.prompts.Prompts;
import br.com.kobana.mcp.protocol.Cursors;
import br.com.kobana.mcp.redis.RedisFlags;
import br.com.kobana.mcp.reload.Mounted;
import br.com.kobana.mcp.resources.RecordText;
import br.com.kobana.mcp.resources.ResourceLists;
import br.com.kobana.mcp.resources.ResourceReads;
import br.com.kobana.mcp.resources.ResourceTemplates;
import br.com.kobana.mcp.settings.Settings;
import br.com.kobana.mcp.throttle.SpendLedger;
import br.com.kobana.mcp.throttle.Tally;
import br.com.kobana.mcp.throttle.Throttle;
import br.com.kobana.mcp.throttle.WindowCounter;
import br.com.kobana.mcp.tools.AnswerShapes;
import br.com.kobana.mcp.tools.RecordReads;
import br.com.kobana.mcp.tools.ToolCalls;
import br.com.kobana.mcp.tools.ToolsList;
import br.com.kobana.mcp.upstream.KobanaApi;
import br.com.kobana.mcp.upstream.SideCalls;
import com.github.benmanes.caffeine.cache.Ticker;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;

/** Puts the rooms together. */
final class Assembly {
  private static final int LIST_PAGE = 200;
  private static final int MOST_CONFIRMATIONS = 200_000;
  private static final ResourceLists.Sizes NEWEST = new ResourceLists.Sizes(4, 10);

  /** Keys of used confirmations in Redis. */
  private static final String CONFIRMED = "kobana:mcp:confirmed:";

  private final Settings settings;
  private final KobanaApi api;
  private final SideCalls sideCalls;
  private final SingleUse singleUse;
  private final SpendLedger ledger;
  private final Admission admission;
  private final UpstreamTracer tracer;
  private final InstantSource clock;
  private final List<byte[]> keys;
  private final Cursors cursors;
  private final Challenges challenges;
  private final Throttle throttle;

  Assembly(
      Settings settings,
      KobanaApi api,
      SideCalls sideCalls,
      WindowCounter counter,
      Tally tally,
      SingleUse singleUse,
      Admission admission,
      UpstreamTracer tracer,
      SpendLedger ledger,
      InstantSource clock) {
    this.settings = settings;
    this.api = api;
    this.sideCalls = sideCalls;
    this.singleUse = singleUse;
    this.ledger = ledger;
    this.admission = admission;
    this.tracer = tracer;
    this.clock = clock;
    this.keys = keys(settings);
    this.cursors = new Cursors(keys);
    this.challenges =
        new Challenges(
            settings.door().publicUrl(),
            settings.auth().authorizationServers(),
            settings.auth().scopes());
    this.throttle = new Throttle(counter, settings.limits(), clock, tally);
  }

  static Catalog catalog(Settings settings) {
    return settings
        .files()
        .catalog()
        .map(directory -> CatalogLoader.fromDirectory(Mounted.files(directory)))
        .orElseGet(CatalogLoader::fromClassPath);
  }

  static PromptBook prompts(Settings settings) {
    return settings
        .files()
        .prompts()
        .map(directory -> PromptBook.fromDirectory(Mounted.files(directory)))
        .orElseGet(PromptBook::fromClassPath);
  }

  Pipeline.Rooms rooms(LiveContents contents) {
    return new Pipeline.Rooms(
        settings,
        api,
        new Identities(
                api, sideCalls, settings.auth(), System.getenv(), Ticker.systemTicker(), clock)
            .identity(challenges, keys.get(0)),
        challenges,
        throttle,
        contents,
        admission,
        tracer);
  }

  /** What stands on a catalogue and its prompts; used confirmations and keys outlive it. */
  Contents contents(Catalog catalog, PromptBook book) {
    Prompts prompts = new Prompts(book, catalog, cursors, LIST_PAGE, clock);
    SeenIds seen = new SeenIds(catalog, clock);
    return new Contents(
        catalog,
        new ToolsList(catalog, cursors, settings.files().toolsPageSize()),
        new ToolCalls(
            catalog, cursors, challenges, () -> UUID.randomUUID().toString(), seen::recordList),
        new RecordReads(catalog),
        new Confirmations(
            settings.safety().confirm(),
            new SealedState(keys, clock, new SecureRandom()),
            singleUse,
            catalog,
            environment(settings)),
        new Guards(settings.safety().guards(), catalog, ledger, clock),
        new ResourceLists(catalog, cursors, NEWEST, clock, seen::recordRows),
        new ResourceTemplates(catalog, cursors, LIST_PAGE),
        new ResourceReads(catalog, recordText(catalog)),
        prompts,
        new Completions(catalog, book, prompts, seen, clock));
  }

  /** Replicas must agree on which confirmations were used: in Redis where there is one. */
  static SingleUse singleUse(Optional<RedisFlags> flags) {
    return flags
        .<SingleUse>map(f -> (nonce, ttl) -> f.claim(CONFIRMED + nonce, ttl))
        .orElseGet(() -> new MemorySingleUse(Ticker.systemTicker(), MOST_CONFIRMATIONS));
  }

  /** What is not known to be for tests moves real money. */
  private static String environment(Settings settings) {
    return settings
        .api()
        .url()
        .map(url -> url.getHost().contains("sandbox") ? "sandbox (testes)" : "PRODUÇÃO")
        .orElse("sandbox (testes)");
  }

  /** A record read by URI is masked exactly as the tool that reads it masks. */
  private static RecordText recordText(Catalog catalog) {
    Map<String, AnswerShapes> shapes =
        catalog.recordTypes().stream()
            .map(type -> catalog.tool(type.readTool()).orElseThrow())
            .collect(
                Collectors.toMap(
                    br.com.kobana.mcp.catalog.Tool::name, AnswerShapes::new, (a, b) -> a));
    return (type, tool, answer) ->
        Json.text(
            java.util.Objects.requireNonNull(shapes.get(tool.name())).shape(answer).path("data"));
  }

  /** Without configured keys, what this process signs opens in this process only. */
  private static List<byte[]> keys(Settings settings) {
    if (!settings.auth().stateKeys().isEmpty()) {
      return settings.auth().stateKeys();
    }
    byte[] random = new byte[32];
    new SecureRandom().nextBytes(random);
    return List.of(random);
  }
}
