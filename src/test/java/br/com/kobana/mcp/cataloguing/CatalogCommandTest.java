package br.com.kobana.mcp.cataloguing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CatalogCommandTest {
  private static final Path SAMPLES = Path.of("src/test/resources/catalog-tool");
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();
  @TempDir private Path home;
  private Path catalogue;
  private Path api;

  @BeforeEach
  void copySamples() throws IOException {
    catalogue = Files.createDirectories(home.resolve("src/main/resources/catalog"));
    Files.createDirectories(home.resolve("docs"));
    try (Stream<Path> files = Files.list(SAMPLES.resolve("catalog"))) {
      for (Path file : files.toList()) {
        Files.copy(file, catalogue.resolve(file.getFileName()));
      }
    }
    api = Files.copy(SAMPLES.resolve("toys.json"), home.resolve("toys.json"));
  }

  @Test
  void soundCatalogueIsOk() {
    assertThat(run("check", api.toString())).isZero();
    assertThat(lines()).containsExactly("2 tools, 0 record types, 1 operations left out: ok");
  }

  @Test
  void checkSaysEveryProblemOfTheFiles() {
    edit(
        "toy.boxes.yaml",
        s -> s.replace("kind: read", "kind: reads").replace("title: Make", "ti: "));

    assertThat(run("check")).isEqualTo(1);
    assertThat(lines())
        .contains(
            "toy.boxes.yaml: banking_toy_box_list: kind: \"reads\" is not one of read, write,"
                + " destructive",
            "toy.boxes.yaml: banking_toy_box_create: title: is missing");
  }

  @Test
  void checkRefusesAnUnknownScopeAndAName65Long() {
    edit(
        "toy.boxes.yaml",
        s ->
            s.replace("scope: toy.boxes", "scope: toy.balls")
                .replace("banking_toy_box_create", "b".repeat(65)));

    assertThat(run("check")).isEqualTo(1);
    assertThat(lines())
        .anyMatch(l -> l.contains("\"toy.balls\" is not among the scopes"))
        .anyMatch(l -> l.contains("is not 1 to 64 of a-z, 0-9 and _"));
  }

  @Test
  void checkFindsAPathAndAParameterThatTheApiDoesNotHave() {
    edit(
        "toy.boxes.yaml",
        s -> s.replace("GET /v2/toy/boxes", "GET /v2/toy/crates").replace("colour:", "taste:"));

    assertThat(run("check", api.toString())).isEqualTo(1);
    assertThat(lines())
        .containsExactly(
            "gone-operation banking_toy_box_list: GET /v2/toy/crates: the API no longer describes"
                + " the operation (breaking)",
            "gone-parameter banking_toy_box_create: body toys[].taste: the API no longer describes"
                + " it (breaking)",
            "2 tools, 0 record types, 1 operations left out: 2 problems");
  }

  @Test
  void versionsThatNoFileDescribesAreNotCompared() {
    editApi(s -> s.replace("/v2/toy", "/v1/toy"));

    assertThat(run("check", api.toString())).isZero();
  }

  @Test
  void diffListsNewOperationsAndThoseLeftOutAndIsNotBroken() {
    assertThat(run("diff", api.toString())).isZero();
    assertThat(lines())
        .containsExactly(
            "new-operation GET /v2/toy/boxes/{uid}: has no tool and is not left out",
            "new-operation PUT /v2/toy/boxes/{uid}/cancel: has no tool and is not left out",
            "Left out on purpose: 1",
            "  GET /v2/toy/boxes/{uid}/photo: Answers with a file.",
            "5 operations described; 2 differences, 0 of them breaking");
  }

  @Test
  void goneOperationBreaks() {
    editApi(s -> s.replace("\"post\": {", "\"trace\": {"));

    assertBreaking("gone-operation banking_toy_box_create: POST /v2/toy/boxes");
  }

  @Test
  void goneParameterBreaks() {
    editApi(s -> s.replace("made_to", "made_until"));

    assertBreaking("gone-parameter banking_toy_box_list: query made_to");
    assertThat(lines())
        .anyMatch(l -> l.startsWith("not-offered banking_toy_box_list: query made_until"));
  }

  @Test
  void goneFieldInsideAnArrayBreaks() {
    editApi(s -> s.replace("\"colour\"", "\"color\""));

    assertBreaking("gone-parameter banking_toy_box_create: body toys[].colour");
  }

  @Test
  void valueThatTheApiDroppedBreaksAndOneThatItAddedDoesNot() {
    editApi(s -> s.replace("[\"open\", \"shut\"]", "[\"open\", \"lost\"]"));

    assertBreaking("gone-value banking_toy_box_list: query status=shut");
    assertThat(lines())
        .contains(
            "new-value banking_toy_box_list: query status=lost: the API takes this value, the tool"
                + " does not");
  }

  @Test
  void newlyRequiredFieldBreaksWhetherOfferedOrNot() {
    editApi(
        s ->
            s.replace("[\"size\", \"uid\"]", "[\"size\", \"uid\", \"owner\", \"weight\"]")
                .replace("\"lid\":", "\"weight\": {\"type\": \"number\"}, \"lid\":"));

    assertBreaking("required banking_toy_box_create: body owner");
    assertThat(lines()).anyMatch(l -> l.startsWith("required banking_toy_box_create: body weight"));
  }

  @Test
  void newlyRequiredQueryParameterBreaks() {
    editApi(s -> s.replace("\"name\": \"made_to\",", "\"name\": \"made_to\", \"required\": true,"));

    assertBreaking("required banking_toy_box_list: query made_to");
  }

  @Test
  void newOptionalFieldIsToldAndBreaksNothing() {
    editApi(s -> s.replace("\"lid\":", "\"weight\": {\"type\": \"number\"}, \"lid\":"));

    assertThat(run("diff", api.toString())).isZero();
    assertThat(lines())
        .contains(
            "not-offered banking_toy_box_create: body weight: the API takes it, the tool does not");
  }

  @Test
  void departureThatNoLongerDiffersIsTold() {
    editApi(s -> s.replace("\"lid\": {\"type\": \"string\"},", ""));

    assertThat(run("diff", api.toString())).isZero();
    assertThat(lines())
        .anyMatch(
            l -> l.startsWith("stale-departure banking_toy_box_create: not-offered body lid"));
  }

  @Test
  void draftIsAnEntryThatOnlyLacksItsDescriptions() {
    assertThat(run("draft", api.toString(), "/v2/toy/boxes/{uid}/cancel")).isZero();
    String entry = out.toString(StandardCharsets.UTF_8);
    assertThat(entry)
        .isEqualTo(
            """
              - name: banking_toy_box_cancel
                title: ""
                description: ""
                operation: PUT /v2/toy/boxes/{uid}/cancel
                kind: destructive
                annotations: {readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false}
                scopes: [toy.boxes]
                shape: record
                required: [reason]
                arguments:
                  uid: {type: string, description: ""}
                  reason: {type: integer, enum: [1, 2], description: ""}
                  note: {type: string, maxLength: 40, description: ""}
            """);

    edit("toy.boxes.yaml", s -> s + entry);
    assertThat(run("check", api.toString())).isEqualTo(1);
    assertThat(lines())
        .isNotEmpty()
        .allMatch(
            l ->
                l.startsWith("toy.boxes.yaml: banking_toy_box_cancel: ")
                    && l.endsWith("is empty, text is needed"));

    edit("toy.boxes.yaml", s -> s.replace("\"\"", "What it is and does for people"));
    assertThat(run("check", api.toString())).isZero();
  }

  @Test
  void draftOfAListPairsItsFilters() {
    assertThat(run("draft", api.toString(), "/v2/toy/boxes", "get")).isZero();
    assertThat(out.toString(StandardCharsets.UTF_8))
        .startsWith("  - name: banking_toy_box_list\n")
        .endsWith(
            """
                listing:
                  paging: page
                  filters:
                    status: {eq: status, values: [open, shut]}
                    made_at: {type: date, gte: made_from, lte: made_to}
            """
                .indent(2)
                .replaceAll("(?m)^  ", ""));
  }

  @Test
  void sizeCountsWhatIsListed() {
    assertThat(run("size")).isZero();
    assertThat(lines())
        .anyMatch(l -> l.matches("\\| toy \\| 2 \\| 1 \\| 1 \\| 0 \\| \\d{3,4} \\| \\d{3} \\|"))
        .anyMatch(l -> l.matches("\\| `sandbox-read` \\| 1 \\| \\d+ \\| \\d+ \\| \\d+ \\|"));
  }

  @Test
  void docsAreWritten() throws IOException {
    assertThat(run("docs")).isZero();
    assertThat(Files.readString(home.resolve("docs/tools.md")))
        .contains(
            "| `banking_toy_box_list` | read | `GET /v2/toy/boxes` | toy.boxes | Lists the boxes of"
                + " the account, the newest first. |");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "fly", "diff", "draft", "draft x.json", "size now", "docs now"})
  void misuseShowsTheUsage(String words) {
    assertThat(run(words.isEmpty() ? new String[0] : words.split(" "))).isEqualTo(2);
    assertThat(err.toString(StandardCharsets.UTF_8)).startsWith("usage: bin/catalog");
  }

  @Test
  void fileThatIsNoDescriptionIsMisuse() throws IOException {
    Path other = Files.writeString(home.resolve("other.json"), "{\"a\":1}");

    assertThat(run("diff", home.resolve("absent.json").toString())).isEqualTo(2);
    assertThat(run("diff", other.toString())).isEqualTo(2);
    assertThat(err.toString(StandardCharsets.UTF_8))
        .contains("absent.json: cannot be read", "other.json: has no paths");
  }

  @Test
  void anotherDirectoryCanBeChecked() {
    assertThat(run("--catalog", SAMPLES.resolve("catalog").toString(), "check")).isZero();
  }

  @Test
  void packagedCatalogueIsSoundAndNothingOfTheApiBreaksIt() throws IOException {
    Path openapi = Path.of(System.getProperty("mcp.shared", "../shared"), "reference", "openapi");
    Path v1 = openapi.resolve("kobana-v1.json");
    assumeTrue(Files.exists(v1), "no reference files; set -Dmcp.shared to their directory");
    String v2 = openapi.resolve("kobana-v2.json").toString();
    String packaged = "src/main/resources/catalog";

    assertThat(run("--catalog", packaged, "check", v1.toString(), v2)).isZero();
    assertThat(run("--catalog", packaged, "diff", v1.toString(), v2)).isZero();
    assertThat(lines())
        .startsWith("Left out on purpose: 23")
        .endsWith("312 operations described; 0 differences, 0 of them breaking")
        .hasSize(25);
    assertThat(leftOut(lines())).containsExactlyInAnyOrderElementsOf(decidedLeftOut(openapi));
  }

  private static List<String> leftOut(List<String> lines) {
    return lines.stream()
        .filter(l -> l.startsWith("  "))
        .map(l -> l.strip().substring(0, l.strip().indexOf(": ")))
        .toList();
  }

  /** The rows of the table of decisions that are not included. */
  private static List<String> decidedLeftOut(Path openapi) throws IOException {
    return Files.readAllLines(openapi.resolveSibling("kobana-catalog.csv")).stream()
        .filter(l -> l.contains(",no,"))
        .map(l -> l.split(",", -1))
        .map(cells -> cells[1] + " " + cells[2])
        .collect(Collectors.toList());
  }

  private void assertBreaking(String start) {
    assertThat(run("diff", api.toString())).isEqualTo(1);
    assertThat(lines()).anyMatch(l -> l.startsWith(start + ": ") && l.endsWith(" (breaking)"));
  }

  private int run(String... words) {
    out.reset();
    return new CatalogCommand(
            home,
            new PrintStream(out, true, StandardCharsets.UTF_8),
            new PrintStream(err, true, StandardCharsets.UTF_8))
        .run(List.of(words));
  }

  private List<String> lines() {
    return out.toString(StandardCharsets.UTF_8).lines().toList();
  }

  private void edit(String file, UnaryOperator<String> change) {
    rewrite(catalogue.resolve(file), change);
  }

  private void editApi(UnaryOperator<String> change) {
    rewrite(api, change);
  }

  /** Fails where the change changes nothing, so that no test passes for that reason. */
  private static void rewrite(Path file, UnaryOperator<String> change) {
    try {
      String before = Files.readString(file);
      String after = change.apply(before);
      assertThat(after).isNotEqualTo(before);
      Files.writeString(file, after);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
