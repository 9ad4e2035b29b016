package br.com.kobana.mcp.pipeline;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.camel.model.EndpointRequiredDefinition;
import org.apache.camel.model.ProcessorDefinition;
import org.apache.camel.model.RouteDefinition;
import org.apache.camel.model.ToDynamicDefinition;

/**
 * Finds steps that lead to a {@code direct:} endpoint from which no route starts, or with {@code
 * kobana:route} to a route that is not there.
 */
public final class DanglingSteps {
  private static final String ROUTE = "kobana:route?routeId=";

  private DanglingSteps() {}

  /** A line for each, naming route and step. */
  public static List<String> in(List<RouteDefinition> routes) {
    Set<String> starts =
        routes.stream()
            .map(route -> path(route.getInput().getEndpointUri()))
            .collect(Collectors.toCollection(HashSet::new));
    routes.forEach(route -> starts.add(ROUTE + route.getId()));
    List<String> found = new ArrayList<>();
    routes.forEach(route -> look(route.getOutputs(), String.valueOf(route.getId()), starts, found));
    return List.copyOf(found);
  }

  private static void look(
      List<ProcessorDefinition<?>> steps, String route, Set<String> starts, List<String> found) {
    for (ProcessorDefinition<?> step : steps) {
      String uri = uri(step);
      if (uri.startsWith("direct:") && !uri.contains("${") && !starts.contains(path(uri))) {
        found.add(
            "route %s step %s: no route starts from %s".formatted(route, step.getId(), path(uri)));
      } else if (uri.startsWith(ROUTE) && !starts.contains(uri)) {
        found.add(
            "route %s step %s: there is no route %s"
                .formatted(route, step.getId(), uri.substring(ROUTE.length())));
      }
      look(step.getOutputs(), route, starts, found);
    }
  }

  private static String uri(ProcessorDefinition<?> step) {
    if (step instanceof EndpointRequiredDefinition to && to.getEndpointUri() != null) {
      return to.getEndpointUri();
    }
    return step instanceof ToDynamicDefinition to && to.getUri() != null ? to.getUri() : "";
  }

  private static String path(String uri) {
    String plain = uri.replaceFirst("^([a-z0-9-]+):/+", "$1:");
    int question = plain.indexOf('?');
    return question < 0 ? plain : plain.substring(0, question);
  }
}
