package br.com.kobana.mcp.wire;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;

/** One run of a transcript against a server. Fails with every difference found in an answer. */
final class TranscriptRun {
  private static final int ROOM_SECONDS = 4;
  private final String name;
  private final Transcript transcript;
  private final Target target;
  private final Sandbox sandbox;
  private final Variables variables;
  private final Optional<SchemaCheck> schemas;
  private Optional<WireClient> connection = Optional.empty();

  /**
   * @param name of the file, for whoever reads a failure
   */
  TranscriptRun(String name, Transcript transcript, Target target, Optional<SchemaCheck> schemas) {
    this.name = name;
    this.transcript = transcript;
    this.target = target;
    this.schemas = schemas;
    this.sandbox = new Sandbox(target.sandboxPort());
    this.variables = new Variables(target);
  }

  void run() throws IOException {
    makeRoom(3600);
    target.resetSandbox().run();
    target.resetCounters().run();
    try {
      for (Transcript.Step step : transcript.steps()) {
        run(step);
      }
    } finally {
      disconnect();
    }
  }

  private void run(Transcript.Step step) throws IOException {
    if (step instanceof Transcript.Exchange exchange) {
      for (int i = 1; i <= exchange.times(); i++) {
        exchange(exchange, i);
      }
    } else if (step instanceof Transcript.Reset) {
      target.resetCounters().run();
    } else if (step instanceof Transcript.Room room) {
      makeRoom(room.windowSeconds());
    } else if (step instanceof Transcript.Control control) {
      sandbox.control(control.method(), control.path(), variables.fill(control.body()));
    } else if (step instanceof Transcript.Calls calls) {
      long count = sandbox.count(calls.method(), calls.pathPrefix());
      if (count != calls.count()) {
        throw failure(
            step, "expected " + calls.count() + " calls upstream, was " + count, sandbox.text());
      }
    } else if (step instanceof Transcript.LastCall last) {
      lastCall(last);
    } else if (step instanceof Transcript.CallsLack lack) {
      String text = variables.fill(lack.text()).toLowerCase(Locale.ROOT);
      if (sandbox.text().toLowerCase(Locale.ROOT).contains(text)) {
        throw failure(step, "a call upstream holds " + lack.text(), sandbox.text());
      }
    }
  }

  /** A window that ends in the middle of a count would make the count start again. */
  private static void makeRoom(int windowSeconds) {
    while (windowSeconds - Instant.now().getEpochSecond() % windowSeconds <= ROOM_SECONDS) {
      LockSupport.parkNanos(50_000_000);
    }
  }

  private void exchange(Transcript.Exchange exchange, int time) throws IOException {
    RequestBytes request = RequestBytes.of(exchange.request(), variables);
    if (!exchange.sameConnection()) {
      disconnect();
    }
    if (connection.isEmpty()) {
      connection = Optional.of(new WireClient(target.port()));
    }
    Answer answer;
    try {
      answer = connection.get().exchange(request);
    } catch (IOException e) {
      throw failure(exchange, "no answer: " + e, "");
    }
    List<String> problems =
        new ArrayList<>(Matcher.differences(exchange.expected(), answer, variables));
    problems.addAll(Invariants.violations(request, answer));
    schemas.ifPresent(s -> problems.addAll(s.violations(request, answer)));
    if (!problems.isEmpty()) {
      String which = exchange.times() > 1 ? " (time " + time + ")" : "";
      throw failure(exchange, String.join("\n  ", problems) + which, answer.describe());
    }
  }

  private void lastCall(Transcript.LastCall step) throws IOException {
    List<JsonNode> calls = sandbox.calls();
    if (calls.isEmpty()) {
      throw failure(step, "no call upstream", "");
    }
    List<String> problems =
        Matcher.differences(
            Sandbox.pattern(variables.fill(step.pattern())),
            calls.get(calls.size() - 1),
            variables);
    if (!problems.isEmpty()) {
      throw failure(step, String.join("\n  ", problems), sandbox.text());
    }
  }

  private AssertionError failure(Transcript.Step step, String problems, String evidence) {
    return new AssertionError(
        name
            + ":"
            + step.line()
            + " "
            + transcript.why()
            + "\n  "
            + problems
            + "\n--- was:\n"
            + evidence);
  }

  private void disconnect() throws IOException {
    if (connection.isPresent()) {
      connection.get().close();
      connection = Optional.empty();
    }
  }
}
