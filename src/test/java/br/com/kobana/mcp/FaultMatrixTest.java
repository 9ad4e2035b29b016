package br.com.kobana.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import br.com.kobana.mcp.jsonrpc.Json;
import br.com.kobana.mcp.jsonrpc.MalformedJson;
import br.com.kobana.mcp.testing.Front;
import br.com.kobana.mcp.testing.McpClient;
import br.com.kobana.mcp.testing.RedisServer;
import br.com.kobana.mcp.testing.RunningGateway;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * Every way a write can go wrong, with every kind of write: how often it took effect at the
 * sandbox, what the client was told, and that it was true. The table stands in docs/safe-writes.md;
 * {@code -Dmatrix.write=true} writes it there.
 */
class FaultMatrixTest {
  @RegisterExtension static final RedisServer REDIS = RedisServer.with();

  private static final Path PAGE = Path.of("docs", "safe-writes.md");
  private static final String BEGIN = "<!-- fault matrix: made by FaultMatrixTest -->\n";
  private static final String END = "<!-- end of the fault matrix -->";
  private static final String UNREACHABLE = "before send: no connection to the API";
  private static final String NOT_AGAIN = "not again";
  private static final String TOKEN = "sandbox-full";
  private static final String YES =
      "{\"confirm\":{\"action\":\"accept\",\"content\":{\"confirm\":true}}}";
  private static final String STATE_KEY = "MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE=";

  /** Its sandbox is the API of the others; itself it is not called. */
  private static RunningGateway sandbox;

  private static RunningGateway one;
  private static RunningGateway two;
  private static Front front;
  private static String accountUid;
  private static String batchUid;

  @TempDir static Path directory;

  /** The kinds of writes. */
  private enum Column {
    PLAIN("plain write", "banking_charge_bank_billet_create", "POST"),
    CONFIRMED("confirmed write", "banking_payment_pix_create", "POST"),
    DELETE("DELETE (confirmed)", "banking_automation_webhook_delete", "DELETE"),
    BATCH("batch approval (confirmed)", "banking_payment_batch_approve", "PUT");

    private final String title;
    private final String tool;
    private final String method;

    Column(String title, String tool, String method) {
      this.title = title;
      this.tool = tool;
      this.method = method;
    }

    private boolean asks() {
      return this != PLAIN;
    }

    private String path() {
      return switch (this) {
        case PLAIN -> "/v1/bank_billets";
        case CONFIRMED -> "/v2/payment/pix";
        case DELETE -> "/v1/webhooks/1";
        case BATCH -> "/v2/payment/batches/" + batchUid + "/approve";
      };
    }

    private ObjectNode arguments() {
      ObjectNode arguments = Json.object();
      switch (this) {
        case PLAIN ->
            arguments.put("amount", 10).put("expire_at", "2099-12-01").put("customer_id", 1);
        case CONFIRMED -> {
          arguments.put("amount", 1).put("qrcode", "00020126...6304ABCD");
          arguments.put("financial_account_uid", accountUid);
          arguments
              .putObject("beneficiary")
              .put("name", "Ana")
              .put("document_number", "12345678909");
        }
        case DELETE -> arguments.put("id", "1");
        case BATCH -> arguments.put("uid", batchUid);
      }
      return arguments;
    }
  }

  /** What came of one cell. */
  private record Cell(long effects, List<String> told) {
    private String text() {
      return String.join("; ", told) + " (" + effects + ")";
    }
  }

  /** The last message of a call: the one after which it may happen. */
  private record Message(Column column, String body) {
    private CompletableFuture<String> sendTo(String url) {
      return new McpClient(url, TOKEN)
          .sendAsync(
              body,
              Map.of(
                  "MCP-Protocol-Version",
                  "2026-07-28",
                  "Mcp-Method",
                  "tools/call",
                  "Mcp-Name",
                  column.tool))
          .handle((answer, failure) -> failure == null ? told(answer.json()) : "no answer");
    }

    private String sendTo(RunningGateway gateway) {
      return sendTo(gateway.url()).join();
    }
  }

