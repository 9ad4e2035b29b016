import br.com.kobana.mcp.jsonrpc.Json;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.File;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A gateway for a long time under mixed load, its API (a sandbox in another process) failing for 20
 * seconds of each minute. Each answer is checked when it comes; what clients were told of their
 * writes is held against what took effect when all is over; what the process holds is looked at in
 * between.
 *
 * <p>Arguments: jar, minutes, clients, first port, directory for logs.
 */
public class Soak {
  private static final String TOKEN = "sandbox-bench";
  private static final String META =
      "{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","
          + "\"io.modelcontextprotocol/clientCapabilities\":{\"elicitation\":{}}}";
  private static final String CREATE = "banking_charge_bank_billet_create";
  private static final String UPDATE = "banking_charge_bank_billet_update";
  private static final String CANCEL = "banking_charge_bank_billet_cancel";
  private static final String GET = "banking_charge_bank_billet_get";
  private static final String LIST = "banking_charge_bank_billet_list";

  /** One line each; one set is in force for five seconds. */
  private static final List<String> FAULTS =
      List.of(
          "[{\"match\":\"POST /v1/bank_billets\",\"kind\":\"drop-after-write\",\"times\":6},"
              + "{\"match\":\"PUT /v1/bank_billets\",\"kind\":\"drop-after-write\",\"times\":6},"
              + "{\"match\":\"GET /v1/bank_billets\",\"kind\":\"reset\",\"times\":6}]",
          "[{\"match\":\"POST /v1/bank_billets\",\"kind\":\"delay\",\"ms\":1500,\"times\":3},"
              + "{\"match\":\"GET /v1/bank_billets\",\"kind\":\"delay\",\"ms\":300}]",
          "[{\"match\":\"POST /v1/bank_billets\",\"kind\":\"html\",\"times\":6},"
              + "{\"match\":\"PUT /v1/bank_billets\",\"kind\":\"cut\",\"times\":6},"
              + "{\"match\":\"GET /v1/bank_billets\",\"kind\":\"empty\",\"status\":503,\"times\":9}]",
          "[{\"match\":\"POST /v1/bank_billets\",\"kind\":\"status\",\"status\":500,\"times\":2},"
              + "{\"match\":\"PUT /v1/bank_billets\",\"kind\":\"empty-after-write\",\"times\":4},"
              + "{\"match\":\"GET /v1/bank_billets\",\"kind\":\"html\",\"times\":6}]");

  /** What faults leave behind for a while: open circuit breakers, and late answers. */
  private static final Duration AFTERMATH = Duration.ofSeconds(20);

  private static final HttpClient HTTP =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(Duration.ofSeconds(5))
          .build();

  /** What a client was told of a write. */
  private enum Told {
    DONE,
    NOTHING,
    UNKNOWN
  }

  private final ConcurrentLinkedQueue<String> violations = new ConcurrentLinkedQueue<>();
  private final Map<String, AtomicLong> counts = new ConcurrentHashMap<>();

  /** By the text that marks a boleto, what was told of its creation. */
  private final Map<String, Told> creates = new ConcurrentHashMap<>();

  /** By the path of a write, what was told of it. */
  private final Map<String, Told> changes = new ConcurrentHashMap<>();

  private final List<Map.Entry<String, String>> known = new ArrayList<>();
  private final AtomicInteger number = new AtomicInteger();
  private final int port;
  private final int sandbox;
  private volatile long faultsUntil = System.nanoTime();
  private volatile boolean faulty;
  private volatile boolean over;
  private volatile String tools = "";

  private Soak(int port, int sandbox) {
    this.port = port;
    this.sandbox = sandbox;
  }

