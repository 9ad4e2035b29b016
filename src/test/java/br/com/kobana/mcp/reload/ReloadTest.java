package br.com.kobana.mcp.reload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import br.com.kobana.mcp.testing.EditedRoutes;
import br.com.kobana.mcp.testing.Http;
import br.com.kobana.mcp.testing.LoggedLines;
import br.com.kobana.mcp.testing.McpClient;
import br.com.kobana.mcp.testing.RunningGateway;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Routes, catalogue and prompts change under a running gateway. */
class ReloadTest {
  private static final String LIST =
      "{\"name\":\"banking_charge_bank_billet_list\",\"arguments\":{\"limit\":1}}";

  @RegisterExtension final LoggedLines log = LoggedLines.of(Part.class.getName());
  @TempDir Path directory;
  private Path routesDirectory;
  private Path catalog;
  private Path prompts;
  private EditedRoutes routes;

  @BeforeEach
  void files() throws IOException {
    routesDirectory = Files.createDirectory(directory.resolve("routes"));
    routes = EditedRoutes.in(routesDirectory);
    catalog = copy("catalog");
    prompts = copy("prompts");
  }

  @ParameterizedTest
  @ValueSource(strings = {"loop", "worker"})
  void twentyReloadsUnderLoadFailNoRequest(String threading) throws Exception {
    try (RunningGateway gateway = start(Map.of("mcp.threading", threading))) {
      AtomicBoolean over = new AtomicBoolean();
      AtomicLong answered = new AtomicLong();
      ConcurrentLinkedQueue<String> failed = new ConcurrentLinkedQueue<>();
      List<CompletableFuture<Void>> clients = new ArrayList<>();
      for (int i = 0; i < 8; i++) {
        String method = i % 4 == 0 ? "tools/call" : i % 4 == 1 ? "prompts/list" : "ping";
        clients.add(
            CompletableFuture.runAsync(() -> hammer(gateway, method, over, answered, failed)));
      }
      for (int i = 1; i <= 20; i++) {
        if (i % 2 == 0) {
          retitle("title: List customers", "title: List customers", " # " + i);
        } else {
          routes.write("methods.camel.yaml", routes.read("methods.camel.yaml") + "# " + i + "\n");
        }
        long before = answered.get();
        look(gateway);
        await().until(() -> answered.get() > before + 20 || !failed.isEmpty());
        assertThat(Http.reply(managed(gateway, "/observe/health/ready")).status()).isEqualTo(200);
      }
      over.set(true);
      clients.forEach(CompletableFuture::join);
      assertThat(failed).isEmpty();
      assertThat(metric(gateway, "routes", "taken")).isEqualTo("10.0");
      assertThat(metric(gateway, "catalogue", "taken")).isEqualTo("10.0");
      assertThat(contextsWithMeters(gateway)).contains("kobana-mcp-gateway-11").hasSize(2);
    }
  }

  @Test
  void aChangedRouteAnswersAndTheCallInHandEndsOnTheFormer() throws Exception {
    try (RunningGateway gateway = start(Map.of())) {
      McpClient client = new McpClient(gateway.url(), "sandbox-bench");
      gateway.sandbox(
          "PUT",
          "/sandbox/faults",
          "[{\"match\":\"GET /v1\",\"kind\":\"delay\",\"ms\":2000,\"times\":1}]");
      CompletableFuture<McpClient.Answer> slow = client.callAsync("tools/call", LIST);
      await()
          .until(() -> gateway.sandbox("GET", "/sandbox/calls", "").contains("/v1/bank_billets"));
      routes.write(
          "methods.camel.yaml",
          routes
              .read("methods.camel.yaml")
              .replace("ref: ping", "ref: discover")
              .replace("ref: concludeToolCall", "ref: ping"));
      CompletableFuture<Void> looked = CompletableFuture.runAsync(() -> look(gateway));
      await().until(() -> client.call("ping", "").json().at("/result/capabilities").isObject());
      assertThat(slow.isDone()).isFalse();
      assertThat(slow.join().json().at("/result/structuredContent/data").size()).isEqualTo(1);
      looked.join();
      assertThat(client.call("ping", "").json().at("/result/capabilities").isObject()).isTrue();
      assertThat(gateway.parts().inFlight()).isZero();
    }
  }