  @BeforeAll
  static void start() throws IOException {
    int sandboxPort = RunningGateway.freePort();
    front = new Front(sandboxPort);
    sandbox = RunningGateway.start(Map.of("mcp.sandbox.port", Integer.toString(sandboxPort)));
    one = RunningGateway.start(settings());
    two = RunningGateway.start(settings());
    accountUid = first("banking_financial_account_list", "");
    batchUid = first("banking_payment_batch_list", "awaiting_approval");
    // Both know the token, so that no fault meets another call than the write.
    assertThat(new McpClient(two.url(), TOKEN).call("ping", "").status()).isEqualTo(200);
  }

  private static Map<String, String> settings() {
    Map<String, String> settings = new HashMap<>();
    settings.put("redis.url", REDIS.url());
    settings.put("redis.timeout-ms", "5000");
    settings.put("mcp.state-keys", STATE_KEY);
    settings.put("kobana.response-timeout-ms", "700");
    settings.put("kobana.resilience.backoff-ms", "20");
    // Each cell is about one call: no failure of one counts in another.
    settings.put("kobana.resilience.breaker-minimum-calls", "10000");
    settings.put("kobana.api-url", "http://127.0.0.1:" + front.port());
    return settings;
  }

  @AfterAll
  static void stop() {
    for (AutoCloseable part : Arrays.asList(one, two, front, sandbox)) {
      if (part != null) {
        try {
          part.close();
        } catch (Exception e) {
          throw new IllegalStateException(e);
        }
      }
    }
  }

  private static String first(String tool, String status) {
    JsonNode rows =
        new McpClient(one.url(), TOKEN)
            .call("tools/call", "{\"name\":\"" + tool + "\",\"arguments\":{}}")
            .json()
            .at("/result/structuredContent/data");
    for (JsonNode row : rows) {
      if (status.isEmpty() || row.path("status").asText().equals(status)) {
        return row.path("uid").asText();
      }
    }
    throw new IllegalStateException("none in " + rows);
  }

  @Test
  void nothingHappensTwiceAndWhatTheClientIsToldIsTrue() throws Exception {
    Map<String, Map<Column, Cell>> measured = ofOneCall(one);
    measured.put("sent twice at once by the client", each(c -> twice(c, one, one)));
    measured.put("sent at once to two replicas", each(c -> twice(c, one, two)));
    measured.put("replica gone between the rounds", killedBetweenRounds());
    measured.put("replica killed during the call, sent again to another", killedDuringTheCall());

    measured.forEach(FaultMatrixTest::assertTrue);
    compare(table(measured));
  }

  /** The other transport, in the other mode of threading. */
  @Test
  void camelHttpOnWorkersDoesAndTellsTheSame() throws Exception {
    Assumptions.assumeFalse(Boolean.getBoolean("matrix.write"), "the table is being written");
    Map<String, String> other = new HashMap<>(settings());
    other.put("kobana.transport", "camel-http");
    other.put("mcp.threading", "worker");
    try (RunningGateway gateway = RunningGateway.start(other)) {
      assertThat(new McpClient(gateway.url(), TOKEN).call("ping", "").status()).isEqualTo(200);
      Map<String, Map<Column, Cell>> measured = ofOneCall(gateway);
      measured.forEach(FaultMatrixTest::assertTrue);
      // Its client notices only after sending that a kept connection was closed: it may say
      // "unknown" where nothing arrived, which is true too and checked above.
      measured.remove(UNREACHABLE);
      assertThat(Files.readAllLines(PAGE)).containsAll(table(measured).lines().toList());
    }
  }

