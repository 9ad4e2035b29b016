package br.com.kobana.mcp.observe;

import static org.assertj.core.api.Assertions.assertThat;

import br.com.kobana.mcp.testing.Http;
import br.com.kobana.mcp.testing.McpClient;
import br.com.kobana.mcp.testing.RunningGateway;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import javax.management.ObjectName;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What a scrape and the MBeans show after some traffic, and what dashboards and alerts ask for. */
class MetricsTest {
  private static final String CANCEL = "banking_charge_bank_billet_cancel";

  /** Stands in everything that a client can choose. */
  private static final String CLIENT_TEXT = "zebra";

  private static final RunningGateway GATEWAY = RunningGateway.start(Map.of());
  private static Scrape scrape;

  @BeforeAll
  static void drive() {
    McpClient client = new McpClient(GATEWAY.url(), "sandbox-full");
    client.call("ping", "");
    client.call(
        "initialize",
        "{\"protocolVersion\":\"2025-06-18\",\"capabilities\":{},\"clientInfo\":{\"name\":\""
            + CLIENT_TEXT
            + "<b>\",\"version\":\"1\"}}");
    client.call(CLIENT_TEXT + "/method", "{\"" + CLIENT_TEXT + "\":\"" + CLIENT_TEXT + "\"}");
    client.call("tools/call", "{\"name\":\"" + CLIENT_TEXT + "\",\"arguments\":{}}");
    client.call("prompts/get", "{\"name\":\"" + CLIENT_TEXT + "\"}");
    client.call("resources/read", "{\"uri\":\"kobana://" + CLIENT_TEXT + "\"}");
    client.call("resources/list", "");
    client.call("resources/list", "");
    client.call(
        "tools/call", "{\"name\":\"banking_charge_bank_billet_list\",\"arguments\":{\"limit\":2}}");
    client.send(
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}",
        Map.of(
            "MCP-Protocol-Version", CLIENT_TEXT,
            "User-Agent", CLIENT_TEXT,
            "X-Request-Id", CLIENT_TEXT));
    new McpClient(GATEWAY.url(), CLIENT_TEXT).call("ping", "");
    new McpClient(GATEWAY.url().replace("/mcp", "/" + CLIENT_TEXT), "sandbox-full")
        .call("ping", "");
    confirmations(client);
    scrape =
        Scrape.of(Http.get("http://localhost:" + GATEWAY.managementPort() + "/observe/metrics"));
  }

  private static void confirmations(McpClient client) {
    ask(client, "60", "");
    String state = ask(client, "61", "").at("/result/requestState").textValue();
    ask(client, "61", answer(state, "decline", ""));
    ask(client, "61", answer(state, "accept", ",\"content\":{\"confirm\":true}"));
    ask(client, "61", answer("forged", "accept", ",\"content\":{\"confirm\":true}"));
  }

  private static String answer(String state, String action, String content) {
    return ",\"requestState\":\""
        + state
        + "\",\"inputResponses\":{\"confirm\":{\"action\":\""
        + action
        + "\""
        + content
        + "}}";
  }

  private static JsonNode ask(McpClient client, String id, String more) {
    return client
        .send(
            "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\""
                + CANCEL
                + "\",\"arguments\":{\"id\":\""
                + id
                + "\"}"
                + more
                + ",\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","
                + "\"io.modelcontextprotocol/clientInfo\":{\"name\":\""
                + CLIENT_TEXT
                + "\",\"version\":\"1\"},"
                + "\"io.modelcontextprotocol/clientCapabilities\":{\"elicitation\":{}}}}}",
            Map.of(
                "MCP-Protocol-Version",
                "2026-07-28",
                "Mcp-Method",
                "tools/call",
                "Mcp-Name",
                CANCEL))
        .json();
  }

  @AfterAll
  static void stop() {
    GATEWAY.close();
  }

  @Test
  void requestsAreCountedByMethodToolEraAndOutcome() {
    assertThat(scrape.value("mcp_requests_total", "method", "ping", "outcome", "ok")).isEqualTo(1);
    assertThat(
            scrape.value(
                "mcp_requests_total",
                "tool",
                "banking_charge_bank_billet_list",
                "era",
                "handshake",
                "outcome",
                "ok"))
        .isEqualTo(1);
    assertThat(scrape.value("mcp_requests_total", "tool", CANCEL, "era", "stateless")).isEqualTo(5);
  }

  @Test
  void everyMetricOfTheGatewayIsThere() {
    assertThat(scrape.names())
        .contains(
            "mcp_requests_total",
            "mcp_request_duration_seconds_bucket",
            "mcp_stage_duration_seconds_bucket",
            "mcp_refusals_total",
            "mcp_confirmations_total",
            "mcp_upstream_calls_total",
            "mcp_upstream_attempt_duration_seconds_bucket",
            "mcp_upstream_breaker_open",
            "mcp_upstream_breaker_failures",
            "mcp_upstream_in_flight",
            "mcp_upstream_waiting",
            "mcp_upstream_retries_total",
            "mcp_upstream_held_back_total",
            "mcp_cache_lookups_total",
            "mcp_received_bytes_total",
            "mcp_sent_bytes_total",
            "mcp_in_flight",
            "mcp_ratelimit_requests_total",
            "mcp_ratelimit_remaining_bucket",
            "mcp_ratelimit_fallback",
            "mcp_ratelimit_fallback_switches_total");
    assertThat(scrape.value("mcp_refusals_total", "rung", "token")).isEqualTo(1);
    assertThat(scrape.value("mcp_refusals_total", "rung", "method")).isEqualTo(1);
    for (String answer : List.of("asked", "accepted", "declined", "refused")) {
      assertThat(scrape.value("mcp_confirmations_total", "answer", answer)).as(answer).isPositive();
    }
    assertThat(scrape.value("mcp_upstream_calls_total", "status", "200")).isPositive();
    assertThat(scrape.value("mcp_upstream_attempt_duration_seconds_count", "area", "identity"))
        .isPositive();
    assertThat(scrape.value("mcp_upstream_breaker_open", "area", "charge")).isZero();
    assertThat(scrape.value("mcp_cache_lookups_total", "cache", "identity", "result", "hit"))
        .isPositive();
    assertThat(scrape.value("mcp_cache_lookups_total", "cache", "identity", "result", "miss"))
        .isPositive();
    assertThat(scrape.value("mcp_cache_lookups_total", "cache", "resources_list", "result", "hit"))
        .isEqualTo(1);
    assertThat(scrape.value("mcp_stage_duration_seconds_count", "stage", "authenticate"))
        .isPositive();
    assertThat(scrape.value("mcp_received_bytes_total")).isPositive();
    assertThat(scrape.value("mcp_sent_bytes_total")).isPositive();
  }

  @Test
  void noLabelHoldsWhatAClientSent() {
    assertThat(scrape.text()).doesNotContain(CLIENT_TEXT);
  }

  @Test
  void seriesStayFew() {
    assertThat(scrape.series("mcp_")).isLessThan(1000);
  }

  @Test
  void beansShowTheSameAndCleanTheNamesOfClients() throws Exception {
    assertThat(bean("Refusals", "token")).isEqualTo(1L);
    assertThat(bean("Confirmations", "declined")).isEqualTo(1L);
    assertThat(bean("Requests", "ok"))
        .asInstanceOf(org.assertj.core.api.InstanceOfAssertFactories.LONG)
        .isPositive();
    assertThat(bean("Eras", "2026-07-28")).isEqualTo(5L);
    assertThat(bean("Clients", CLIENT_TEXT)).isEqualTo(5L);
    assertThat(bean("Clients", CLIENT_TEXT + "?b?")).isEqualTo(1L);
    assertThat(bean("IdentityCache", "kept")).isNotNull();
    assertThat(bean("Catalogue", "version")).asString().matches("[0-9a-f]{12}");
    assertThat(bean("Console", "users")).isEqualTo(0);
  }

  private static Object bean(String type, String figure) throws Exception {
    return ManagementFactory.getPlatformMBeanServer()
        .getAttribute(
            new ObjectName(
                "br.com.kobana.mcp:type="
                    + type
                    + ",name="
                    + GATEWAY.parts().camel().getManagementName()),
            figure);
  }

  @Test
  void dashboardsAskForMetricsAndLabelsThatExist() throws Exception {
    List<String> expressions = new ArrayList<>();
    try (Stream<Path> files = Files.list(Path.of("deploy/grafana"))) {
      for (Path file : files.filter(f -> f.toString().endsWith(".json")).toList()) {
        new ObjectMapper()
            .readTree(file.toFile())
            .findValues("expr")
            .forEach(e -> expressions.add(e.textValue()));
      }
    }
    assertThat(expressions).hasSizeGreaterThan(10);
    expressions.forEach(MetricsTest::check);
  }

  @Test
  void alertsAskForMetricsAndLabelsThatExist() throws Exception {
    JsonNode rules =
        new ObjectMapper(new YAMLFactory())
            .readTree(Path.of("deploy/prometheus/alerts.yaml").toFile());
    List<JsonNode> expressions = rules.findValues("expr");
    assertThat(expressions).hasSizeGreaterThan(5);
    expressions.forEach(e -> check(e.textValue()));
    rules
        .findValues("annotations")
        .forEach(a -> assertThat(a.path("summary").asText()).isNotBlank());
  }

  private static void check(String expression) {
    Promql promql = Promql.of(expression);
    assertThat(promql.metrics()).as(expression).isNotEmpty();
    Set<String> labels = new TreeSet<>(Set.of("le", "job", "instance"));
    for (String metric : promql.metrics()) {
      if (!metric.equals("up")) {
        assertThat(scrape.names()).as("metrics of %s", expression).contains(metric);
      }
      labels.addAll(scrape.labels(metric));
    }
    assertThat(labels).as("labels of %s", expression).containsAll(promql.labels());
    promql
        .matchers()
        .forEach(
            (label, value) ->
                assertThat(known(label)).as("%s in %s", label, expression).contains(value));
  }

  /**
   * Outcomes that no traffic here has are values too; what the scrape job is called is not ours.
   */
  private static Set<String> known(String label) {
    Set<String> values = new TreeSet<>(scrape.values(label));
    if (label.equals("outcome")) {
      Stream.of(Observation.Outcome.values()).forEach(o -> values.add(o.wire()));
    }
    if (label.equals("job")) {
      values.add("kobana-mcp-gateway");
    }
    return values;
  }
}
