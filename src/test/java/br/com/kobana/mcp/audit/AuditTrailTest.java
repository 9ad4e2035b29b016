package br.com.kobana.mcp.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import br.com.kobana.mcp.jsonrpc.Json;
import br.com.kobana.mcp.observe.Observation;
import br.com.kobana.mcp.protocol.McpMethod;
import br.com.kobana.mcp.protocol.ProtocolVersion;
import br.com.kobana.mcp.protocol.Rung;
import br.com.kobana.mcp.settings.Settings;
import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What becomes of records when the sink is slow, fails or ends. */
@Timeout(60)
class AuditTrailTest {
  private static final InstantSource CLOCK =
      InstantSource.fixed(Instant.parse("2026-03-01T12:00:00Z"));
  @TempDir Path directory;

  /** A sink that takes a line for each permit. */
  private static final class Held implements AuditSink {
    private final Semaphore permits = new Semaphore(0);
    private final BlockingQueue<AuditLine> taken = new LinkedBlockingQueue<>();

    @Override
    public void take(AuditLine line) throws InterruptedException {
      permits.acquire();
      taken.add(line);
    }

    JsonNode next() throws Exception {
      permits.release();
      AuditLine line = taken.poll(10, TimeUnit.SECONDS);
      assertThat(line).as("a line").isNotNull();
      return Json.parse(line.bytes());
    }
  }

  private AuditTrail trail(Settings.OnFull onFull, int buffer) {
    return new AuditTrail(
        new Settings.Audit(
            List.of(new byte[32]), directory, 1 << 20, Duration.ofHours(24), buffer, onFull),
        CLOCK,
        () -> 7);
  }

  private static Observation call() {
    Observation call = new Observation();
    call.spoken(ProtocolVersion.V2025_06_18, Optional.of(McpMethod.TOOLS_CALL));
    call.close();
    return call;
  }

  @Test
  void callWithoutRoomForItsRecordIsNotLetIn() throws Exception {
    Held sink = new Held();
    sink.permits.release();
    try (AuditTrail trail = trail(Settings.OnFull.BLOCK, 2)) {
      trail.start(sink);
      Observation first = call();
      Observation second = call();
      Observation third = call();
      assertThat(trail.admits(first)).isTrue();
      assertThat(trail.admits(second)).isTrue();
      assertThat(trail.admits(third)).isFalse();
      assertThat(trail.refused()).isEqualTo(1);
      trail.ended(first);
      sink.permits.release();
      await().until(() -> trail.admits(third));
      sink.permits.release(100);
      trail.ended(second);
      trail.ended(third);
    }
  }

  @Test
  void admittedCallHasItsRecordThoughOthersFillTheBuffer() throws Exception {
    Held sink = new Held();
    sink.permits.release();
    try (AuditTrail trail = trail(Settings.OnFull.BLOCK, 2)) {
      trail.start(sink);
      Observation admitted = call();
      assertThat(trail.admits(admitted)).isTrue();
      trail.ended(call());
      trail.ended(call());
      assertThat(trail.dropped()).isEqualTo(1);
      trail.ended(admitted);
      assertThat(trail.dropped()).isEqualTo(1);
      sink.permits.release(100);
      await().untilAsserted(() -> assertThat(trail.written()).isEqualTo(2));
    }
  }

  @Test
  void trailIsNotSealedBeforeCallsUnderWayAreTold() throws Exception {
    BlockingQueue<AuditLine> taken = new LinkedBlockingQueue<>();
    AuditTrail trail = trail(Settings.OnFull.BLOCK, 2);
    trail.start(taken::add);
    Observation underWay = call();
    assertThat(trail.admits(underWay)).isTrue();
    Thread closing = new Thread(trail::close);
    closing.start();
    await().until(() -> closing.getState() == Thread.State.TIMED_WAITING);
    trail.ended(underWay);
    closing.join();
    assertThat(taken)
        .extracting(line -> Json.parse(line.bytes()).path("type").asText())
        .containsExactly("open", "call", "seal");
  }

  @Test
  void callThatIsNotRecordedGivesItsPlaceBack() throws Exception {
    try (AuditTrail trail = trail(Settings.OnFull.BLOCK, 1)) {
      trail.start(line -> {});
      Observation list = new Observation();
      list.spoken(ProtocolVersion.V2025_06_18, Optional.of(McpMethod.TOOLS_LIST));
      assertThat(trail.admits(list)).isTrue();
      assertThat(trail.backlog()).isEqualTo(1);
      trail.ended(list);
      assertThat(trail.backlog()).isZero();
    }
  }

