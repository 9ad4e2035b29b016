package br.com.kobana.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import br.com.kobana.mcp.settings.Settings;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The files of {@code deploy/} fit the gateway and each other. */
class DeployFilesTest {
  private static final Path DEPLOY = Path.of("deploy");
  private static final YAMLMapper YAML = new YAMLMapper();
  private static final Duration DRAIN = Duration.ofSeconds(30);
  private static final String NAME = "app.kubernetes.io/name";

  @TempDir Path directory;

  @ParameterizedTest
  @ValueSource(strings = {"sandbox", "production"})
  void theGatewayStartsWithTheSettingsOfAnOverlay(String overlay) throws Exception {
    Rendered rendered = Rendered.of(overlay);
    Settings settings = settings(rendered.environment());
    JsonNode pod = rendered.one("Deployment").at("/spec/template/spec");
    JsonNode container = pod.at("/containers/0");
    assertThat(port(container, "mcp")).isEqualTo(settings.door().port());
    assertThat(port(container, "management")).isEqualTo(settings.management().port());
    assertThat(settings.door().host()).isEqualTo("0.0.0.0");
    assertThat(settings.management().host()).isEqualTo("0.0.0.0");
    assertThat(settings.redis().isUsed()).isTrue();
    assertThat(settings.auth().stateKeys()).isNotEmpty();
    assertThat(settings.door().publicUrl().getScheme()).isEqualTo("https");
    assertThat(Duration.ofSeconds(pod.path("terminationGracePeriodSeconds").asInt()))
        .isGreaterThanOrEqualTo(settings.load().stopDelay().plus(DRAIN).plusSeconds(5));
    JsonNode ready = container.path("readinessProbe");
    assertThat(settings.load().stopDelay())
        .as("readiness is noticed before requests are refused")
        .isGreaterThan(
            Duration.ofSeconds(
                ready.path("periodSeconds").asLong() * ready.path("failureThreshold").asLong()));
  }

  @ParameterizedTest
  @ValueSource(strings = {"sandbox", "production"})
  void everySelectorMeansThePodsOfTheGateway(String overlay) throws Exception {
    Rendered rendered = Rendered.of(overlay);
    String name =
        rendered.one("Deployment").at("/spec/template/metadata/labels").path(NAME).asText();
    assertThat(name).isEqualTo("kobana-mcp-gateway");
    List<JsonNode> selectors = new ArrayList<>();
    selectors.add(rendered.one("Deployment").at("/spec/selector/matchLabels"));
    selectors.add(rendered.one("PodDisruptionBudget").at("/spec/selector/matchLabels"));
    selectors.add(rendered.one("NetworkPolicy").at("/spec/podSelector/matchLabels"));
    rendered.all("Service").forEach(service -> selectors.add(service.at("/spec/selector")));
    assertThat(selectors).hasSize(5).allMatch(s -> s.path(NAME).asText().equals(name));
    assertThat(rendered.one("HorizontalPodAutoscaler").at("/spec/scaleTargetRef/name").asText())
        .isEqualTo(rendered.one("Deployment").at("/metadata/name").asText());
    assertThat(redis(rendered.one("NetworkPolicy"))).isEqualTo("redis");
  }

  @ParameterizedTest
  @ValueSource(strings = {"sandbox", "production"})
  void portsProbesAndMonitorsNameWhatIsThere(String overlay) throws Exception {
    Rendered rendered = Rendered.of(overlay);
    JsonNode container = rendered.one("Deployment").at("/spec/template/spec/containers/0");
    for (JsonNode service : rendered.all("Service")) {
      for (JsonNode port : service.at("/spec/ports")) {
        assertThat(port(container, port.path("targetPort").asText())).isPositive();
      }
    }
    for (String probe : List.of("startupProbe", "livenessProbe", "readinessProbe")) {
      JsonNode get = container.path(probe).path("httpGet");
      assertThat(get.path("port").asText()).isEqualTo("management");
      assertThat(get.path("path").asText())
          .isEqualTo("/observe/health/" + (probe.equals("readinessProbe") ? "ready" : "live"));
    }
    JsonNode monitor = rendered.one("ServiceMonitor").path("spec");
    assertThat(rendered.all("Service"))
        .filteredOn(s -> holds(s.at("/metadata/labels"), monitor.at("/selector/matchLabels")))
        .singleElement()
        .matches(s -> s.at("/spec/ports/0/name").equals(monitor.at("/endpoints/0/port")));
    assertThat(monitor.at("/endpoints/0/path").asText()).isEqualTo("/observe/metrics");
  }