  public static void main(String[] args) throws Exception {
    String jar = args[0];
    double minutes = Double.parseDouble(args[1]);
    int clients = Integer.parseInt(args[2]);
    int port = Integer.parseInt(args[3]);
    File logs = new File(args[4]);
    Process api = start(jar, port, "sandbox", heapOfApi(minutes), new File(logs, "api.log"));
    Process gateway =
        start(jar, port + 10, "http://127.0.0.1:" + (port + 2), "-Xmx256m", new File(logs, "gateway.log"));
    Runtime.getRuntime()
        .addShutdownHook(
            new Thread(() -> Stream.of(api, gateway).forEach(Process::destroyForcibly)));
    awaitReady(api, port);
    awaitReady(gateway, port + 10);
    Soak soak = new Soak(port + 10, port + 2);
    System.exit(soak.run(gateway.pid(), minutes, clients) ? 0 : 1);
  }

  /** The sandbox keeps every record and every stored answer: some 17 MB of them a minute. */
  private static String heapOfApi(double minutes) {
    return "-Xmx" + (512 + (int) (50 * minutes)) + "m";
  }

  private static Process start(String jar, int port, String api, String heap, File log)
      throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder("java", heap, "-XX:+ExitOnOutOfMemoryError", "-jar", jar);
    Map<String, String> environment = builder.environment();
    environment.put("KOBANA_API_URL", api);
    environment.put("MCP_PORT", Integer.toString(port));
    environment.put("MCP_MANAGEMENT_PORT", Integer.toString(port + 1));
    environment.put("MCP_SANDBOX_PORT", Integer.toString(port + 2));
    environment.put("KOBANA_RESPONSE_TIMEOUT_MS", "1000");
    return builder.redirectErrorStream(true).redirectOutput(log).start();
  }

  private static void awaitReady(Process process, int port) throws Exception {
    URI ready = URI.create("http://127.0.0.1:" + (port + 1) + "/observe/health/ready");
    while (true) {
      if (!process.isAlive()) {
        throw new IllegalStateException("the process at port " + port + " ended");
      }
      try {
        if (HTTP.send(HttpRequest.newBuilder(ready).build(), HttpResponse.BodyHandlers.discarding())
                .statusCode()
            == 200) {
          return;
        }
      } catch (IOException e) {
        // Not there yet.
      }
      TimeUnit.MILLISECONDS.sleep(200);
    }
  }

  private boolean run(long pid, double minutes, int clients) throws Exception {
    long started = System.nanoTime();
    long end = started + (long) (minutes * 60e9);
    tools = Json.text(send(rpc(1, "tools/list", "{}")).at("/result"));
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < clients; i++) {
      Random random = new Random(i);
      threads.add(thread(() -> client(random)));
    }
    threads.add(thread(this::faults));
    List<Sample> samples = new ArrayList<>();
    // The first minute, or sixth, is for warming up.
    long interval = Math.min(60_000_000_000L, (end - started) / 18);
    for (long at = started + Math.min(60_000_000_000L, (end - started) / 6);
        at <= end;
        at += interval) {
      TimeUnit.NANOSECONDS.sleep(at - System.nanoTime());
      samples.add(Sample.of(pid, started));
      System.out.println(samples.get(samples.size() - 1).row());
    }
    over = true;
    for (Thread thread : threads) {
      thread.join();
    }
    control("DELETE", "/sandbox/faults", "");
    settle();
    compareWithEffects();
    return report(samples);
  }

  private interface Task {
    void run() throws Exception;
  }

  private Thread thread(Task task) {
    Thread thread =
        new Thread(
            () -> {
              try {
                task.run();
              } catch (Exception e) {
                violation("a client ended: " + e);
              }
            });
    thread.setDaemon(true);
    thread.start();
    return thread;
  }

  private void faults() throws Exception {
    for (int second = 0; !over; second++) {
      int within = second % 60;
      if (within >= 20 && within < 40 && within % 5 == 0) {
        faulty = true;
        control("PUT", "/sandbox/faults", FAULTS.get(within / 5 - 4));
      } else if (within == 40) {
        control("DELETE", "/sandbox/faults", "");
        faultsUntil = System.nanoTime();
        faulty = false;
      }
      TimeUnit.SECONDS.sleep(1);
    }
  }

  /** Whether what began at this moment may have met a fault or what it left. */
  private boolean mayHaveFailed(long since) {
    return faulty || since - faultsUntil < AFTERMATH.toNanos();
  }

  private void client(Random random) throws Exception {
    while (!over) {
      int dice = random.nextInt(100);
      if (dice < 25) {
        ping();
      } else if (dice < 30) {
        list();
      } else if (dice < 60) {
        read(random);
      } else if (dice < 70) {
        page();
      } else if (dice < 78) {
        create();
      } else if (dice < 82) {
        update(random);
      } else if (dice < 86) {
        cancel(random);
      } else if (dice < 95) {
        bad(random);
      } else {
        hangUp(random);
      }
      TimeUnit.MILLISECONDS.sleep(20 + random.nextInt(60));
    }
  }

  private void ping() throws Exception {
    int id = number.incrementAndGet();
    String answer = Json.text(send(rpc(id, "ping", "{}")));
    expect("ping", answer.equals("{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"result\":{}}"), answer);
  }

  private void list() throws Exception {
    String answer = Json.text(send(rpc(number.incrementAndGet(), "tools/list", "{}")).at("/result"));
    expect("tools/list", answer.equals(tools), "another list of tools");
  }

  private void read(Random random) throws Exception {
    Map.Entry<String, String> one = any(random);
    if (one == null) {
      return;
    }
    long since = System.nanoTime();
    JsonNode result = call(GET, Json.object().put("id", one.getKey()), "").at("/result");
    if (result.path("isError").booleanValue()) {
      expect("read, failed", mayHaveFailed(since), Json.text(result));
      return;
    }
    JsonNode record = result.path("structuredContent").path("data");
    boolean right =
        record.path("id").asText().equals(one.getKey())
            && record.path("description").asText().equals(one.getValue());
    expect("read", right, one + " is not " + Json.text(result));
  }

  private void page() throws Exception {
    long since = System.nanoTime();
    JsonNode result = call(LIST, Json.object().put("limit", 5), "").at("/result");
    if (result.path("isError").booleanValue()) {
      expect("list, failed", mayHaveFailed(since), Json.text(result));
      return;
    }
    JsonNode data = result.path("structuredContent").path("data");
    expect("list", data.isArray() && data.size() <= 5, Json.text(result));
  }

  private static ObjectNode boleto(String mark) {
    return Json.object()
        .put("amount", 10)
        .put("expire_at", "2099-12-01")
        .put("customer_person_name", "Ana")
        .put("customer_cnpj_cpf", "52998224725")
        .put("customer_zipcode", "01310100")
        .put("customer_address", "Avenida Paulista")
        .put("customer_neighborhood", "Bela Vista")
        .put("customer_city_name", "São Paulo")
        .put("customer_state", "SP")
        .put("description", mark)
        .put("idempotency_key", mark);
  }

  private void create() throws Exception {
    String mark = "soak-" + number.incrementAndGet();
    long since = System.nanoTime();
    JsonNode answer = call(CREATE, boleto(mark), "");
    Told told = told("create", answer, since);
    creates.put(mark, told);
    if (told == Told.DONE) {
      String id = answer.at("/result/structuredContent/data/id").asText();
      expect("create, its id", !id.isEmpty(), Json.text(answer));
      remember(id, mark);
    }
  }

  private void remember(String id, String mark) {
    synchronized (known) {
      known.add(Map.entry(id, mark));
    }
  }

  /** The client's own choice among boletos; null where there are none yet. */
  private Map.Entry<String, String> any(Random random) {
    synchronized (known) {
      return known.isEmpty() ? null : known.get(random.nextInt(known.size()));
    }
  }

  private Map.Entry<String, String> taken(Random random) {
    synchronized (known) {
      return known.size() < 20 ? null : known.remove(random.nextInt(known.size()));
    }
  }

  private void update(Random random) throws Exception {
    Map.Entry<String, String> one = any(random);
    String path = one == null ? "" : "PUT /v1/bank_billets/" + one.getKey();
    if (one == null || changes.putIfAbsent(path, Told.UNKNOWN) != null) {
      return;
    }
    long since = System.nanoTime();
    ObjectNode arguments = Json.object().put("id", one.getKey()).put("notes", "soak");
    changes.put(path, told("update", call(UPDATE, arguments, ""), since));
  }

  /** Asked, and then confirmed, declined, or confirmed twice. */
  private void cancel(Random random) throws Exception {
    Map.Entry<String, String> one = taken(random);
    if (one == null) {
      return;
    }
    String path = "PUT /v1/bank_billets/" + one.getKey() + "/cancel";
    changes.put(path, Told.NOTHING);
    ObjectNode arguments = Json.object().put("id", one.getKey());
    long since = System.nanoTime();
    JsonNode asked = call(CANCEL, arguments, "").at("/result");
    if (asked.path("isError").booleanValue()) {
      expect("question, failed", mayHaveFailed(since), Json.text(asked));
      return;
    }
    String state = asked.path("requestState").asText();
    expect("question", !state.isEmpty(), Json.text(asked));
    boolean accepts = random.nextInt(10) < 8;
    String more =
        ",\"requestState\":\""
            + state
            + "\",\"inputResponses\":{\"confirm\":"
            + (accepts
                ? "{\"action\":\"accept\",\"content\":{\"confirm\":true}}"
                : "{\"action\":\"decline\"}")
            + "}";
    long answered = System.nanoTime();
    JsonNode answer = call(CANCEL, arguments, more);
    if (!accepts) {
      boolean nothing = Json.text(answer).contains("did not confirm");
      expect("declined", nothing || mayHaveFailed(answered), Json.text(answer));
      return;
    }
    Told told = told("confirmed", answer, answered);
    changes.put(path, told);
    if (told == Told.DONE && random.nextBoolean()) {
      String again = Json.text(call(CANCEL, arguments, more));
      boolean refused = again.contains("already used") || again.contains("isError\":true");
      expect("confirmed again", refused, again);
    }
  }

  private Told told(String kind, JsonNode answer, long since) {
    String text = answer.at("/result/content/0/text").asText();
    if (answer.at("/result/structuredContent").isObject()
        && !answer.at("/result/isError").booleanValue()) {
      count(kind + ", done");
      return Told.DONE;
    }
    boolean unknown = text.startsWith("Outcome unknown");
    boolean nothing =
        text.contains("nothing happened")
            || text.contains("othing was executed")
            || text.contains("othing was sent")
            || text.contains("This call did nothing");
    expect(
        kind + (unknown ? ", unknown" : ", nothing happened"),
        (unknown || nothing) && mayHaveFailed(since),
        Json.text(answer));
    return unknown || !nothing ? Told.UNKNOWN : Told.NOTHING;
  }

  private void bad(Random random) throws Exception {
    String[][] messages = {
      {"{\"jsonrpc\":\"2.0\",\"id\":1,", "400", "-32700"},
      {"[" + rpc(1, "ping", "{}") + "]", "400", "-32600"},
      {"{\"jsonrpc\":\"2.0\",\"id\":1.5,\"method\":\"ping\"}", "400", "-32600"},
      {rpc(1, "tools/nothing", "{}"), "200", "-32601"},
      {rpc(1, "tools/call", "{\"name\":\"nothing\",\"arguments\":{}}"), "200", "-32602"},
      {
        rpc(1, "tools/call", "{\"name\":\"" + CREATE + "\",\"arguments\":{\"amount\":\"ten\"}}"),
        "200",
        "\"isError\":true"
      },
      {rpc(1, "resources/read", "{\"uri\":\"kobana://../x\"}"), "200", "-32002"},
    };
    String[] one = messages[random.nextInt(messages.length)];
    HttpResponse<String> answer = post(one[0], Map.of());
    boolean right =
        answer.statusCode() == Integer.parseInt(one[1]) && answer.body().contains(one[2]);
    expect("bad message", right, one[0] + " → " + answer.statusCode() + " " + answer.body());
  }

  /** Leaves in the middle of a message or before its answer. */
  private void hangUp(Random random) throws Exception {
    String mark = "soak-" + number.incrementAndGet();
    String body =
        rpc(1, "tools/call", "{\"name\":\"" + CREATE + "\",\"arguments\":" + Json.text(boleto(mark)) + "}");
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    boolean whole = random.nextBoolean();
    creates.put(mark, whole ? Told.UNKNOWN : Told.NOTHING);
    try (Socket socket = new Socket("127.0.0.1", port)) {
      String head =
          "POST /mcp HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer "
              + TOKEN
              + "\r\nContent-Type: application/json\r\nContent-Length: "
              + bytes.length
              + "\r\n\r\n";
      socket.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));
      socket.getOutputStream().write(bytes, 0, whole ? bytes.length : bytes.length / 2);
    }
    count("hang-up");
  }

  /**
   * What is unknown is repeated under its key, as clients are told to, and is known then; but for a
   * 500, which the API stores under the key, and the client is told so.
   */
  private void settle() throws Exception {
    TimeUnit.SECONDS.sleep(AFTERMATH.toSeconds());
    for (Map.Entry<String, Told> one : creates.entrySet()) {
      if (one.getValue() != Told.UNKNOWN) {
        continue;
      }
      JsonNode answer = call(CREATE, boleto(one.getKey()), "");
      if (answer.at("/result/content/0/text").asText().contains("stored for this idempotency key")) {
        count("settled, a stored failure");
      } else {
        creates.put(one.getKey(), told("settled", answer, System.nanoTime()));
      }
    }
  }

  private void compareWithEffects() throws Exception {
    Map<String, Integer> made = new HashMap<>();
    for (int page = 1; ; page++) {
      JsonNode rows = Json.parse(control("GET", "/v1/bank_billets?per_page=50&page=" + page, ""));
      if (rows.isEmpty()) {
        break;
      }
      rows.forEach(row -> made.merge(row.path("description").asText(), 1, Integer::sum));
    }
    creates.forEach((mark, told) -> held("boleto " + mark, told, made.getOrDefault(mark, 0)));
    made.keySet().stream()
        .filter(mark -> mark.startsWith("soak-") && !creates.containsKey(mark))
        .forEach(mark -> violation("nobody created " + mark));
    Map<String, Integer> done = new HashMap<>();
    for (JsonNode effect : Json.parse(control("GET", "/sandbox/effects", ""))) {
      done.put(
          effect.path("method").asText() + " " + effect.path("path").asText(),
          effect.path("times").intValue());
    }
    changes.forEach((path, told) -> held(path, told, done.getOrDefault(path, 0)));
  }

  private void held(String what, Told told, int effects) {
    boolean so =
        switch (told) {
          case DONE -> effects == 1;
          case NOTHING -> effects == 0;
          case UNKNOWN -> effects <= 1;
        };
    expect("write held against its effect", so, what + ": told " + told + ", effects " + effects);
  }

  private static String rpc(int id, String method, String params) {
    return "{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"method\":\"" + method + "\",\"params\":" + params + "}";
  }

  /** A call in the stateless era. */
  private JsonNode call(String tool, ObjectNode arguments, String more) throws Exception {
    String params =
        "{\"name\":\"" + tool + "\",\"arguments\":" + Json.text(arguments) + more + ",\"_meta\":" + META + "}";
    int id = number.incrementAndGet();
    HttpResponse<String> answer =
        post(
            rpc(id, "tools/call", params),
            Map.of("MCP-Protocol-Version", "2026-07-28", "Mcp-Method", "tools/call", "Mcp-Name", tool));
    JsonNode json = Json.parse(answer.body());
    expect("answer to its own request", json.path("id").intValue() == id, answer.body());
    return json;
  }

  private JsonNode send(String body) throws Exception {
    return Json.parse(post(body, Map.of()).body());
  }

  private HttpResponse<String> post(String body, Map<String, String> headers) throws Exception {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/mcp"))
            .timeout(Duration.ofSeconds(40))
            .header("Authorization", "Bearer " + TOKEN)
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(body));
    headers.forEach(request::header);
    HttpResponse<String> answer =
        HTTP.send(request.build(), HttpResponse.BodyHandlers.ofString());
    count("requests");
    if (answer.statusCode() >= 500) {
      violation(answer.statusCode() + " " + answer.body());
    }
    return answer;
  }

  /** Straight to the sandbox. */
  private String control(String method, String path, String body) throws Exception {
    HttpResponse<String> answer =
        HTTP.send(
            HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + sandbox + path))
                .timeout(Duration.ofSeconds(40))
                .header("Authorization", "Bearer " + TOKEN)
                .method(method, HttpRequest.BodyPublishers.ofString(body))
                .build(),
            HttpResponse.BodyHandlers.ofString());
    if (answer.statusCode() >= 300) {
      throw new IllegalStateException(path + " answered " + answer.statusCode() + " " + answer.body());
    }
    return answer.body();
  }

  private void expect(String kind, boolean right, String otherwise) {
    count(kind);
    if (!right) {
      violation(kind + ": " + otherwise);
    }
  }

  private void count(String kind) {
    counts.computeIfAbsent(kind, k -> new AtomicLong()).incrementAndGet();
  }

  private void violation(String what) {
    violations.add(what.length() > 600 ? what.substring(0, 600) + " …" : what);
  }

  /** What the process held at one moment. */
  private record Sample(long second, double heapMb, int threads, int descriptors, double residentMb) {
    private static final Pattern USED =
        Pattern.compile("(?m)^ *(?:garbage-first heap|def new generation|tenured generation).* used (\\d+)K");

    static Sample of(long pid, long started) throws Exception {
      jcmd(pid, "GC.run");
      Matcher used = USED.matcher(jcmd(pid, "GC.heap_info"));
      long heap = 0;
      while (used.find()) {
        heap += Long.parseLong(used.group(1));
      }
      Path process = Path.of("/proc/" + pid);
      Matcher resident =
          Pattern.compile("VmRSS:\\s+(\\d+)").matcher(Files.readString(process.resolve("status")));
      return new Sample(
          TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - started),
          heap / 1024.0,
          entries(process.resolve("task")),
          entries(process.resolve("fd")),
          resident.find() ? Long.parseLong(resident.group(1)) / 1024.0 : 0);
    }

    private static int entries(Path directory) throws IOException {
      try (Stream<Path> all = Files.list(directory)) {
        return (int) all.count();
      }
    }

    private static String jcmd(long pid, String command) throws Exception {
      Process jcmd =
          new ProcessBuilder("jcmd", Long.toString(pid), command).redirectErrorStream(true).start();
      String answer = new String(jcmd.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      jcmd.waitFor();
      return answer;
    }

    String row() {
      return String.format(
          "%5d s | heap after GC %6.1f MB | %3d threads | %3d descriptors | resident %6.1f MB",
          second, heapMb, threads, descriptors, residentMb);
    }
  }

  private boolean report(List<Sample> samples) {
    System.out.println();
    new TreeMap<>(counts).forEach((kind, count) -> System.out.printf("%-32s %8d%n", kind, count.get()));
    System.out.println();
    // Of few samples any is chance: the middle one of each third.
    boolean flat =
        flat("heap after GC, MB", samples.stream().map(Sample::heapMb).toList(), 1.1, 4)
            & flat("threads", samples.stream().map(s -> (double) s.threads()).toList(), 1, 4)
            & flat("descriptors", samples.stream().map(s -> (double) s.descriptors()).toList(), 1, 12);
    System.out.printf("violations: %d%n", violations.size());
    violations.stream().limit(20).forEach(v -> System.out.println("  " + v));
    return flat && violations.isEmpty();
  }

  /** The last third beside the first: at most so many times as much, and so much more. */
  private static boolean flat(String what, List<Double> values, double times, double more) {
    int third = Math.max(1, values.size() / 3);
    double first = median(values.subList(0, third));
    double last = median(values.subList(values.size() - third, values.size()));
    boolean flat = last <= first * times + more;
    System.out.printf(
        "%-20s first third %7.1f, last third %7.1f: %s%n", what, first, last, flat ? "flat" : "GROWS");
    return flat;
  }

  private static double median(List<Double> values) {
    return values.stream().sorted().skip(values.size() / 2).findFirst().orElseThrow();
  }
}
