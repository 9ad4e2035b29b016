package br.com.kobana.mcp.pipeline;

import br.com.kobana.mcp.auth.Challenges;
import br.com.kobana.mcp.auth.Identity;
import br.com.kobana.mcp.catalog.Catalog;
import br.com.kobana.mcp.completion.Completions;
import br.com.kobana.mcp.confirm.Confirmations;
import br.com.kobana.mcp.guard.Guards;
import br.com.kobana.mcp.jsonrpc.Json;
import br.com.kobana.mcp.observe.Admission;
import br.com.kobana.mcp.observe.UpstreamTracer;
import br.com.kobana.mcp.prompts.Prompts;
import br.com.kobana.mcp.protocol.Result;
import br.com.kobana.mcp.protocol.ServerInfo;
import br.com.kobana.mcp.resources.ResourceLists;
import br.com.kobana.mcp.resources.ResourceReads;
import br.com.kobana.mcp.resources.ResourceTemplates;
import br.com.kobana.mcp.settings.Settings;
import br.com.kobana.mcp.throttle.Throttle;
import br.com.kobana.mcp.tools.RecordReads;
import br.com.kobana.mcp.tools.ToolCalls;
import br.com.kobana.mcp.tools.ToolsList;
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
      Catalog catalog,
      KobanaApi api,
      Identity identity,
      Challenges challenges,
      Throttle throttle,
      ToolsList toolsList,
      ToolCalls toolCalls,
      RecordReads recordReads,
      Confirmations confirmations,
      Guards guards,
      ResourceLists resourceLists,
      ResourceTemplates resourceTemplates,
      ResourceReads resourceReads,
      Prompts prompts,
      Completions completions,
      Admission admission,
      UpstreamTracer tracer) {}

  /**
   * Names every bean.
   *
   * @param bind takes a name and a bean into the registry
   */
  public static void bind(Rooms rooms, BiConsumer<String, Object> bind) {
    bind.accept("kobana", new KobanaComponent(rooms.api(), rooms.tracer()));
    bindDoor(rooms, bind);
    bindMessage(rooms, bind);
    bindMethods(rooms, bind);
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
    bind.accept("guard", Stage.plain("guard", door::guard));
    bind.accept("authenticate", Stage.waiting("authenticate", door::authenticate));
    bind.accept("accept", Stage.waiting("accept", door::accept));
    bind.accept("countAddress", Stage.waiting("countAddress", door::countAddress));
    bind.accept("refuseStream", Stage.plain("refuseStream", status::refuseStream));
    bind.accept("status", Stage.waiting("status", status::status));
    bind.accept("metadata", Stage.plain("metadata", status::metadata));
    bind.accept("serverMetadata", Stage.plain("serverMetadata", status::serverMetadata));
  }

  private static void bindMessage(Rooms rooms, BiConsumer<String, Object> bind) {
    Simulation simulation = new Simulation(rooms.settings().safety().simulate());
    MessageStages message = new MessageStages(rooms.catalog(), rooms.throttle(), simulation);
    bind.accept("negotiate", Stage.plain("negotiate", message::negotiate));
    bind.accept("agree", Stage.plain("agree", message::agree));
    bind.accept("throttle", Stage.waiting("throttle", message::throttle));
    bind.accept("answer", Stage.plain("answer", message::answer));
    bind.accept("refuse", Stage.plain("refuse", message::refuse));
  }

  private static void bindMethods(Rooms rooms, BiConsumer<String, Object> bind) {
    Result pong = Result.complete(Json.object());
    Result discovered = ServerInfo.discover();
    ToolStages tools =
        new ToolStages(
            rooms.toolsList(),
            rooms.toolCalls(),
            rooms.recordReads(),
            rooms.confirmations(),
            new SpendGuard(rooms.guards()),
            rooms.identity(),
            further(rooms.settings().load().requestTimeout()),
            rooms.throttle().writes(),
            rooms.admission());
    ResourceStages resources =
        new ResourceStages(
            rooms.resourceLists(),
            rooms.resourceTemplates(),
            rooms.resourceReads(),
            rooms.identity());
    bind.accept("ping", method("ping", call -> pong));
    bind.accept("discover", method("discover", call -> discovered));
    bind.accept("initialize", method("initialize", call -> ServerInfo.initialize(call.params())));
    bind.accept("listTools", Stage.plain("listTools", tools::list));
    bind.accept("prepareToolCall", Stage.waiting("prepareToolCall", tools::prepare));
    bind.accept("confirmToolCall", Stage.waiting("confirmToolCall", tools::confirm));
    bind.accept("guardToolCall", Stage.waiting("guardToolCall", tools::guard));
    bind.accept("concludeToolCall", Stage.waiting("concludeToolCall", tools::conclude));
    bind.accept(
        "listResourceTemplates", Stage.plain("listResourceTemplates", resources::templates));
    bind.accept("prepareResourceRead", Stage.plain("prepareResourceRead", resources::prepareRead));
    bind.accept(
        "concludeResourceRead", Stage.plain("concludeResourceRead", resources::concludeRead));
    bind.accept("prepareResourceList", Stage.plain("prepareResourceList", resources::prepareList));
    bind.accept("fetched", new ResourceStages.Fetched());
    bind.accept(
        "concludeResourceList", Stage.plain("concludeResourceList", resources::concludeList));
    bind.accept(
        "listPrompts",
        method("listPrompts", call -> rooms.prompts().list(call.caller(), call.params())));
    bind.accept(
        "getPrompt",
        method("getPrompt", call -> rooms.prompts().get(call.caller(), call.params())));
    bind.accept(
        "complete",
        method("complete", call -> rooms.completions().complete(call.caller(), call.params())));
  }

  /** Within which further requests of one call may run. */
  private static Duration further(Duration requestTimeout) {
    Duration most = requestTimeout.multipliedBy(7).dividedBy(10);
    return most.compareTo(FURTHER) < 0 ? most : FURTHER;
  }

  private static Stage method(String name, java.util.function.Function<Call, Result> method) {
    return Stage.plain(name, (call, exchange) -> exchange.getMessage().setBody(method.apply(call)));
  }
}