  private static Map<String, Map<Column, Cell>> ofOneCall(RunningGateway to) {
    Map<String, Map<Column, Cell>> measured = new LinkedHashMap<>();
    measured.put(UNREACHABLE, each(c -> unreachable(to, c)));
    measured.put("during send: cut while the request goes out", faulty(to, "cut", 0, 0));
    measured.put("reset, once", faulty(to, "reset", 1, 0));
    measured.put("reset, every time", faulty(to, "reset", 0, 0));
    measured.put("answer lost after it took effect, once", faulty(to, "drop-after-write", 1, 0));
    measured.put(
        "answer lost after it took effect, every time", faulty(to, "drop-after-write", 0, 0));
    measured.put("slow: it takes effect after the time-out", each(c -> slow(to, c)));
    measured.put("500", faulty(to, "status", 0, 500));
    measured.put("502 with a page of HTML, once", faulty(to, "html", 1, 502));
    measured.put("502 with a page of HTML, every time", faulty(to, "html", 0, 502));
    measured.put("503 without a body, every time", faulty(to, "empty", 0, 503));
    measured.put("success without a body", faulty(to, "empty-after-write", 0, 0));
    return measured;
  }

  /** Never more than once, and what was told is so. */
  private static void assertTrue(String row, Map<Column, Cell> cells) {
    cells.forEach(
        (column, cell) -> {
          String where = row + " × " + column.title + ": " + cell.text();
          assertThat(cell.effects()).as(where).isBetween(0L, 1L);
          assertThat(cell.told())
              .as(where)
              .isNotEmpty()
              .doesNotContain("something else", "used before");
          if (cell.told().stream().anyMatch(t -> t.startsWith("done"))) {
            assertThat(cell.effects()).as(where).isEqualTo(1);
          }
          if (cell.told().stream().allMatch("nothing happened"::equals)) {
            assertThat(cell.effects()).as(where).isZero();
          }
          if (cell.told().contains(NOT_AGAIN)) {
            assertThat(cell.told()).as(where).hasSize(2);
            assertThat(cell.effects()).as(where).isEqualTo(1);
          }
        });
  }

  private interface Trial {
    List<String> run(Column column);
  }

  private static Map<Column, Cell> each(Trial trial) {
    Map<Column, Cell> cells = new EnumMap<>(Column.class);
    for (Column column : Column.values()) {
      sandbox.resetSandbox();
      cells.put(column, cell(column, trial.run(column)));
    }
    return cells;
  }

  private static Cell cell(Column column, List<String> told) {
    sandbox.sandbox("DELETE", "/sandbox/faults", "");
    return new Cell(effects(column), told);
  }

  private static Map<Column, Cell> faulty(RunningGateway to, String kind, int times, int status) {
    return each(
        column -> {
          Message message = prepared(column, to.url(), false);
          fault(column, kind, times, status, 0);
          return List.of(message.sendTo(to));
        });
  }

  private static List<String> unreachable(RunningGateway to, Column column) {
    Message message = prepared(column, to.url(), false);
    front.down();
    try {
      return List.of(message.sendTo(to));
    } finally {
      front.up();
    }
  }

  private static List<String> slow(RunningGateway to, Column column) {
    Message message = prepared(column, to.url(), false);
    fault(column, "delay", 0, 0, 1000);
    String told = message.sendTo(to);
    await().until(() -> effects(column) > 0);
    return List.of(told);
  }

  private static List<String> twice(Column column, RunningGateway here, RunningGateway there) {
    Message message = prepared(column, here.url(), true);
    CompletableFuture<String> first = message.sendTo(here.url());
    CompletableFuture<String> second = message.sendTo(there.url());
    // Which of them comes first is chance.
    List<String> told = Stream.of(first.join(), second.join()).sorted().toList();
    assertThat(told).anyMatch(t -> t.startsWith("done"));
    return told.stream().map(FaultMatrixTest::again).toList();
  }

  /**
   * Of a message that was sent before: its confirmation is spent, or the record that it acts on is
   * gone already when it is read. Either way it executes nothing.
   */
  private static String again(String told) {
    return told.equals("used before") || told.equals("nothing happened") ? NOT_AGAIN : told;
  }

  private static Map<Column, Cell> killedBetweenRounds() {
    sandbox.resetSandbox();
    List<Message> messages = new ArrayList<>();
    try (RunningGateway third = RunningGateway.start(settings())) {
      for (Column column : Column.values()) {
        if (column.asks()) {
          messages.add(prepared(column, third.url(), false));
        }
      }
    }
    Map<Column, Cell> cells = new EnumMap<>(Column.class);
    for (Message message : messages) {
      cells.put(message.column(), cell(message.column(), List.of(message.sendTo(two))));
    }
    return cells;
  }

