package br.com.kobana.mcp.pipeline;

import br.com.kobana.mcp.auth.Challenges;
import br.com.kobana.mcp.auth.Identity;
import br.com.kobana.mcp.jsonrpc.Json;
import br.com.kobana.mcp.observe.Admission;
import br.com.kobana.mcp.observe.UpstreamTracer;
import br.com.kobana.mcp.protocol.Result;
import br.com.kobana.mcp.protocol.ServerInfo;
import br.com.kobana.mcp.settings.Settings;
import br.com.kobana.mcp.throttle.Throttle;
import br.com.kobana.mcp.upstream.KobanaApi;
import java.time.Duration;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.apache.camel.spi.Registry;

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
      LiveContents contents,
      Admission admission,
      UpstreamTracer tracer) {}

  /**
   * Names every bean.
   *
   * @param bind takes a name and a bean into the registry
   */
  public static void bind(Rooms rooms, BiConsumer<String, Object> bind) {
    bind.accept(
        "kobana",
        new KobanaComponent(
            rooms.api(),
            rooms.settings().api().resilience().callBudget(),
            new UnheardLog(),
            rooms.tracer()));
    bindDoor(rooms, bind);
    Versions versions = new Versions(rooms.contents(), contents -> version(rooms, contents));
    bindMessage(versions, bind);
    bindMethods(versions, bind);
  }

  /**
   * Gives each step of the routes an instance of its own where several name the same bean: Camel
   * counts by instance, and the console would show the count at one of them only. Before the routes
   * start.
   */
  public static void ownInstances(Registry registry) {
    registry
        .findByTypeWithName(Stage.class)
        .forEach((name, stage) -> registry.bindAsPrototype(name, Stage.class, stage::another));
  }

  private static void bindDoor(Rooms rooms, BiConsumer<String, Object> bind) {
    DoorStages door =
        new DoorStages(
            new DoorPolicy(rooms.settings().door()),
            rooms.identity(),
            rooms.throttle(),
            new ClientAddress(
                rooms.settings().door().trustedProxies(),
                rooms.settings().door().forwardedHeader()));
    StatusStages status = new StatusStages(rooms.throttle(), rooms.challenges(), rooms.settings());
    bind.accept("guard", Stage.plain("guard", door::guard));
    bind.accept("authenticate", Stage.waiting("authenticate", door::authenticate));
    bind.accept("accept", Stage.waiting("accept", door::accept));
    bind.accept("countAddress", Stage.waiting("countAddress", door::countAddress));
    bind.accept("refuseStream", Stage.plain("refuseStream", status::refuseStream));
    bind.accept("status", Stage.waiting("status", status::status));
    bind.accept("metadata", Stage.plain("metadata", status::metadata));
    bind.accept("serverMetadata", Stage.plain("serverMetadata", status::serverMetadata));
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
            new SpendGuard(contents.guards()),
            rooms.identity(),
            further(rooms.settings().load().requestTimeout()),
            rooms.throttle().writes(),
            rooms.admission()),
        new ResourceStages(
            contents.resourceLists(),
            contents.resourceTemplates(),
            contents.resourceReads(),
            rooms.identity()));
  }

  private static void bindMessage(Versions versions, BiConsumer<String, Object> bind) {
    plain(bind, "negotiate", (c, e) -> versions.of(c).message().negotiate(c, e));
    plain(bind, "agree", (c, e) -> versions.of(c).message().agree(c, e));
    waiting(bind, "throttle", (c, e) -> versions.of(c).message().throttle(c, e));
    plain(bind, "answer", (c, e) -> versions.of(c).message().answer(c, e));
    plain(bind, "refuse", (c, e) -> versions.of(c).message().refuse(c, e));
  }

  private static void bindMethods(Versions versions, BiConsumer<String, Object> bind) {
    Result pong = Result.complete(Json.object());
    Result discovered = ServerInfo.discover();
    method(bind, "ping", c -> pong);
    method(bind, "discover", c -> discovered);
    method(bind, "initialize", c -> ServerInfo.initialize(c.params()));
    plain(bind, "listTools", (c, e) -> versions.of(c).tools().list(c, e));
    waiting(bind, "prepareToolCall", (c, e) -> versions.of(c).tools().prepare(c, e));
    waiting(bind, "confirmToolCall", (c, e) -> versions.of(c).tools().confirm(c, e));
    waiting(bind, "guardToolCall", (c, e) -> versions.of(c).tools().guard(c, e));
    waiting(bind, "concludeToolCall", (c, e) -> versions.of(c).tools().conclude(c, e));
    plain(bind, "listResourceTemplates", (c, e) -> versions.of(c).resources().templates(c, e));
    plain(bind, "prepareResourceRead", (c, e) -> versions.of(c).resources().prepareRead(c, e));
    plain(bind, "concludeResourceRead", (c, e) -> versions.of(c).resources().concludeRead(c, e));
    plain(bind, "prepareResourceList", (c, e) -> versions.of(c).resources().prepareList(c, e));
    bind.accept("fetched", new ResourceStages.Fetched());
    plain(bind, "concludeResourceList", (c, e) -> versions.of(c).resources().concludeList(c, e));
    method(
        bind, "listPrompts", c -> versions.of(c).contents().prompts().list(c.caller(), c.params()));
    method(bind, "getPrompt", c -> versions.of(c).contents().prompts().get(c.caller(), c.params()));
    method(
        bind,
        "complete",
        c -> versions.of(c).contents().completions().complete(c.caller(), c.params()));
  }

  /** Within which further requests of one call may run. */
  private static Duration further(Duration requestTimeout) {
    Duration most = requestTimeout.multipliedBy(7).dividedBy(10);
    return most.compareTo(FURTHER) < 0 ? most : FURTHER;
  }

  private static void plain(BiConsumer<String, Object> bind, String name, Stage.Plain plain) {
    bind.accept(name, Stage.plain(name, plain));
  }

  private static void waiting(BiConsumer<String, Object> bind, String name, Stage.Work work) {
    bind.accept(name, Stage.waiting(name, work));
  }

  private static void method(
      BiConsumer<String, Object> bind, String name, Function<Call, Result> method) {
    plain(bind, name, (call, exchange) -> exchange.getMessage().setBody(method.apply(call)));
  }
}
