package br.com.kobana.mcp.audit;

import static org.assertj.core.api.Assertions.assertThat;

import br.com.kobana.mcp.settings.Settings;
import br.com.kobana.mcp.testing.McpClient;
import br.com.kobana.mcp.testing.RunningGateway;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A trail of ten thousand calls through a running gateway, whole and then broken in each way. */
@Timeout(180)
class VerifierTest {
  private static final byte[] KEY =
      "a key of thirty-two bytes or more".getBytes(StandardCharsets.US_ASCII);
  private static final int CALLS = 10_000;
  private static final int AT_ONCE = 50;
  @TempDir static Path recorded;
  @TempDir Path copy;
  private static Path file;

  @BeforeAll
  static void record() throws Exception {
    try (RunningGateway gateway =
        RunningGateway.start(
            Map.of(
                "mcp.audit.key", Base64.getEncoder().encodeToString(KEY),
                "mcp.audit.directory", recorded.toString(),
                "mcp.rate-limit.reads-per-hour", "1000000"))) {
      McpClient client = new McpClient(gateway.url(), "sandbox-full");
      for (int i = 0; i < CALLS; i += AT_ONCE) {
        List<CompletableFuture<?>> calls = new ArrayList<>();
        for (int j = 0; j < AT_ONCE; j++) {
          calls.add(
              client.callAsync(
                  "tools/call",
                  "{\"name\":\"banking_charge_bank_billet_list\",\"arguments\":{\"limit\":"
                      + (j % 2 == 0 ? "1" : "-1")
                      + "}}"));
        }
        CompletableFuture.allOf(calls.toArray(CompletableFuture[]::new)).join();
      }
    }
    List<Path> files = Trails.files(recorded);
    assertThat(files).hasSize(1);
    file = files.get(0);
  }

  private Finding broken(UnaryOperator<List<String>> by) throws IOException {
    List<String> lines = new ArrayList<>(Files.readAllLines(file));
    return verified(String.join("\n", by.apply(lines)) + "\n", KEY);
  }

  private Finding verified(String content, byte[] key) throws IOException {
    Path broken = copy.resolve(file.getFileName());
    Files.writeString(broken, content);
    return new Verifier(List.of(new AuditKey(key))).verify(List.of(broken)).get(0);
  }

  @Test
  void everyCallIsRecordedAndTheTrailIsWhole() throws Exception {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    int status =
        AuditCommand.verify(
            List.of(file.toString()), List.of(KEY), new PrintStream(out), System.err);
    assertThat(out.toString()).contains("ok, " + (CALLS + 2) + " lines, sealed");
    assertThat(status).isZero();
    assertThat(Trails.records(recorded))
        .filteredOn(record -> record.path("type").asText().equals("call"))
        .hasSize(CALLS);
  }

  @Test
  void editedLineIsFound() throws Exception {
    Finding finding =
        broken(
            lines -> {
              lines.set(4999, lines.get(4999).replace("\"type\":\"call\"", "\"type\":\"gall\""));
              return lines;
            });
    assertThat(finding)
        .hasToString(
            file.getFileName()
                + ": BROKEN at line 5000: the line was changed, or written without the key");
  }

  @Test
  void deletedLineIsFound() throws Exception {
    Finding finding =
        broken(
            lines -> {
              lines.remove(2999);
              return lines;
            });
    assertThat(finding.line()).isEqualTo(3000);
    assertThat(finding.text()).contains("line 3001 stands here: lines are missing");
  }

  @Test
  void reorderedLinesAreFound() throws Exception {
    Finding finding =
        broken(
            lines -> {
              Collections.swap(lines, 99, 100);
              return lines;
            });
    assertThat(finding.line()).isEqualTo(100);
    assertThat(finding.text()).contains("line 101 stands here");
  }

  @Test
  void repeatedLineIsFound() throws Exception {
    Finding finding =
        broken(
            lines -> {
              lines.add(200, lines.get(150));
              return lines;
            });
    assertThat(finding.line()).isEqualTo(201);
    assertThat(finding.text()).contains("line 151 stands here again");
  }