  private Map<Column, Cell> killedDuringTheCall() throws Exception {
    sandbox.resetSandbox();
    Map<Message, CompletableFuture<String>> calls = new LinkedHashMap<>();
    Replica replica = new Replica();
    try {
      List<Message> messages = new ArrayList<>();
      for (Column column : Column.values()) {
        messages.add(prepared(column, replica.url(), true));
      }
      faults(
          Arrays.stream(Column.values())
              .map(c -> fault(c.method, c.path(), "delay", 1, 0, 3000))
              .collect(Collectors.joining(",", "[", "]")));
      messages.forEach(m -> calls.put(m, m.sendTo(replica.url())));
      await().until(() -> Arrays.stream(Column.values()).allMatch(c -> received(c) == 1));
    } finally {
      replica.kill();
    }
    Map<Column, List<String>> told = new EnumMap<>(Column.class);
    calls.forEach((m, call) -> told.put(m.column(), List.of(call.join(), again(m.sendTo(two)))));
    await().until(() -> Arrays.stream(Column.values()).allMatch(c -> effects(c) > 0));
    Map<Column, Cell> cells = new EnumMap<>(Column.class);
    told.forEach((column, said) -> cells.put(column, cell(column, said)));
    return cells;
  }

  /** A gateway in a process of its own, which ends as a machine does that loses power. */
  private static final class Replica {
    private final int port;
    private final Process process;

    Replica() throws IOException {
      port = RunningGateway.freePort();
      ProcessBuilder builder =
          new ProcessBuilder(
              Path.of(System.getProperty("java.home"), "bin", "java").toString(),
              "-Xmx256m",
              "-XX:TieredStopAtLevel=1",
              "-cp",
              System.getProperty("java.class.path"),
              "br.com.kobana.mcp.Gateway");
      builder
          .environment()
          .putAll(
              Map.of(
                  "MCP_PORT",
                  Integer.toString(port),
                  "MCP_MANAGEMENT_PORT",
                  Integer.toString(RunningGateway.freePort()),
                  "KOBANA_API_URL",
                  "http://127.0.0.1:" + front.port(),
                  "REDIS_URL",
                  REDIS.url(),
                  "REDIS_TIMEOUT_MS",
                  "5000",
                  "MCP_STATE_KEYS",
                  STATE_KEY));
      process =
          builder
              .directory(directory.toFile())
              .redirectErrorStream(true)
              .redirectOutput(directory.resolve("log-" + port).toFile())
              .start();
      try {
        awaitStart();
      } catch (RuntimeException | AssertionError e) {
        kill();
        throw e;
      }
    }

    private void awaitStart() {
      // A start tries the port before it listens: a connection at that moment breaks.
      await()
          .ignoreExceptions()
          .atMost(Duration.ofSeconds(60))
          .until(
              () ->
                  !process.isAlive()
                      || McpClient.listens(port)
                          && new McpClient(url(), TOKEN).call("ping", "").status() == 200);
      assertThat(process.isAlive()).as(() -> log(directory.resolve("log-" + port))).isTrue();
    }

    private static String log(Path file) {
      try {
        return Files.readString(file);
      } catch (IOException e) {
        return e.toString();
      }
    }

    String url() {
      return "http://localhost:" + port + "/mcp";
    }

    void kill() {
      process.destroyForcibly().onExit().join();
    }
  }

  /**
   * Takes a call to the message after which it may happen: the first, or that of the second round.
   */
  private static Message prepared(Column column, String url, boolean keyed) {
    ObjectNode arguments = column.arguments();
    if (keyed && column == Column.PLAIN) {
      arguments.put("idempotency_key", "order-1");
    }
    String first = body(column, arguments, "");
    if (!column.asks()) {
      return new Message(column, first);
    }
    JsonNode asked =
        new McpClient(url, TOKEN)
            .sendAsync(
                first,
                Map.of(
                    "MCP-Protocol-Version", "2026-07-28",
                    "Mcp-Method", "tools/call",
                    "Mcp-Name", column.tool))
            .join()
            .json();
    String state = asked.at("/result/requestState").asText();
    assertThat(state).as("%s", asked).isNotEmpty();
    return new Message(
        column,
        body(column, arguments, ",\"requestState\":\"" + state + "\",\"inputResponses\":" + YES));
  }

