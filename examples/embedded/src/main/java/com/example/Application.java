package com.example;

import br.com.kobana.mcp.RunningParts;
import br.com.kobana.mcp.settings.Settings;
import java.time.InstantSource;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.main.Main;

/** An application of Camel Main with a route of its own, and the gateway in it. */
public final class Application {
  private Application() {}

  public static void main(String[] args) throws Exception {
    Main main = application();
    try (RunningParts gateway = start(main, Settings.fromEnvironment())) {
      System.out.println("MCP on port " + gateway.port());
      main.run();
    }
  }

  /** The application as it is without the gateway. */
  public static Main application() {
    Main main = new Main();
    main.configure().addRoutesBuilder(new OwnRoutes());
    return main;
  }

  public static RunningParts start(Main main, Settings settings) throws Exception {
    return RunningParts.within(main, settings, InstantSource.system());
  }

  private static final class OwnRoutes extends RouteBuilder {
    @Override
    public void configure() {
      from("direct:orders").routeId("orders").setBody(simple("order ${body} taken"));
      from("direct:broken")
          .routeId("broken")
          .throwException(new IllegalStateException("the application's own"));
      from("platform-http:/orders").routeId("orders-over-http").setBody(constant("2 orders"));
    }
  }
}