  private static String otherDoor(String route) {
    return """
        - route:
            id: other-door
            description: The pipeline from elsewhere
            from:
              id: other-endpoint
              description: Another path
              uri: direct:other-door
              steps:
                - to:
                    id: to-pipeline
                    description: The pipeline
                    uri: kobana:route?routeId=%s
        """
        .formatted(route);
  }

  @Test
  void routesThatAreNotSoundLeaveTheFormerInForceAndSaySo() throws Exception {
    try (RunningGateway gateway = start(Map.of())) {
      McpClient client = new McpClient(gateway.url(), "sandbox-bench");
      String sound = routes.read("methods.camel.yaml");
      String door = routes.read("mcp.camel.yaml");
      Map<String, String> wrong = new HashMap<>();
      wrong.put(sound.replace("ref: ping", "ref: pong"), "pong");
      wrong.put(sound + "- route: [", "");
      wrong.put(sound.replace("from:", "fron:"), "fron");
      wrong.put(sound.replace("uri: direct:ping", "uri: direct:pyng"), "direct:ping");
      wrong.put(
          sound + otherDoor("mpc"), "route other-door step to-pipeline: there is no route mpc");
      int refusals = 0;
      for (Map.Entry<String, String> file : wrong.entrySet()) {
        routes.write("methods.camel.yaml", file.getKey());
        look(gateway);
        refusals++;
        assertThat(client.call("ping", "").json().at("/result").toString()).isEqualTo("{}");
        assertThat(metric(gateway, "routes", "refused")).isEqualTo(refusals + ".0");
        assertThat(health(gateway)).contains("not in force: routes: ").contains(file.getValue());
        assertThat(log.lines().get(log.lines().size() - 1))
            .startsWith("ERROR reload: part=routes")
            .contains("refused")
            .contains(file.getValue());
      }
      routes.write("methods.camel.yaml", sound);
      Files.delete(routesDirectory.resolve("mcp.camel.yaml"));
      look(gateway);
      assertThat(health(gateway)).contains("no route serves");
      assertThat(Http.reply(managed(gateway, "/observe/health/ready")).status()).isEqualTo(200);
      routes.write("mcp.camel.yaml", door);
      look(gateway);
      assertThat(health(gateway)).doesNotContain("not in force");
      assertThat(metric(gateway, "routes", "taken")).isEqualTo("0.0");
      assertThat(client.call("ping", "").status()).isEqualTo(200);
    }
  }

  @Test
  void routesFromATemplateOutliveAReload() throws Exception {
    routes.write(
        "template.camel.yaml",
        """
        - routeTemplate:
            id: echo-template
            parameters:
              - name: name
            from:
              id: echo-in
              description: A path of its own
              uri: platform-http:/{{name}}
              steps:
                - setBody:
                    id: echo
                    description: Its name
                    constant: "{{name}}"
        - templatedRoute:
            routeTemplateRef: echo-template
            routeId: echo-one
            parameters:
              - name: name
                value: one
        """);
    try (RunningGateway gateway = start(Map.of())) {
      String url = "http://127.0.0.1:" + gateway.port() + "/one";
      assertThat(Http.reply(url)).isEqualTo(new Http.Reply(200, "one"));
      for (int i = 0; i < 2; i++) {
        routes.write("methods.camel.yaml", routes.read("methods.camel.yaml") + "# edited\n");
        look(gateway);
        assertThat(Http.reply(url)).isEqualTo(new Http.Reply(200, "one"));
      }
      assertThat(metric(gateway, "routes", "taken")).isEqualTo("2.0");
    }
  }