  @ParameterizedTest
  @ValueSource(strings = {"sandbox", "production"})
  void theContainerNeedsNoRightAndWritesNowhere(String overlay) throws Exception {
    JsonNode pod = Rendered.of(overlay).one("Deployment").at("/spec/template/spec");
    assertThat(pod.at("/securityContext/runAsNonRoot").asBoolean()).isTrue();
    assertThat(pod.path("automountServiceAccountToken").asBoolean(true)).isFalse();
    JsonNode container = pod.at("/containers/0/securityContext");
    assertThat(container.path("readOnlyRootFilesystem").asBoolean()).isTrue();
    assertThat(container.path("allowPrivilegeEscalation").asBoolean(true)).isFalse();
    assertThat(container.at("/capabilities/drop/0").asText()).isEqualTo("ALL");
  }

  @Test
  void ownFilesAreMountedWhereTheSettingsPoint() throws Exception {
    Rendered rendered = Rendered.of("production");
    JsonNode pod = rendered.one("Deployment").at("/spec/template/spec");
    Map<String, String> mounts = new HashMap<>();
    pod.at("/containers/0/volumeMounts")
        .forEach(m -> mounts.put(m.path("mountPath").asText(), m.path("name").asText()));
    List<String> volumes = pod.path("volumes").findValuesAsText("name");
    Map<String, String> environment = rendered.environment();
    for (String variable : List.of("MCP_ROUTES_DIRECTORY", "MCP_CATALOG_DIRECTORY")) {
      assertThat(mounts).containsKey(environment.get(variable));
      assertThat(volumes).contains(mounts.get(environment.get(variable)));
    }
    assertThat(environment).containsEntry("MCP_RELOAD", "true");
  }

  @Test
  void composeGivesSettingsThatExist() throws Exception {
    JsonNode compose = documents(DEPLOY.resolve("compose.yaml")).get(0);
    Map<String, String> environment = new LinkedHashMap<>();
    compose
        .at("/services/gateway-1/environment")
        .fields()
        .forEachRemaining(e -> environment.put(e.getKey(), filled(e.getValue().asText())));
    Settings settings = settings(environment);
    assertThat(settings.redis().isUsed()).isTrue();
    assertThat(compose.at("/services/redis").isObject()).isTrue();
    String grace = compose.at("/services/gateway-1/stop_grace_period").asText();
    assertThat(Duration.ofSeconds(Long.parseLong(grace.replace("s", ""))))
        .isGreaterThanOrEqualTo(settings.load().stopDelay().plus(DRAIN).plusSeconds(5));
  }

  /** A fault of one line, such as a setting by a name that it never had, must be seen. */
  @Test
  void aVariableOfNoSettingIsFound() {
    assertThat(key("MCP_STOP_DELAY_S")).hasValue("mcp.stop.delay-s");
    assertThat(key("MCP_ROUTES_RELOAD")).isEmpty();
  }

  private Settings settings(Map<String, String> environment) throws IOException {
    Map<String, String> values = new HashMap<>();
    for (Map.Entry<String, String> variable : environment.entrySet()) {
      Optional<String> key = key(variable.getKey());
      assertThat(key).as(variable.getKey()).isPresent();
      boolean mounted = variable.getKey().endsWith("_DIRECTORY");
      values.put(key.get(), mounted ? directory.toString() : variable.getValue());
    }
    return Settings.with(values);
  }

  private static Optional<String> key(String variable) {
    return keys().filter(key -> variable(key).equals(variable)).findFirst();
  }

