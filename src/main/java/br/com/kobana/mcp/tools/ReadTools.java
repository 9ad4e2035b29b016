package br.com.kobana.mcp.tools;

import br.com.kobana.mcp.auth.Caller;
import br.com.kobana.mcp.catalog.Tool;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Finds the tool that reads what another one writes. */
final class ReadTools {
  private static final int VERSION_AND_AREA = 2;

  private final List<CompiledTool> reads;

  ReadTools(Collection<CompiledTool> tools) {
    this.reads =
        tools.stream()
            .filter(t -> t.tool().kind() == Tool.Kind.READ)
            .filter(t -> t.tool().operation().method().equals("GET"))
            .toList();
  }

  /**
   * The read of the same scope this caller may run whose path is the longest beginning of the
   * write's path: the record of {@code /v1/bank_billets/{id}/cancel} is at {@code
   * /v1/bank_billets/{id}}, or else in the list at {@code /v1/bank_billets}. Failing that, a list
   * of the same scope; failing that, the longest beginning under any scope.
   */
  Optional<String> of(Tool write, Caller caller, ToolView view) {
    List<CompiledTool> mine =
        reads.stream()
            .filter(r -> view.shows(r.tool()))
            .filter(r -> r.access().allows(caller))
            .toList();
    List<CompiledTool> ofScope =
        mine.stream().filter(r -> r.tool().scopes().equals(write.scopes())).toList();
    return longestBeginning(ofScope, write)
        .or(() -> ofScope.stream().filter(ReadTools::listsEverything).findFirst())
        .or(() -> longestBeginning(mine, write))
        .map(found -> found.tool().name());
  }

  private static Optional<CompiledTool> longestBeginning(List<CompiledTool> reads, Tool write) {
    List<String> path = segments(write);
    Optional<CompiledTool> longest = Optional.empty();
    int length = VERSION_AND_AREA - 1;
    for (CompiledTool read : reads) {
      List<String> start = segments(read.tool());
      if (start.size() > length
          && start.size() <= path.size()
          && path.subList(0, start.size()).equals(start)) {
        longest = Optional.of(read);
        length = start.size();
      }
    }
    return longest;
  }

  private static boolean listsEverything(CompiledTool read) {
    return read.lists() && read.tool().operation().path().indexOf('{') < 0;
  }

  /** Variables have other names in other paths: only their places count. */
  private static List<String> segments(Tool tool) {
    return Stream.of(tool.operation().path().split("/", -1))
        .filter(s -> !s.isEmpty())
        .map(s -> s.startsWith("{") ? "{}" : s)
        .toList();
  }
}
