import java.io.File;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Restarts two replicas in turn under load, as a rollout does, and counts requests that failed: any
 * that brought no answer, none of 200, or an error of the tool. Clients go to replicas that say that
 * they are ready, as a Service does.
 *
 * <p>Arguments: jar, first port, rounds, clients.
 */
public class Rolling {
  private static final List<String> BODIES =
      List.of(
          "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}",
          "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"tools/call\",\"params\":{\"name\":"
              + "\"banking_charge_bank_billet_list\",\"arguments\":{\"limit\":1}}}",
          "{\"jsonrpc\":\"2.0\",\"id\":3,\"method\":\"tools/call\",\"params\":{\"name\":"
              + "\"banking_charge_bank_billet_update\",\"arguments\":{\"id\":\"BOLETO\","
              + "\"notes\":\"rolling\"}}}");

  private static final HttpClient HTTP =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(Duration.ofSeconds(2))
          .build();

  private static final class Replica {
    final int port;
    final String api;
    final File log;
    final AtomicLong answered = new AtomicLong();
    volatile boolean ready;
    volatile Process process;

    Replica(int port, String api, File log) {
      this.port = port;
      this.api = api;
      this.log = log;
    }

    void start(String jar) throws Exception {
      ProcessBuilder builder = new ProcessBuilder("java", "-Xmx192m", "-jar", jar);
      Map<String, String> environment = builder.environment();
      environment.put("KOBANA_API_URL", api);
      environment.put("MCP_PORT", Integer.toString(port));
      environment.put("MCP_MANAGEMENT_PORT", Integer.toString(port + 1));
      environment.put("MCP_SANDBOX_PORT", Integer.toString(port + 2));
      environment.put("MCP_STOP_DELAY_S", "2");
      process = builder.redirectErrorStream(true).redirectOutput(log).start();
    }

    boolean asks() {
      try {
        return HTTP.send(
                    HttpRequest.newBuilder(
                            URI.create("http://127.0.0.1:" + (port + 1) + "/observe/health/ready"))
                        .timeout(Duration.ofSeconds(2))
                        .build(),
                    HttpResponse.BodyHandlers.discarding())
                .statusCode()
            == 200;
      } catch (Exception e) {
        return false;
      }
    }

    void awaitReady() throws Exception {
      while (!ready) {
        if (!process.isAlive()) {
          throw new IllegalStateException("replica " + port + " ended, see " + log);
        }
        TimeUnit.MILLISECONDS.sleep(50);
      }
    }
  }