  @Test
  void droppedRecordsAreToldWhereTheyAreMissing() throws Exception {
    Held sink = new Held();
    sink.permits.release();
    try (AuditTrail trail = trail(Settings.OnFull.DROP_AND_COUNT, 1)) {
      trail.start(sink);
      trail.ended(call());
      // From here on the only place is held by a line that the sink has not taken.
      await().until(sink.permits::hasQueuedThreads);
      for (int i = 0; i < 3; i++) {
        assertThat(trail.admits(call())).isTrue();
        trail.ended(call());
      }
      assertThat(trail.dropped()).isEqualTo(3);
      assertThat(sink.taken.take().bytes()).asString().contains("\"open\"");
      List<JsonNode> lines = List.of(sink.next(), sink.next());
      assertThat(lines).extracting(l -> l.path("type").asText()).containsExactly("call", "gap");
      assertThat(lines.get(1).path("dropped").asInt()).isEqualTo(3);
      sink.permits.release(100);
    }
  }

  @Test
  void failingSinkIsTriedUntilItTakesTheLine() throws Exception {
    BlockingQueue<AuditLine> taken = new LinkedBlockingQueue<>();
    int[] attempts = {0};
    try (AuditTrail trail = trail(Settings.OnFull.BLOCK, 5)) {
      trail.start(
          line -> {
            if (attempts[0]++ % 3 == 1) {
              throw new java.io.IOException("disk full");
            }
            taken.add(line);
          });
      trail.ended(call());
      await().until(() -> trail.written() == 1);
      assertThat(trail.failures()).isEqualTo(1);
      assertThat(trail.dropped()).isZero();
    }
    assertThat(taken)
        .extracting(line -> Json.parse(line.bytes()).path("type").asText())
        .containsExactly("open", "call", "seal");
  }

  @Test
  void failingSinkWithDropAndCountLeavesAGap() throws Exception {
    BlockingQueue<AuditLine> taken = new LinkedBlockingQueue<>();
    boolean[] broken = {false};
    try (AuditTrail trail = trail(Settings.OnFull.DROP_AND_COUNT, 5)) {
      trail.start(
          line -> {
            if (broken[0]) {
              throw new java.io.IOException("no broker");
            }
            taken.add(line);
          });
      broken[0] = true;
      trail.ended(call());
      await().until(() -> trail.dropped() == 1);
      assertThat(trail.isFailing()).isTrue();
      broken[0] = false;
      await().untilAsserted(() -> assertThat(trail.isFailing()).isFalse());
    }
    assertThat(taken)
        .extracting(line -> Json.parse(line.bytes()).path("type").asText())
        .containsExactly("open", "gap", "seal");
  }

  @Test
  void floodOfStrangersIsCountedInOneLine() throws Exception {
    BlockingQueue<AuditLine> taken = new LinkedBlockingQueue<>();
    try (AuditTrail trail = trail(Settings.OnFull.BLOCK, 10_000)) {
      trail.start(taken::add);
      for (int i = 0; i < 5000; i++) {
        Observation stranger = new Observation();
        stranger.refused(Rung.TOKEN);
        stranger.close();
        trail.ended(stranger);
      }
    }
    List<JsonNode> lines = new ArrayList<>();
    for (AuditLine line : taken) {
      lines.add(Json.parse(line.bytes()));
    }
    assertThat(lines).filteredOn(l -> l.path("type").asText().equals("request")).hasSize(50);
    assertThat(lines.stream().mapToInt(l -> l.path("refusals").asInt()).sum()).isEqualTo(4950);
  }

  @Test
  void operatorActionIsRecorded() throws Exception {
    BlockingQueue<AuditLine> taken = new LinkedBlockingQueue<>();
    try (AuditTrail trail = trail(Settings.OnFull.BLOCK, 5)) {
      trail.start(taken::add);
      trail.took("maria", "route.stop", Map.of("route", "ping"));
    }
    JsonNode line = Json.parse(List.copyOf(taken).get(1).bytes());
    assertThat(line.path("operator").asText()).isEqualTo("maria");
    assertThat(line.path("action").asText()).isEqualTo("route.stop");
    assertThat(line.path("facts").path("route").asText()).isEqualTo("ping");
  }

  @Test
  void trailGoesOnWhereTheLastProcessLeftIt() throws Exception {
    for (int i = 0; i < 2; i++) {
      try (AuditFiles files = new AuditFiles(directory);
          AuditTrail trail =
              new AuditTrail(
                  new Settings.Audit(
                      List.of(new byte[32]),
                      directory,
                      1 << 20,
                      Duration.ofHours(24),
                      5,
                      Settings.OnFull.BLOCK),
                  InstantSource.offset(CLOCK, Duration.ofMinutes(i)),
                  () -> 7)) {
        trail.start(files);
        trail.ended(call());
      }
    }
    assertThat(new Verifier(List.of(new AuditKey(new byte[32]))).verify(Trails.files(directory)))
        .extracting(Finding::state)
        .containsExactly(Finding.State.WHOLE, Finding.State.WHOLE);
  }
}
