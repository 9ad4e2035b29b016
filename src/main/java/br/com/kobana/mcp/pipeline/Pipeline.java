package br.com.kobana.mcp.pipeline;

import br.com.kobana.mcp.auth.Challenges;
import br.com.kobana.mcp.auth.Identity;
import br.com.kobana.mcp.jsonrpc.Json;
import br.com.kobana.mcp.protocol.Result;
import br.com.kobana.mcp.protocol.ServerInfo;
import br.com.kobana.mcp.settings.Settings;
import br.com.kobana.mcp.throttle.Throttle;
import br.com.kobana.mcp.upstream.KobanaApi;
import java.time.Duration;
import java.util.function.BiConsumer;

/** The beans that the routes name, and nothing else. */
public final class Pipeline {
  /** Hosts give up at 30 seconds; what was read or written by then must reach them. */
  private static final Duration FURTHER = Duration.ofSeconds(20);

  private Pipeline() {}

  /** What the stages stand on. */
  public record Rooms(
      Settings settings,
      KobanaApi api,
      Identity identity,
      Challenges challenges,
      Throttle throttle,
      LiveContents contents) {}

  /**
   * Names every bean.
   *
   * @param bind takes a name and a bean into the registry
   */
  public static void bind(Rooms rooms, BiConsumer<String, Object> bind) {
    bind.accept("kobana", new KobanaComponent(rooms.api()));
    bindDoor(rooms, bind);
    Versions versions = new Versions(rooms.contents(), contents -> version(rooms, contents));
    bindMessage(versions, bind);
    bindMethods(versions, bind);
  }

  private static void bindDoor(Rooms rooms, BiConsumer<String, Object> bind) {
    DoorStages door =
        new DoorStages(
            new DoorPolicy(rooms.settings().door()),
            rooms.identity(),
            rooms.challenges(),
            rooms.throttle(),
            new ClientAddress(
                rooms.settings().door().trustedProxies(),
                rooms.settings().door().forwardedHeader()));
    StatusStages status = new StatusStages(rooms.throttle(), rooms.challenges(), rooms.settings());
    bind.accept("guard", Stage.plain(door::guard));
    bind.accept("authenticate", Stage.waiting(door::authenticate));
    bind.accept("accept", Stage.waiting(door::accept));
    bind.accept("countAddress", Stage.waiting(door::countAddress));
    bind.accept("refuseStream", Stage.plain(status::refuseStream));
    bind.accept("status", Stage.waiting(status::status));
    bind.accept("metadata", Stage.plain(status::metadata));
    bind.accept("serverMetadata", Stage.plain(status::serverMetadata));
  }

  private static Version version(Rooms rooms, Contents contents) {
    Simulation simulation = new Simulation(rooms.settings().safety().simulate());
    return new Version(
        contents,
        new MessageStages(contents.catalog(), rooms.throttle(), simulation),
        new ToolStages(
            contents.toolsList(),
            contents.toolCalls(),
            contents.recordReads(),
            contents.confirmations(),
            rooms.identity(),
            further(rooms.settings().load().requestTimeout()),
            rooms.throttle().writes()),
        new ResourceStages(
            contents.resourceLists(),
            contents.resourceTemplates(),
            contents.resourceReads(),
            rooms.identity()));
  }

  private static void bindMessage(Versions versions, BiConsumer<String, Object> bind) {
    bind.accept("negotiate", Stage.plain((c, e) -> versions.of(c).message().negotiate(c, e)));
    bind.accept("agree", Stage.plain((c, e) -> versions.of(c).message().agree(c, e)));
    bind.accept("throttle", Stage.waiting((c, e) -> versions.of(c).message().throttle(c, e)));
    bind.accept("answer", Stage.plain((c, e) -> versions.of(c).message().answer(c, e)));
    bind.accept("refuse", Stage.plain((c, e) -> versions.of(c).message().refuse(c, e)));
  }

  private static void bindMethods(Versions versions, BiConsumer<String, Object> bind) {
    Result pong = Result.complete(Json.object());
    Result discovered = ServerInfo.discover();
    bind.accept("ping", method(call -> pong));
    bind.accept("discover", method(call -> discovered));
    bind.accept("initialize", method(call -> ServerInfo.initialize(call.params())));
    bind.accept("listTools", Stage.plain((c, e) -> versions.of(c).tools().list(c, e)));
    bind.accept("prepareToolCall", Stage.waiting((c, e) -> versions.of(c).tools().prepare(c, e)));
    bind.accept("confirmToolCall", Stage.waiting((c, e) -> versions.of(c).tools().confirm(c, e)));
    bind.accept("concludeToolCall", Stage.waiting((c, e) -> versions.of(c).tools().conclude(c, e)));
    bind.accept(
        "listResourceTemplates", Stage.plain((c, e) -> versions.of(c).resources().templates(c, e)));
    bind.accept(
        "prepareResourceRead", Stage.plain((c, e) -> versions.of(c).resources().prepareRead(c, e)));
    bind.accept(
        "concludeResourceRead",
        Stage.plain((c, e) -> versions.of(c).resources().concludeRead(c, e)));
    bind.accept(
        "prepareResourceList", Stage.plain((c, e) -> versions.of(c).resources().prepareList(c, e)));
    bind.accept("fetched", new ResourceStages.Fetched());
    bind.accept(
        "concludeResourceList",
        Stage.plain((c, e) -> versions.of(c).resources().concludeList(c, e)));
    bind.accept(
        "listPrompts",
        method(c -> versions.of(c).contents().prompts().list(c.caller(), c.params())));
    bind.accept(
        "getPrompt", method(c -> versions.of(c).contents().prompts().get(c.caller(), c.params())));
    bind.accept(
        "complete",
        method(c -> versions.of(c).contents().completions().complete(c.caller(), c.params())));
  }

  /** Within which further requests of one call may run. */
  private static Duration further(Duration requestTimeout) {
    Duration most = requestTimeout.multipliedBy(7).dividedBy(10);
    return most.compareTo(FURTHER) < 0 ? most : FURTHER;
  }

  private static Stage method(java.util.function.Function<Call, Result> method) {
    return Stage.plain((call, exchange) -> exchange.getMessage().setBody(method.apply(call)));
  }
}
