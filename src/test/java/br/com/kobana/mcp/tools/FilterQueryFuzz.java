package br.com.kobana.mcp.tools;

import static org.assertj.core.api.Assertions.assertThat;

import br.com.kobana.mcp.catalog.Listing;
import br.com.kobana.mcp.catalog.Tool;
import br.com.kobana.mcp.jsonrpc.Json;
import br.com.kobana.mcp.jsonrpc.MalformedJson;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Any JSON as arguments of a list: parameters that the list declares, or words about what is wrong.
 */
public final class FilterQueryFuzz {
  private static final List<CompiledTool> LISTS =
      Stream.of(Samples.BILLETS, Samples.PIX_LIST, Samples.STATEMENT)
          .map(name -> CompiledTool.of(Samples.catalog().tool(name).orElseThrow()))
          .toList();
  private static final int LONGEST_ANSWER = 10_000;

  private FilterQueryFuzz() {}

  public static void fuzzerTestOneInput(byte[] input) {
    JsonNode given;
    try {
      given = Json.parse(input);
    } catch (MalformedJson e) {
      return;
    }
    if (given instanceof ObjectNode arguments) {
      LISTS.forEach(list -> isExactOrRefused(list, arguments));
    }
  }

  private static void isExactOrRefused(CompiledTool list, ObjectNode arguments) {
    String before = Json.text(arguments);
    try {
      list.check().check(arguments);
      Map<String, String> query = list.query(arguments);
      assertThat(declared(list.tool())).containsAll(query.keySet());
      assertThat(query.values())
          .allMatch(value -> value.length() <= RequestMapping.LONGEST_PARAMETER);
      int asked = arguments.path("filters").size();
      assertThat(query.size()).as("no filter is dropped").isGreaterThanOrEqualTo(asked > 0 ? 1 : 0);
    } catch (BadArguments e) {
      assertThat(e.text()).isNotBlank().hasSizeLessThan(LONGEST_ANSWER);
    }
    assertThat(Json.text(arguments)).isEqualTo(before);
  }

  private static Set<String> declared(Tool tool) {
    Set<String> names = new HashSet<>();
    tool.arguments().forEach(argument -> names.add(argument.target()));
    Listing listing = tool.listing().orElseThrow();
    names.addAll(listing.fixed().keySet());
    listing.filters().forEach(filter -> names.addAll(filter.parameters().values()));
    return names;
  }
}
