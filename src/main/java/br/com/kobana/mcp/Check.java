package br.com.kobana.mcp;

import br.com.kobana.mcp.catalog.Catalog;
import br.com.kobana.mcp.http.EventLoopEngine;
import br.com.kobana.mcp.http.HttpServers;
import br.com.kobana.mcp.observe.UpstreamTracer;
import br.com.kobana.mcp.pipeline.BlockingSteps;
import br.com.kobana.mcp.pipeline.DanglingSteps;
import br.com.kobana.mcp.pipeline.LiveContents;
import br.com.kobana.mcp.pipeline.Pipeline;
import br.com.kobana.mcp.prompts.PromptBook;
import br.com.kobana.mcp.settings.Settings;
import br.com.kobana.mcp.throttle.MemorySpendLedger;
import br.com.kobana.mcp.throttle.MemoryWindowCounter;
import br.com.kobana.mcp.throttle.Tally;
import br.com.kobana.mcp.upstream.VertxSideCalls;
import io.vertx.core.Vertx;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.camel.Processor;
import org.apache.camel.main.Main;
import org.apache.camel.model.ModelCamelContext;

/** What {@code --check} looks at: everything that a start reads, without listening or calling. */
public final class Check {
  private Check() {}

  /**
   * A line for each part that is sound, and one for each warning.
   *
   * @throws Exception naming the first part that is not
   */
  public static List<String> run(Settings settings) throws Exception {
    List<String> lines = new ArrayList<>();
    lines.add("settings: ok");
    Warnings.of(settings).forEach(warning -> lines.add("warning: " + warning));
    Catalog catalog = Assembly.catalog(settings);
    Upstream.check(settings, catalog);
    lines.add(
        "catalogue: ok, %d tools, %d record types"
            .formatted(catalog.tools().size(), catalog.recordTypes().size()));
    PromptBook prompts = Assembly.prompts(settings);
    lines.add("prompts: ok, %d".formatted(prompts.prompts().size()));
    prompts.problems(catalog).forEach(problem -> lines.add("warning: " + problem));
    routes(settings, catalog, prompts, lines);
    return lines;
  }

  /** The routes are built, so that every bean and endpoint they name is looked up, but not run. */
  private static void routes(
      Settings settings, Catalog catalog, PromptBook prompts, List<String> lines) throws Exception {
    Vertx vertx = Vertx.vertx();
    Main main = CamelMain.aside(settings, "check");
    main.addOverrideProperty("camel.main.autoStartup", "false");
    try {
      InstantSource clock = InstantSource.system();
      Assembly assembly =
          new Assembly(
              settings,
              new LateApi(),
              new VertxSideCalls(vertx, settings.auth().tokens().timeout()),
              new MemoryWindowCounter(clock, 1),
              Tally.none(),
              Assembly.singleUse(Optional.empty()),
              observation -> true,
              UpstreamTracer.NONE,
              new MemorySpendLedger(clock, 1),
              clock);
      LiveContents contents = new LiveContents(assembly.contents(catalog, prompts));
      Pipeline.bind(assembly.rooms(contents), main::bind);
      main.bind(Auditing.FILE, (Processor) exchange -> {});
      main.bind(
          EventLoopEngine.NAME,
          new EventLoopEngine(new HttpServers(vertx, settings, Runnable::run, observation -> {})));
      main.start();
      ModelCamelContext camel = (ModelCamelContext) main.getCamelContext();
      lines.add("routes: ok, %d".formatted(camel.getRouteDefinitions().size()));
      DanglingSteps.in(camel.getRouteDefinitions()).forEach(step -> lines.add("warning: " + step));
      if (settings.load().threading() == Settings.Threading.LOOP) {
        BlockingSteps.in(camel.getRouteDefinitions())
            .forEach(step -> lines.add("warning: " + step));
      }
    } finally {
      main.stop();
      vertx.close().toCompletionStage().toCompletableFuture().join();
    }
  }
}
