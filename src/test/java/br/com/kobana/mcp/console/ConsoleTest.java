package br.com.kobana.mcp.console;

import static org.assertj.core.api.Assertions.assertThat;

import br.com.kobana.mcp.jsonrpc.Json;
import br.com.kobana.mcp.testing.LoggedLines;
import br.com.kobana.mcp.testing.McpClient;
import br.com.kobana.mcp.testing.RunningGateway;
import com.fasterxml.jackson.databind.JsonNode;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Who reaches the console on the management port, and what each role may do there. */
class ConsoleTest {
  private static final String PASSWORD = "console-test-password";
  private static final HttpClient HTTP =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private static final String HASH = new Passwords(new SecureRandom()).hash(PASSWORD);
  private static final RunningGateway GATEWAY =
      RunningGateway.start(
          Map.of("mcp.console.users", "ana:operator:" + HASH + ",vi:viewer:" + HASH));

  @RegisterExtension private final LoggedLines audit = LoggedLines.of("br.com.kobana.mcp.audit");

  @AfterAll
  static void stop() {
    GATEWAY.close();
  }

  private static HttpRequest.Builder request(int port, String path, String user) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create("http://localhost:" + port + path));
    if (!user.isEmpty()) {
      byte[] login = (user + ":" + PASSWORD).getBytes(StandardCharsets.UTF_8);
      request.header("Authorization", "Basic " + Base64.getEncoder().encodeToString(login));
    }
    return request;
  }

  private static HttpResponse<String> send(HttpRequest.Builder request) throws Exception {
    return HTTP.send(request.build(), HttpResponse.BodyHandlers.ofString());
  }

  private static HttpResponse<String> get(String path, String user) throws Exception {
    return send(request(GATEWAY.managementPort(), path, user));
  }

  private static HttpRequest.Builder jolokia(String user, String body) {
    return request(GATEWAY.managementPort(), "/hawtio/jolokia/", user)
        .header("Content-Type", "application/json")
        .POST(HttpRequest.BodyPublishers.ofString(body));
  }

  private static String jmx(String user, String body) throws Exception {
    HttpResponse<String> answer = send(jolokia(user, body));
    assertThat(answer.statusCode()).isEqualTo(200);
    return answer.body();
  }

  private static String camel(String type, String name) {
    return "org.apache.camel:context="
        + GATEWAY.parts().camel().getManagementName()
        + ",type="
        + type
        + ",name="
        + (type.equals("routes") ? "\\\"" + name + "\\\"" : name);
  }

  private static String exec(String mbean, String operation) {
    return "{\"type\":\"exec\",\"mbean\":\"" + mbean + "\",\"operation\":\"" + operation + "\"}";
  }

  private static String read(String mbean, String attribute) {
    return "{\"type\":\"read\",\"mbean\":\"" + mbean + "\",\"attribute\":\"" + attribute + "\"}";
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/hawtio",
        "/hawtio/",
        "/hawtio/index.html",
        "/hawtio/jolokia",
        "/hawtio/jolokia/version",
        "/hawtio/user",
        "//hawtio/",
        "/x/../hawtio/",
        "/x/%2e%2e/hawtio/",
        "/%68awtio/",
        "/hawtio;x/",
        "/hawtio%2fjolokia/version",
        "/observe/health/../../hawtio/",
        "/observe/metrics/../../hawtio/jolokia/version",
        "/observe/health;/../../hawtio/",
        "/jolokia",
        "/q/dev",
        "/"
      })
  void nothingOpensWithoutALogin(String path) throws Exception {
    HttpResponse<String> answer = get(path, "");
    assertThat(answer.statusCode()).isEqualTo(401);
    assertThat(answer.headers().firstValue("www-authenticate")).get().asString().contains("Basic");
    assertThat(answer.body()).isEqualTo("Login required");
  }

  @Test
  void whoIsLoggedInSeesThePages() throws Exception {
    HttpResponse<String> page = get("/hawtio/", "vi");
    assertThat(page.statusCode()).isEqualTo(200);
    assertThat(page.body()).contains("<base href=\"/hawtio/\">");
    assertThat(page.headers().firstValue("x-frame-options")).contains("DENY");
    assertThat(get("/hawtio/user", "vi").body()).isEqualTo("\"vi\"");
    assertThat(get("/hawtio/camel/routes", "vi").body()).isEqualTo(page.body());
    assertThat(get("/hawtio/jolokia/version", "vi").body()).contains("\"status\":200");
    assertThat(get("/hawtio/hawtconfig.json", "vi").body()).contains("Kobana MCP Gateway");
  }

  @Test
  void publicPortKnowsNothingOfIt() throws Exception {
    for (String path : List.of("/hawtio", "/hawtio/", "/hawtio/jolokia/version", "/jolokia")) {
      assertThat(send(request(GATEWAY.port(), path, "ana")).statusCode()).as(path).isEqualTo(404);
    }
  }

  @Test
  void probesAndScrapesOnLoopbackNeedNoLogin() throws Exception {
    assertThat(get("/observe/health", "").statusCode()).isEqualTo(200);
    assertThat(get("/observe/health/live", "").statusCode()).isEqualTo(200);
    assertThat(get("/observe/health/ready", "").statusCode()).isEqualTo(200);
    assertThat(get("/observe/metrics", "").statusCode()).isEqualTo(200);
  }

  @Test
  void viewerLooksAndChangesNothing() throws Exception {
    String route = camel("routes", "ping");
    assertThat(jmx("vi", exec(route, "dumpRouteAsXml()"))).contains("\"status\":200");
    assertThat(jmx("vi", read(route, "ExchangesTotal"))).contains("\"status\":200");
    assertThat(jmx("vi", exec(route, "stop()"))).contains("\"status\":403");
    String limits =
        "br.com.kobana.mcp:type=RateLimits,name=" + GATEWAY.parts().camel().getManagementName();
    assertThat(jmx("vi", read(limits, "ReadsRefused"))).contains("\"status\":200");
    assertThat(
            jmx(
                "vi",
                "{\"type\":\"exec\",\"mbean\":\""
                    + limits
                    + "\",\"operation\":\"reset\",\"arguments\":[\"a\"]}"))
        .contains("\"status\":403");
    assertThat(new McpClient(GATEWAY.url(), "sandbox-full").call("ping", "").status())
        .isEqualTo(200);
    assertThat(audit.lines())
        .anyMatch(l -> l.contains("user=vi what=stop() ") && l.endsWith("outcome=denied"));
  }

  @Test
  void operatorStopsAndStartsARouteAndTheAuditLogSaysWho() throws Exception {
    String route = camel("routes", "server-discover");
    McpClient client = new McpClient(GATEWAY.url(), "sandbox-full");
    assertThat(jmx("ana", exec(route, "stop()"))).contains("\"status\":200");
    assertThat(client.modern("server/discover", "", "").json().has("error")).isTrue();
    assertThat(jmx("ana", exec(route, "start()"))).contains("\"status\":200");
    assertThat(client.modern("server/discover", "", "").json().has("result")).isTrue();
    assertThat(audit.lines())
        .anyMatch(l -> l.contains("user=ana what=stop() ") && l.endsWith("outcome=done"))
        .anyMatch(l -> l.contains("user=ana what=start() ") && l.endsWith("outcome=done"));
  }

  @Test
  void operatorReachesNothingThatRunsCodeOrTellsSecrets() throws Exception {
    String context = camel("context", "\\\"" + GATEWAY.parts().camel().getName() + "\\\"");
    for (String body :
        List.of(
            exec(context, "stop()"),
            exec(context, "addOrUpdateRoutesFromXml(java.lang.String)"),
            exec(camel("routes", "ping"), "updateRouteFromXml(java.lang.String)"),
            exec(camel("routes", "ping"), "remove()"),
            exec("java.lang:type=Memory", "gc()"),
            exec("com.sun.management:type=DiagnosticCommand", "vmSystemProperties()"),
            exec("com.sun.management:type=HotSpotDiagnostic", "dumpHeap"),
            read("java.lang:type=Runtime", "SystemProperties"),
            read("java.lang:type=Runtime", "InputArguments"),
            read("java.util.logging:type=Logging", "LoggerNames"),
            "{\"type\":\"write\",\"mbean\":\""
                + camel("routes", "ping")
                + "\",\"attribute\":\"StatisticsEnabled\",\"value\":false}")) {
      assertThat(jmx("ana", body)).as(body).doesNotContain("\"status\":200").contains("\"error\"");
    }
    JsonNode domains =
        Json.parse(jmx("ana", "{\"type\":\"list\"}").getBytes("UTF-8")).path("value");
    assertThat(domains.fieldNames())
        .toIterable()
        .containsExactlyInAnyOrder("java.lang", "org.apache.camel", "br.com.kobana.mcp");
    assertThat(domains.path("org.apache.camel").fieldNames())
        .toIterable()
        .isNotEmpty()
        .noneMatch(name -> name.contains("type=tracer"));
  }

  @Test
  void getNeverActs() throws Exception {
    String route =
        "org.apache.camel:context="
            + GATEWAY.parts().camel().getManagementName()
            + ",name=%22ping%22,type=routes";
    assertThat(get("/hawtio/jolokia/exec/" + route + "/stop()", "ana").body())
        .contains("\"status\":403");
  }

  @Test
  void requestThatAnotherSiteMadeIsRefused() throws Exception {
    String body = exec(camel("routes", "ping"), "stop()");
    for (Map.Entry<String, String> foreign :
        List.of(
            Map.entry("Origin", "https://evil.example"),
            Map.entry("Origin", "null"),
            Map.entry("Origin", "http://localhost:1"),
            Map.entry("Referer", "https://evil.example/hawtio/"),
            Map.entry("Sec-Fetch-Site", "cross-site"),
            Map.entry("Sec-Fetch-Site", "same-site"),
            Map.entry("Content-Type", "text/plain"),
            Map.entry("Content-Type", "application/x-www-form-urlencoded"))) {
      HttpRequest.Builder request =
          jolokia("ana", body).setHeader(foreign.getKey(), foreign.getValue());
      assertThat(send(request).statusCode()).as("%s", foreign).isEqualTo(403);
      if (!foreign.getKey().equals("Content-Type")) {
        assertThat(
                send(request(GATEWAY.managementPort(), "/hawtio/jolokia/version", "ana")
                        .header(foreign.getKey(), foreign.getValue()))
                    .statusCode())
            .as("GET %s", foreign)
            .isEqualTo(403);
      }
    }
    assertThat(
            send(jolokia("ana", "{\"type\":\"version\"}")
                    .header("Origin", "http://localhost:" + GATEWAY.managementPort())
                    .header("Sec-Fetch-Site", "same-origin"))
                .statusCode())
        .isEqualTo(200);
  }
}