  public static void main(String[] args) throws Exception {
    String jar = args[0];
    int port = Integer.parseInt(args[1]);
    int rounds = Integer.parseInt(args[2]);
    int clients = Integer.parseInt(args[3]);
    File logs = new File(args[4]);
    Replica upstream = new Replica(port, "sandbox", new File(logs, "upstream.log"));
    String api = "http://127.0.0.1:" + (port + 2);
    List<Replica> replicas =
        List.of(
            new Replica(port + 10, api, new File(logs, "one.log")),
            new Replica(port + 20, api, new File(logs, "two.log")));
    List<Replica> all = List.of(upstream, replicas.get(0), replicas.get(1));
    Runtime.getRuntime()
        .addShutdownHook(
            new Thread(
                () ->
                    all.forEach(
                        r -> {
                          if (r.process != null) {
                            r.process.destroyForcibly();
                          }
                        })));
    for (Replica replica : all) {
      daemon(
          () -> {
            while (true) {
              replica.ready = replica.process != null && replica.asks();
              TimeUnit.MILLISECONDS.sleep(100);
            }
          });
    }
    upstream.start(jar);
    upstream.awaitReady();
    for (Replica replica : replicas) {
      replica.start(jar);
      replica.awaitReady();
    }
    String boleto = boleto(api);
    List<String> bodies = BODIES.stream().map(b -> b.replace("BOLETO", boleto)).toList();
    ConcurrentLinkedQueue<String> failed = new ConcurrentLinkedQueue<>();
    AtomicInteger turn = new AtomicInteger();
    List<Thread> hammers = new ArrayList<>();
    boolean[] over = new boolean[1];
    for (int i = 0; i < clients; i++) {
      hammers.add(daemon(() -> hammer(replicas, bodies, turn, failed, over)));
    }
    long started = System.nanoTime();
    List<String> stops = new ArrayList<>();
    for (int round = 0; round < rounds; round++) {
      for (Replica replica : replicas) {
        long signal = System.nanoTime();
        replica.process.destroy();
        replica.process.waitFor();
        stops.add(replica.process.exitValue() + " in " + seconds(signal) + " s");
        replica.start(jar);
        TimeUnit.MILLISECONDS.sleep(300);
        replica.awaitReady();
        TimeUnit.SECONDS.sleep(1);
      }
    }
    synchronized (over) {
      over[0] = true;
    }
    for (Thread hammer : hammers) {
      hammer.join();
    }
    System.out.printf("restarts: %d (exit codes: %s)%n", stops.size(), stops);
    System.out.printf(
        "requests: %d in %s s, by replica %d and %d%n",
        replicas.get(0).answered.get() + replicas.get(1).answered.get(),
        seconds(started),
        replicas.get(0).answered.get(),
        replicas.get(1).answered.get());
    System.out.printf("failed: %d%n", failed.size());
    failed.stream().limit(5).forEach(System.out::println);
    System.exit(failed.isEmpty() ? 0 : 1);
  }

  private static void hammer(
      List<Replica> replicas,
      List<String> bodies,
      AtomicInteger turn,
      ConcurrentLinkedQueue<String> failed,
      boolean[] over)
      throws Exception {
    for (int n = 0; ; n++) {
      synchronized (over) {
        if (over[0]) {
          return;
        }
      }
      Replica replica = replicas.get(Math.floorMod(turn.getAndIncrement(), replicas.size()));
      if (!replica.ready) {
        replica = replicas.get(0) == replica ? replicas.get(1) : replicas.get(0);
      }
      String body = bodies.get(n % bodies.size());
      try {
        HttpResponse<String> answer =
            HTTP.send(
                HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + replica.port + "/mcp"))
                    .timeout(Duration.ofSeconds(40))
                    .header("Authorization", "Bearer sandbox-bench")
                    .header("Content-Type", "application/json")
                    .POST(HttpRequest.BodyPublishers.ofString(body))
                    .build(),
                HttpResponse.BodyHandlers.ofString());
        replica.answered.incrementAndGet();
        if (answer.statusCode() != 200
            || answer.body().contains("\"isError\":true")
            || !answer.body().contains("\"result\"")) {
          failed.add(replica.port + " " + answer.statusCode() + " " + answer.body());
        }
      } catch (java.io.IOException e) {
        failed.add(replica.port + " " + e);
      }
      TimeUnit.MILLISECONDS.sleep(5);
    }
  }

  /** One that can be changed. */
  private static String boleto(String api) throws Exception {
    String answer =
        HTTP.send(
                HttpRequest.newBuilder(
                        URI.create(api + "/v1/bank_billets?status=opened&per_page=1"))
                    .header("Authorization", "Bearer sandbox-bench")
                    .build(),
                HttpResponse.BodyHandlers.ofString())
            .body();
    Matcher id = Pattern.compile("\"id\":\\s*(\\d+)").matcher(answer);
    if (!id.find()) {
      throw new IllegalStateException("no boleto to change: " + answer);
    }
    return id.group(1);
  }

  private static String seconds(long since) {
    return String.format("%.1f", (System.nanoTime() - since) / 1e9);
  }

  private interface Task {
    void run() throws Exception;
  }

  private static Thread daemon(Task task) {
    Thread thread =
        new Thread(
            () -> {
              try {
                task.run();
              } catch (Exception e) {
                throw new IllegalStateException(e);
              }
            });
    thread.setDaemon(true);
    thread.start();
    return thread;
  }
}
