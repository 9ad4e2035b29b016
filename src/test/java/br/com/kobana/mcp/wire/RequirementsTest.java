package br.com.kobana.mcp.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Holds {@code docs/requirements.yaml} and the tests to each other. */
class RequirementsTest {
  private static final int COUNT = 150;
  private static final Pattern METHOD = Pattern.compile("(\\w+)#(\\w+)");
  private static final Path TESTS = Path.of("src/test/java");
  private final Map<String, JsonNode> requirements = read();

  private static Map<String, JsonNode> read() {
    Map<String, JsonNode> all = new LinkedHashMap<>();
    try {
      JsonNode root = new YAMLMapper().readTree(Path.of("docs/requirements.yaml").toFile());
      for (JsonNode requirement : root.path("requirements")) {
        String id = requirement.path("id").asText();
        assertThat(all.put(id, requirement)).as("%s stands once", id).isNull();
      }
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
    return all;
  }

  private static List<String> tests(JsonNode requirement) {
    List<String> tests = new ArrayList<>();
    requirement.path("tests").forEach(t -> tests.add(t.asText()));
    return tests;
  }

  @Test
  void everyRowOfTheChecklistIsThereAndComplete() {
    List<String> wrong = new ArrayList<>();
    for (int row = 1; row <= COUNT; row++) {
      String id = "P-%03d".formatted(row);
      JsonNode requirement = requirements.get(id);
      if (requirement == null) {
        wrong.add(id + " is missing");
        continue;
      }
      for (String field : List.of("level", "source", "era", "text", "issue")) {
        if (requirement.path(field).asText("").isBlank()) {
          wrong.add(id + " has no " + field);
        }
      }
      if (!requirement.path("issue").asText().matches("[A-I]")) {
        wrong.add(id + " names no issue");
      }
    }
    assertThat(wrong).isEmpty();
    assertThat(requirements.keySet().stream().filter(id -> id.startsWith("P-"))).hasSize(COUNT);
  }

  @Test
  void everyRequirementHasATestOrSaysWhoOwesIt() {
    List<String> wrong = new ArrayList<>();
    requirements.forEach(
        (id, requirement) -> {
          boolean pending = requirement.has("pending");
          if (requirement.path("issue").asText().equals("A") && pending) {
            wrong.add(id + " belongs to this issue and cannot be pending");
          }
          if (tests(requirement).isEmpty() && !pending) {
            wrong.add(id + " has no test");
          }
          if (pending
              && !requirement.path("pending").asText().equals(requirement.path("issue").asText())) {
            wrong.add(id + " is pending on another issue than its own");
          }
        });
    assertThat(wrong).isEmpty();
  }

  @Test
  void everyNamedTestExists() throws IOException {
    Map<String, String> classes = testClasses();
    List<String> wrong = new ArrayList<>();
    requirements.forEach(
        (id, requirement) ->
            tests(requirement).stream()
                .filter(t -> !exists(t, classes))
                .forEach(t -> wrong.add(id + " names " + t + ", which does not exist")));
    assertThat(wrong).isEmpty();
  }

  @Test
  void transcriptsAndManifestCiteEachOther() {
    List<String> wrong = new ArrayList<>();
    Map<String, Transcript> transcripts = Transcripts.all();
    transcripts.forEach(
        (name, transcript) -> {
          if (transcript.requirements().isEmpty() && !name.contains("/replays/")) {
            wrong.add(name + " covers no requirement");
          }
          for (String id : new TreeSet<>(transcript.requirements())) {
            JsonNode requirement = requirements.get(id);
            if (requirement == null) {
              wrong.add(name + " cites " + id + ", which does not exist");
            } else if (!tests(requirement).contains(name)) {
              wrong.add(name + " covers " + id + ", which does not name it");
            }
          }
        });
    requirements.forEach(
        (id, requirement) ->
            tests(requirement).stream()
                .filter(t -> transcripts.containsKey(t))
                .filter(t -> !transcripts.get(t).requirements().contains(id))
                .forEach(t -> wrong.add(id + " names " + t + ", which does not cite it")));
    assertThat(wrong).isEmpty();
  }

  /** The list of reports lies beside the project. */
  @Test
  void everyReplayHasItsEntry() throws IOException {
    Path list = Path.of(System.getProperty("mcp.shared", "../shared"), "cases", "replays.md");
    assumeTrue(Files.exists(list), "no replays; set -Dmcp.shared to their directory");
    List<String> rows =
        Pattern.compile("(?m)^\\| (\\d+) \\|")
            .matcher(Files.readString(list))
            .results()
            .map(row -> "R-%03d".formatted(Integer.parseInt(row.group(1))))
            .toList();
    assertThat(rows).isNotEmpty();
    assertThat(requirements.keySet().stream().filter(id -> id.startsWith("R-")))
        .containsExactlyElementsOf(rows);
  }

  private static boolean exists(String test, Map<String, String> classes) {
    if (test.startsWith("wire/")) {
      return Files.isRegularFile(Path.of("src/test/resources").resolve(test));
    }
    java.util.regex.Matcher method = METHOD.matcher(test);
    return method.matches()
        && Pattern.compile("\\s" + method.group(2) + "\\(")
            .matcher(classes.getOrDefault(method.group(1), ""))
            .find();
  }

  /** The source of every test class by its simple name. */
  private static Map<String, String> testClasses() throws IOException {
    Map<String, String> sources = new LinkedHashMap<>();
    try (Stream<Path> files = Files.walk(TESTS)) {
      for (Path file :
          (Iterable<Path>) files.filter(f -> f.toString().endsWith(".java"))::iterator) {
        sources.put(file.getFileName().toString().replace(".java", ""), Files.readString(file));
      }
    }
    return sources;
  }
}