  private static Stream<String> keys() {
    Properties properties = new Properties();
    try (Reader in = Files.newBufferedReader(Path.of("application.properties"))) {
      properties.load(in);
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
    return properties.stringPropertyNames().stream();
  }

  private static String variable(String key) {
    return key.toUpperCase(Locale.ROOT).replace('.', '_').replace('-', '_');
  }

  private static final String SOME_KEY = "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=";

  /** {@code ${NAME:-default}} without the name set; what is required is a key. */
  private static String filled(String text) {
    return text.replaceAll("\\$\\{[A-Z_]+:-([^}]*)}", "$1")
        .replaceAll("\\$\\{[A-Z_]+:\\?[^}]*}", SOME_KEY);
  }

  private static int port(JsonNode container, String name) {
    for (JsonNode port : container.path("ports")) {
      if (port.path("name").asText().equals(name)) {
        return port.path("containerPort").asInt();
      }
    }
    throw new AssertionError("no port " + name);
  }

  private static String redis(JsonNode policy) {
    for (JsonNode rule : policy.at("/spec/egress")) {
      if (rule.at("/ports/0/port").asInt() == 6379) {
        return rule.at("/to/0/podSelector/matchLabels").path(NAME).asText();
      }
    }
    throw new AssertionError("no way to Redis");
  }

  private static boolean holds(JsonNode labels, JsonNode wanted) {
    for (Map.Entry<String, JsonNode> label : wanted.properties()) {
      if (!label.getValue().equals(labels.get(label.getKey()))) {
        return false;
      }
    }
    return true;
  }

  private static List<JsonNode> documents(Path file) throws IOException {
    try (MappingIterator<JsonNode> all = YAML.readerFor(JsonNode.class).readValues(file.toFile())) {
      return all.readAll();
    }
  }

  /** What kustomize makes of an overlay. */
  private record Rendered(List<JsonNode> objects) {
    static Rendered of(String overlay) throws Exception {
      assumeTrue(hasKubectl(), "kubectl is not installed: overlays are not rendered");
      Path out = Files.createTempFile("rendered", ".yaml");
      Path errors = Files.createTempFile("errors", ".txt");
      try {
        Process kubectl =
            new ProcessBuilder(
                    "kubectl",
                    "kustomize",
                    DEPLOY.resolve("kubernetes/overlays").resolve(overlay).toString())
                .redirectOutput(out.toFile())
                .redirectError(errors.toFile())
                .start();
        assertThat(kubectl.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(kubectl.exitValue()).as(Files.readString(errors)).isZero();
        assertThat(Files.readString(errors)).isEmpty();
        return new Rendered(documents(out));
      } finally {
        Files.delete(out);
        Files.delete(errors);
      }
    }

    private static boolean hasKubectl() {
      return Stream.of(System.getenv().getOrDefault("PATH", "").split(":"))
          .anyMatch(p -> Files.isExecutable(Path.of(p, "kubectl")));
    }

    List<JsonNode> all(String kind) {
      return objects.stream().filter(o -> o.path("kind").asText().equals(kind)).toList();
    }

    JsonNode one(String kind) {
      assertThat(all(kind)).as(kind).hasSize(1);
      return all(kind).get(0);
    }

    /** Of the container; what is secret gets a value that fits. */
    Map<String, String> environment() {
      JsonNode container = one("Deployment").at("/spec/template/spec/containers/0");
      Map<String, String> environment = new LinkedHashMap<>();
      JsonNode map = one("ConfigMap");
      assertThat(container.at("/envFrom/0/configMapRef/name")).isEqualTo(map.at("/metadata/name"));
      map.path("data")
          .properties()
          .forEach(e -> environment.put(e.getKey(), e.getValue().asText()));
      Map<String, String> secrets =
          Map.of("state-keys", SOME_KEY, "redis-url", "redis://redis:6379");
      for (JsonNode variable : container.path("env")) {
        JsonNode secret = variable.at("/valueFrom/secretKeyRef");
        assertThat(secret.path("name").asText()).isEqualTo("kobana-mcp-secrets");
        assertThat(secrets).containsKey(secret.path("key").asText());
        environment.put(
            variable.path("name").asText(),
            String.valueOf(secrets.get(secret.path("key").asText())));
      }
      return environment;
    }
  }
}