  @Test
  void inventedLineIsFound() throws Exception {
    Finding finding =
        broken(
            lines -> {
              lines.add(10, lines.get(9).replace("\"n\":10,", "\"n\":11,"));
              return lines;
            });
    assertThat(finding.line()).isEqualTo(11);
    assertThat(finding.text()).contains("changed, or written without the key");
  }

  @Test
  void lineOfAnotherFileIsFound() throws Exception {
    Settings.Audit settings =
        new Settings.Audit(
            List.of(KEY),
            copy.resolve("other"),
            1 << 20,
            Duration.ofHours(1),
            5,
            Settings.OnFull.BLOCK);
    try (AuditFiles files = new AuditFiles(settings.directory());
        AuditTrail trail =
            new AuditTrail(
                settings, InstantSource.fixed(Instant.parse("2026-03-01T12:00:00Z")), () -> 7)) {
      trail.start(files);
      trail.took("maria", "route.stop", Map.of());
    }
    String foreign = Files.readAllLines(Trails.files(settings.directory()).get(0)).get(1);
    Finding finding =
        broken(
            lines -> {
              lines.set(1, foreign);
              return lines;
            });
    assertThat(finding.line()).isEqualTo(2);
    assertThat(finding.text()).contains("from another file");
  }

  @Test
  void lineCutInTheMiddleIsFound() throws Exception {
    String content = Files.readString(file);
    Finding finding = verified(content.substring(0, content.length() - 40), KEY);
    assertThat(finding.line()).isEqualTo(CALLS + 2);
    assertThat(finding.text()).contains("cut off in the middle");
  }

  @Test
  void fileCutOffAtItsEndHasNoSeal() throws Exception {
    Finding finding = broken(lines -> lines.subList(0, 7000));
    assertThat(finding.state()).isEqualTo(Finding.State.OPEN);
    assertThat(finding.text()).contains("line 7000; NO SEAL");
  }

  @Test
  void missingBeginningIsFound() throws Exception {
    Finding finding = broken(lines -> lines.subList(50, lines.size()));
    assertThat(finding.line()).isEqualTo(1);
    assertThat(finding.text()).contains("calls itself line 51");
  }

  @Test
  void lineAfterTheSealIsFound() throws Exception {
    Finding finding =
        broken(
            lines -> {
              lines.add(lines.get(5));
              return lines;
            });
    assertThat(finding.line()).isEqualTo(CALLS + 3);
    assertThat(finding.text()).contains("after the seal");
  }

  @Test
  void wrongKeyVerifiesNothing() throws Exception {
    Finding finding = verified(Files.readString(file), new byte[32]);
    assertThat(finding.line()).isEqualTo(1);
    assertThat(finding.text()).contains("a key that was not given");
  }

  @Test
  void whatIsNoTrailIsSaidToBeNone() throws Exception {
    assertThat(verified("hello\n", KEY).text()).contains("no line of an audit trail");
    assertThat(verified("", KEY).text()).contains("empty");
  }

  @Test
  void missingFileAndCutOffFileAreFoundByTheNext() throws Exception {
    for (int i = 0; i < 3; i++) {
      Settings.Audit settings =
          new Settings.Audit(
              List.of(KEY),
              copy.resolve("many"),
              1 << 20,
              Duration.ofHours(1),
              5,
              Settings.OnFull.BLOCK);
      try (AuditFiles files = new AuditFiles(settings.directory());
          AuditTrail trail =
              new AuditTrail(
                  settings,
                  InstantSource.fixed(Instant.parse("2026-03-01T12:00:0" + i + "Z")),
                  () -> 7)) {
        trail.start(files);
        trail.took("maria", "route.stop", Map.of());
      }
    }
    List<Path> files = Trails.files(copy.resolve("many"));
    Verifier verifier = new Verifier(List.of(new AuditKey(KEY)));
    assertThat(verifier.verify(files)).extracting(Finding::state).containsOnly(Finding.State.WHOLE);
    assertThat(verifier.verify(List.of(files.get(0), files.get(2))).get(1).text())
        .contains("goes on from " + files.get(1).getFileName());
    List<String> lines = Files.readAllLines(files.get(1));
    Files.write(files.get(1), lines.subList(0, 2));
    assertThat(verifier.verify(files))
        .extracting(Finding::text)
        .anyMatch(text -> text.contains("lines after it were cut off"));
  }
}