  private static String body(Column column, ObjectNode arguments, String more) {
    return "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\""
        + column.tool
        + "\",\"arguments\":"
        + Json.text(arguments)
        + more
        + ",\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","
        + "\"io.modelcontextprotocol/clientCapabilities\":{\"elicitation\":{}}}}}";
  }

  /** What the answer says, in few words. */
  private static String told(JsonNode answer) {
    String text = answer.at("/result/content/0/text").asText();
    if (answer.at("/error/message").asText().contains("already used")) {
      return "used before";
    }
    if (text.startsWith("Outcome unknown")) {
      boolean key = answer.at("/result/_meta").has("br.com.kobana/idempotencyKey");
      return key ? "unknown, with its key" : "unknown";
    }
    if (answer.at("/result/isError").booleanValue()) {
      boolean nothing =
          text.contains("nothing happened")
              || text.contains("othing was executed")
              || text.contains("This call did nothing");
      return nothing ? "nothing happened" : "something else";
    }
    if (!answer.at("/result/structuredContent").isObject()) {
      return "something else";
    }
    boolean replayed = answer.at("/result/structuredContent/meta/replayed").booleanValue();
    return replayed ? "done, replayed" : "done";
  }

  private static void fault(Column column, String kind, int times, int status, int millis) {
    faults("[" + fault(column.method, column.path(), kind, times, status, millis) + "]");
  }

  private static void faults(String json) {
    sandbox.sandbox("PUT", "/sandbox/faults", json);
  }

  private static String fault(
      String method, String path, String kind, int times, int status, int millis) {
    ObjectNode fault = Json.object().put("match", method + " " + path).put("kind", kind);
    if (times > 0) {
      fault.put("times", times);
    }
    if (status > 0) {
      fault.put("status", status);
    }
    return Json.text(millis > 0 ? fault.put("ms", millis) : fault);
  }

  private static long effects(Column column) {
    return counted("/sandbox/effects", column, "times");
  }

  private static long received(Column column) {
    return counted("/sandbox/calls", column, "");
  }

  private static long counted(String list, Column column, String times) {
    try {
      long count = 0;
      for (JsonNode one : Json.parse(sandbox.sandbox("GET", list, ""))) {
        if (one.path("method").asText().equals(column.method)
            && one.path("path").asText().equals(column.path())) {
          count += times.isEmpty() ? 1 : one.path(times).longValue();
        }
      }
      return count;
    } catch (MalformedJson e) {
      throw new IllegalStateException(e);
    }
  }

  private static String table(Map<String, Map<Column, Cell>> measured) {
    StringBuilder table = new StringBuilder("| |");
    for (Column column : Column.values()) {
      table.append(' ').append(column.title).append(" |");
    }
    table.append("\n|---|---|---|---|---|\n");
    measured.forEach(
        (row, cells) -> {
          table.append("| ").append(row).append(" |");
          for (Column column : Column.values()) {
            Cell cell = cells.get(column);
            table.append(' ').append(cell == null ? "has one round" : cell.text()).append(" |");
          }
          table.append('\n');
        });
    return table.toString();
  }

  private static void compare(String table) throws IOException {
    String page = Files.readString(PAGE);
    int begin = page.indexOf(BEGIN) + BEGIN.length();
    int end = page.indexOf(END);
    if (Boolean.getBoolean("matrix.write")) {
      Files.write(
          PAGE,
          (page.substring(0, begin) + table + page.substring(end))
              .getBytes(StandardCharsets.UTF_8));
    } else {
      assertThat(table).isEqualTo(page.substring(begin, end));
    }
  }
}
