package br.com.kobana.mcp.pipeline;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.camel.model.CircuitBreakerDefinition;
import org.apache.camel.model.DelayDefinition;
import org.apache.camel.model.EndpointRequiredDefinition;
import org.apache.camel.model.EnrichDefinition;
import org.apache.camel.model.PollEnrichDefinition;
import org.apache.camel.model.ProcessorDefinition;
import org.apache.camel.model.RouteDefinition;
import org.apache.camel.model.ThreadsDefinition;
import org.apache.camel.model.ToDefinition;
import org.apache.camel.model.ToDynamicDefinition;

/**
 * Finds steps that would hold the event loop: what waits for an answer on the thread that it was
 * called on, in a route that a request passes. Steps behind {@code threads} or {@code seda}, or
 * tapped off with {@code wireTap}, run elsewhere.
 */
public final class BlockingSteps {
  /** Endpoints that answer at once or go on asynchronously. */
  private static final Set<String> ASYNCHRONOUS =
      Set.of(
          "direct", "kobana", "seda", "log", "bean", "class", "mock", "vertx-http", "controlbus");

  private final Map<String, RouteDefinition> directs;
  private final List<String> found = new ArrayList<>();
  private final Set<String> seen = new HashSet<>();

  private BlockingSteps(List<RouteDefinition> routes) {
    this.directs =
        routes.stream()
            .filter(r -> scheme(r.getInput().getEndpointUri()).equals("direct"))
            .collect(
                Collectors.toMap(
                    r -> r.getInput().getEndpointUri(), Function.identity(), (a, b) -> a));
  }

  /** A line for each step found, naming its route and what to do. */
  public static List<String> in(List<RouteDefinition> routes) {
    BlockingSteps steps = new BlockingSteps(routes);
    routes.stream()
        .filter(r -> scheme(r.getInput().getEndpointUri()).equals("platform-http"))
        .forEach(steps::look);
    return List.copyOf(steps.found);
  }

  private void look(RouteDefinition route) {
    if (seen.add(String.valueOf(route.getId()))) {
      look(route.getOutputs(), String.valueOf(route.getId()));
    }
  }

  private void look(List<ProcessorDefinition<?>> steps, String route) {
    for (ProcessorDefinition<?> step : steps) {
      if (step instanceof ThreadsDefinition) {
        return;
      }
      if (step instanceof ToDefinition to) {
        follow(to, route);
      } else if (blocks(step)) {
        report(step, route, step.getShortName());
      }
      look(step.getOutputs(), route);
    }
  }

  private void follow(ToDefinition to, String route) {
    String uri = ((EndpointRequiredDefinition) to).getEndpointUri();
    RouteDefinition next = directs.get(uri);
    if (next != null) {
      look(next);
    } else if (!ASYNCHRONOUS.contains(scheme(uri))) {
      report(to, route, scheme(uri) + ":");
    }
  }

  /** The circuit breaker waits on the loop for an answer that only the loop can bring. */
  private static boolean blocks(ProcessorDefinition<?> step) {
    return step instanceof CircuitBreakerDefinition
        || step instanceof PollEnrichDefinition
        || step instanceof EnrichDefinition
        || step instanceof DelayDefinition
        || step.getClass() == ToDynamicDefinition.class;
  }

  private void report(ProcessorDefinition<?> step, String route, String what) {
    found.add(
        "route %s step %s: %s blocks the event loop; put it behind seda, threads or wireTap, or set"
                .formatted(route, step.getId(), what)
            + " mcp.threading=worker");
  }

  private static String scheme(String uri) {
    int colon = uri.indexOf(':');
    return colon < 0 ? uri : uri.substring(0, colon);
  }
}
