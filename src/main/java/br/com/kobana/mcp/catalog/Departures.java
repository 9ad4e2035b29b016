package br.com.kobana.mcp.catalog;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Where the catalogue departs from the description of the API on purpose, and why: the file {@value
 * #FILE} beside the resources. The gateway does not read it; {@code bin/catalog} does, so that what
 * was decided once is not reported again.
 *
 * @param leftOut the reason for each operation that has no tool, such as {@code GET /v1/userinfo}
 * @param accepted differences that were looked at and are right
 */
public record Departures(Map<String, String> leftOut, List<Accepted> accepted) {
  /** The name of the file in the catalogue's directory. */
  public static final String FILE = "departures.yaml";

  /**
   * Differences of one kind between one tool and its operation.
   *
   * @param kind as {@code bin/catalog diff} writes it, such as {@code not-offered}
   * @param fields those that differ, such as {@code body customer.name} or {@code query
   *     status=paid}
   */
  public record Accepted(String reason, String kind, String tool, Set<String> fields) {}

  public static final Departures NONE = new Departures(Map.of(), List.of());

  /**
   * @param text the file
   * @throws InvalidCatalog when it is not of the form that {@code docs/catalog.md} gives
   */
  public static Departures read(String text) {
    List<String> problems = Location.none();
    Location location = Location.start(FILE, problems);
    JsonNode document = Yaml.read(text, location);
    Map<String, String> leftOut = new LinkedHashMap<>();
    List<Accepted> accepted = new ArrayList<>();
    if (!document.isMissingNode()) {
      Section file = Section.of(document, location);
      leftOut.putAll(file.pairs("leftOut"));
      for (Section group : file.sections("accepted")) {
        accepted.addAll(group(group));
      }
      file.end();
    }
    if (!problems.isEmpty()) {
      throw new InvalidCatalog(problems);
    }
    return new Departures(leftOut, List.copyOf(accepted));
  }

  /** One reason, one kind, and for each tool the fields. */
  private static List<Accepted> group(Section group) {
    String reason = group.requiredText("reason");
    String kind = group.requiredText("kind");
    Map<String, JsonNode> tools = group.members("tools");
    group.end();
    Section fields =
        group
            .section("tools")
            .orElseGet(
                () -> {
                  group.location().at("tools").problem("is missing");
                  return group;
                });
    return tools.keySet().stream()
        .map(tool -> new Accepted(reason, kind, tool, Set.copyOf(fields.texts(tool))))
        .collect(Collectors.toList());
  }
}