  @Test
  void aChangedCatalogueIsListedAndOneThatIsNotSoundIsNot() throws Exception {
    try (RunningGateway gateway = start(Map.of())) {
      McpClient client = new McpClient(gateway.url(), "sandbox-bench");
      assertThat(tools(client)).contains("\"List customers\"");
      retitle("title: List customers", "title: Every customer", "");
      look(gateway);
      assertThat(tools(client)).contains("\"Every customer\"").doesNotContain("\"List customers\"");
      retitle("title: Every customer", "titel: Nothing", "");
      look(gateway);
      assertThat(tools(client)).contains("\"Every customer\"");
      assertThat(health(gateway))
          .contains("not in force: catalogue: ")
          .contains("crm.customers.yaml");
      assertThat(metric(gateway, "catalogue", "refused")).isEqualTo("1.0");
    }
  }

  @Test
  void aToolIsSwitchedOffWhileTheServiceRuns() throws Exception {
    try (RunningGateway gateway = start(Map.of())) {
      McpClient client = new McpClient(gateway.url(), "sandbox-bench");
      Path index = catalog.resolve("index.yaml");
      Files.writeString(
          index, Files.readString(index) + "off: [banking_charge_bank_billet_list]\n");
      look(gateway);
      assertThat(tools(client)).doesNotContain("\"banking_charge_bank_billet_list\"");
      assertThat(client.call("tools/call", LIST).json().at("/error/code").intValue())
          .isEqualTo(-32602);
      assertThat(health(gateway)).doesNotContain("not in force");
    }
  }

  @Test
  void aChangedPromptIsListedAndOneThatIsNotSoundIsNot() throws Exception {
    try (RunningGateway gateway = start(Map.of())) {
      McpClient client = new McpClient(gateway.url(), "sandbox-bench");
      Path file = prompts.resolve("banking_pix_charge.yaml");
      String text = Files.readString(file);
      Files.writeString(file, text.replaceFirst("title: .*", "title: Outro nome"));
      look(gateway);
      assertThat(client.call("prompts/list", "").json().toString()).contains("Outro nome");
      Files.writeString(file, text.replaceFirst("title: .*", "titel: Nada"));
      look(gateway);
      assertThat(client.call("prompts/list", "").json().toString()).contains("Outro nome");
      assertThat(health(gateway))
          .contains("not in force: catalogue: ")
          .contains("banking_pix_charge");
    }
  }

  /** The tool changes while its call waits for the API: the answer is shaped as it was asked. */
  @Test
  void aCallSeesOneCatalogueFromStartToEnd() throws Exception {
    try (RunningGateway gateway = start(Map.of())) {
      McpClient client = new McpClient(gateway.url(), "sandbox-bench");
      gateway.sandbox(
          "PUT",
          "/sandbox/faults",
          "[{\"match\":\"GET /v1/bank_billets\",\"kind\":\"delay\",\"ms\":1500,\"times\":1}]");
      CompletableFuture<McpClient.Answer> slow = client.callAsync("tools/call", LIST);
      await()
          .until(() -> gateway.sandbox("GET", "/sandbox/calls", "").contains("/v1/bank_billets"));
      edit(
          "charge.bank_billets.yaml",
          "[bank_billet_discharges, ",
          "[status, bank_billet_discharges, ",
          "");
      look(gateway);
      assertThat(slow.isDone()).isFalse();
      assertThat(record(slow.join()).has("status")).isTrue();
      assertThat(record(client.call("tools/call", LIST)).has("status")).isFalse();
    }
  }

  @Test
  void aVolumeOfKubernetesIsTakenWhenItsLinkIsReplaced() throws Exception {
    Path mounted = Files.createDirectory(directory.resolve("mounted"));
    Volume volume = Volume.in(mounted);
    volume.publish(routeFiles("ref: ping"));
    try (RunningGateway gateway =
        start(Map.of("mcp.routes.directory", mounted.toString(), "mcp.files.reload-s", "1"))) {
      McpClient client = new McpClient(gateway.url(), "sandbox-bench");
      assertThat(client.call("ping", "").json().at("/result").toString()).isEqualTo("{}");
      volume.publish(routeFiles("ref: discover"));
      await()
          .atMost(java.time.Duration.ofSeconds(30))
          .until(() -> client.call("ping", "").json().at("/result/capabilities").isObject());
    }
  }

