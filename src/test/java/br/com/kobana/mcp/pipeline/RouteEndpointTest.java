package br.com.kobana.mcp.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import br.com.kobana.mcp.observe.UpstreamTracer;
import br.com.kobana.mcp.upstream.KobanaApi;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.camel.Exchange;
import org.apache.camel.RoutesBuilder;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.test.junit5.CamelTestSupport;
import org.junit.jupiter.api.Test;

/** {@code kobana:route}: the steps of another route, in the same exchange. */
class RouteEndpointTest extends CamelTestSupport {
  private final AtomicReference<Exchange> seen = new AtomicReference<>();

  @Override
  protected RoutesBuilder createRouteBuilder() {
    KobanaApi none = (request, patience) -> new CompletableFuture<>();
    context.addComponent(
        "kobana",
        new KobanaComponent(
            none, Duration.ofSeconds(1), (request, outcome) -> {}, UpstreamTracer.NONE));
    return new RouteBuilder() {
      @Override
      public void configure() {
        from("direct:elsewhere")
            .to("kobana:route?routeId=pipeline")
            .transform(body().append(" and came back"));
        from("direct:nowhere").to("kobana:route?routeId=absent");
        from("direct:door").routeId("pipeline").process(seen::set).transform(body().append(" ran"));
      }
    };
  }

  @Test
  void theStepsOfTheRouteRunAndThenThoseAfterIt() {
    Exchange exchange =
        template.request("direct:elsewhere", asked -> asked.getMessage().setBody("it"));
    assertThat(exchange.getException()).isNull();
    assertThat(exchange.getMessage().getBody()).isEqualTo("it ran and came back");
    assertThat(seen.get()).isSameAs(exchange);
  }

  @Test
  void aRouteThatIsNotThereIsNamed() {
    assertThatThrownBy(() -> template.requestBody("direct:nowhere", "it"))
        .hasRootCauseMessage("no route 'absent' runs");
  }

  @Test
  void aRouteThatIsStoppedDoesNotRun() throws Exception {
    context.getRouteController().stopRoute("pipeline");
    assertThatThrownBy(() -> template.requestBody("direct:elsewhere", "it"))
        .hasRootCauseMessage("no route 'pipeline' runs");
    context.getRouteController().startRoute("pipeline");
    assertThat(template.requestBody("direct:elsewhere", "it")).isEqualTo("it ran and came back");
    context.getRouteController().suspendRoute("pipeline");
    assertThatThrownBy(() -> template.requestBody("direct:elsewhere", "it"))
        .hasRootCauseMessage("no route 'pipeline' runs");
  }

  @Test
  void nothingStartsThere() {
    assertThatThrownBy(
            () ->
                context.addRoutes(
                    new RouteBuilder() {
                      @Override
                      public void configure() {
                        from("kobana:route?routeId=pipeline").log("it");
                      }
                    }))
        .hasStackTraceContaining("kobana:route only leads to routes");
  }

  @Test
  void itMustBeSaidWhichRoute() {
    assertThatThrownBy(() -> context.getEndpoint("kobana:route"))
        .hasRootCauseMessage("kobana:route wants routeId, the route to run");
  }
}
