package br.com.kobana.mcp.tools;

import br.com.kobana.mcp.auth.Caller;
import br.com.kobana.mcp.catalog.Tool;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Finds the tool that reads what another one writes. */
final class ReadTools {
  private final List<CompiledTool> reads;

  ReadTools(Collection<CompiledTool> tools) {
    this.reads =
        tools.stream()
            .filter(t -> t.tool().kind() == Tool.Kind.READ)
            .filter(t -> t.tool().operation().method().equals("GET"))
            .toList();
  }

  /**
   * The read this caller may run whose path is the longest beginning of the write's path: the
   * record of {@code /v1/bank_billets/{id}/cancel} is at {@code /v1/bank_billets/{id}}, or else in
   * the list at {@code /v1/bank_billets}.
   */
  Optional<String> of(Tool write, Caller caller) {
    List<String> path = segments(write.operation().path());
    Optional<String> found = Optional.empty();
    int longest = 2;
    for (CompiledTool read : reads) {
      List<String> candidate = segments(read.tool().operation().path());
      if (candidate.size() >= longest
          && candidate.size() <= path.size()
          && path.subList(0, candidate.size()).equals(candidate)
          && read.access().allows(caller)
          && (found.isEmpty() || candidate.size() > longest)) {
        found = Optional.of(read.tool().name());
        longest = candidate.size();
      }
    }
    return found;
  }

  private static List<String> segments(String path) {
    return Stream.of(path.split("/", -1)).filter(s -> !s.isEmpty()).toList();
  }
}
