package br.com.kobana.mcp.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import br.com.kobana.mcp.testing.LoggedLines;
import br.com.kobana.mcp.testing.McpClient;
import br.com.kobana.mcp.testing.RunningGateway;
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * One budget, two front doors: writes at the API and writes here. Both allow five thousand an hour.
 */
class WriteBudgetTest {
  private static final String ACCOUNT_A = "01900000-0000-7000-8000-00000000000a";
  private static RunningGateway gateway;

  @RegisterExtension final LoggedLines audit = LoggedLines.of("br.com.kobana.mcp.audit");

  @BeforeAll
  static void start() {
    // Half past the hour, so that no test meets its end.
    gateway = RunningGateway.start(Map.of(), () -> Instant.parse("2026-11-30T16:30:00Z"));
  }

  @AfterAll
  static void stop() {
    gateway.close();
  }

  @BeforeEach
  void startAfresh() {
    gateway.resetSandbox();
    gateway.parts().resetCounters();
  }

  private static McpClient.Answer write() {
    return new McpClient(gateway.url(), "sandbox-full")
        .call(
            "tools/call",
            "{\"name\":\"banking_charge_bank_billet_cancel\",\"arguments\":{\"id\":\"999999\"}}");
  }

  private static String remaining(McpClient.Answer answer) {
    return answer.headers().firstValue("ratelimit-remaining").orElse("none");
  }

  /** A write of the account's own integration. */
  private static void writeAtTheApi() throws Exception {
    HttpResponse<String> answer =
        HttpClient.newHttpClient()
            .send(
                HttpRequest.newBuilder(
                        URI.create(
                            "http://127.0.0.1:"
                                + gateway.sandboxPort()
                                + "/v1/bank_billets/999999/cancel"))
                    .header("Authorization", "Bearer sandbox-full")
                    .PUT(HttpRequest.BodyPublishers.noBody())
                    .build(),
                HttpResponse.BodyHandlers.ofString());
    assertThat(answer.headers().firstValue("ratelimit-remaining")).isPresent();
  }

  /** An operation on the buckets of account A, over JMX. */
  private static String operator(String operation) throws Exception {
    MBeanServer server = ManagementFactory.getPlatformMBeanServer();
    Set<ObjectName> names =
        server.queryNames(
            new ObjectName(
                "br.com.kobana.mcp:type=RateLimits,name="
                    + gateway.parts().camel().getManagementName()),
            null);
    assertThat(names).hasSize(1);
    return String.valueOf(
        server.invoke(
            names.iterator().next(),
            operation,
            new Object[] {ACCOUNT_A},
            new String[] {String.class.getName()}));
  }

  @Test
  void noWriteIsCountedTwice() {
    assertThat(remaining(write())).isEqualTo("4999");
    assertThat(remaining(write())).isEqualTo("4998");
  }

  @Test
  void whatTheAccountSpendsAtTheApiIsGoneHereToo() throws Exception {
    writeAtTheApi();
    writeAtTheApi();
    assertThat(remaining(write())).isEqualTo("4997");
    writeAtTheApi();
    assertThat(remaining(write())).isEqualTo("4995");
    assertThat(remaining(write())).isEqualTo("4994");
  }

  @Test
  void aWriteThatEndsHereCostsNothing() {
    assertThat(remaining(write())).isEqualTo("4999");
    McpClient.Answer wrong =
        new McpClient(gateway.url(), "sandbox-full")
            .call(
                "tools/call", "{\"name\":\"banking_charge_bank_billet_cancel\",\"arguments\":{}}");
    assertThat(remaining(wrong)).isEqualTo("4999");
  }

  @Test
  void anOperatorReadsAndResetsTheBucketsOfOneAccount() throws Exception {
    write();
    write();
    assertThat(operator("read")).contains("writes spent=2");
    operator("reset");
    assertThat(operator("read")).contains("reads spent=0", "writes spent=0");
    assertThat(audit.lines())
        .hasSize(3)
        .allMatch(line -> line.contains("by an operator: account=" + ACCOUNT_A))
        .anyMatch(line -> line.startsWith("WARN rate limits reset") && line.contains("writes=2"));
  }
}