  private List<Volume.File> routeFiles(String ping) {
    return Stream.of("mcp.camel.yaml", "methods.camel.yaml", "errors.camel.yaml")
        .map(name -> new Volume.File(name, routes.read(name).replace("ref: ping", ping)))
        .toList();
  }

  private static com.fasterxml.jackson.databind.JsonNode record(McpClient.Answer answer) {
    return answer.json().at("/result/structuredContent/data/0");
  }

  private RunningGateway start(Map<String, String> more) {
    Map<String, String> settings = new HashMap<>();
    settings.put("mcp.routes.directory", routesDirectory.toString());
    settings.put("mcp.catalog.directory", catalog.toString());
    settings.put("mcp.prompts.directory", prompts.toString());
    settings.put("mcp.reload", "true");
    // Tests look by themselves.
    settings.put("mcp.files.reload-s", "3600");
    settings.putAll(more);
    return RunningGateway.start(settings);
  }

  /** A change is taken the second time it is seen. */
  private static void look(RunningGateway gateway) {
    gateway.parts().reload().look();
    gateway.parts().reload().look();
  }

  private static void hammer(
      RunningGateway gateway,
      String method,
      AtomicBoolean over,
      AtomicLong answered,
      ConcurrentLinkedQueue<String> failed) {
    McpClient client = new McpClient(gateway.url(), "sandbox-bench");
    while (!over.get()) {
      try {
        McpClient.Answer answer = client.call(method, method.equals("tools/call") ? LIST : "");
        if (answer.status() != 200
            || !answer.json().has("result")
            || answer.json().at("/result/isError").asBoolean()) {
          failed.add(method + " " + answer.status() + " " + answer.json());
        }
        answered.incrementAndGet();
      } catch (RuntimeException e) {
        failed.add(method + " " + e);
      }
    }
  }

  private void retitle(String from, String to, String suffix) throws IOException {
    edit("crm.customers.yaml", from, to, suffix);
  }

  private void edit(String name, String from, String to, String suffix) throws IOException {
    Path file = catalog.resolve(name);
    String text = Files.readString(file);
    assertThat(text).contains(from);
    Files.writeString(file, text.replace(from, to) + (suffix.isEmpty() ? "" : "\n" + suffix));
  }

  private static String tools(McpClient client) {
    return client.call("tools/list", "").json().toString();
  }

  private static String metric(RunningGateway gateway, String part, String outcome) {
    return Http.get(managed(gateway, "/observe/metrics"))
        .lines()
        .filter(
            l ->
                l.startsWith("mcp_reload_total{")
                    && l.contains("part=\"" + part + "\"")
                    && l.contains("outcome=\"" + outcome + "\""))
        .map(l -> l.substring(l.lastIndexOf(' ') + 1))
        .findFirst()
        .orElse("none");
  }

  /** The first context stays; of the others only the one in force is measured. */
  private static Set<String> contextsWithMeters(RunningGateway gateway) {
    Matcher named =
        Pattern.compile("camelContext=\"([^\"]*)\"")
            .matcher(Http.get(managed(gateway, "/observe/metrics")));
    return named.results().map(found -> found.group(1)).collect(Collectors.toSet());
  }

  private static String health(RunningGateway gateway) {
    return Http.get(managed(gateway, "/observe/health"));
  }

  private static String managed(RunningGateway gateway, String path) {
    return "http://127.0.0.1:" + gateway.managementPort() + path;
  }

  private Path copy(String resources) throws IOException {
    Path target = Files.createDirectory(directory.resolve(resources));
    try (Stream<Path> files = Files.list(Path.of("src/main/resources", resources))) {
      for (Path file : files.toList()) {
        Files.copy(file, target.resolve(file.getFileName()));
      }
    }
    return target;
  }
}
