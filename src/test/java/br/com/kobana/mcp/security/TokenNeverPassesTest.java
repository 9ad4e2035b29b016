package br.com.kobana.mcp.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import br.com.kobana.mcp.testing.McpClient;
import br.com.kobana.mcp.testing.RunningGateway;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Everything that reaches the API is recorded; the client's token is in none of it. */
class TokenNeverPassesTest {
  private static final String TOKEN = "callers-own-secret-token";
  private static final String ACCOUNT = "01900000-0000-7000-8000-00000000000a";
  private static final String SUB_ACCOUNT = "01900000-0000-7000-8000-0000000000a1";
  private static final String RESOURCE = "http://localhost:1/mcp";

  /** Brings the sandbox. */
  private static RunningGateway behind = RunningGateway.shared();

  private static Recorder recorder = Recorder.before(behind.sandboxPort());
  private static AuthorizationServer server = AuthorizationServer.start(RESOURCE);

  @TempDir Path directory;

  @BeforeAll
  static void fresh() {
    behind.resetSandbox();
  }

  @AfterAll
  static void close() {
    recorder.close();
    server.close();
  }

  private Map<String, String> settings(String credential) throws IOException {
    Map<String, String> settings = new LinkedHashMap<>();
    settings.put("mcp.public-url", RESOURCE);
    settings.put("mcp.allowed-hosts", "localhost");
    settings.put("kobana.api-url", recorder.url());
    settings.put("mcp.auth.mode", "introspection");
    settings.put("mcp.auth.introspection.url", server.url("/introspect"));
    settings.put("mcp.auth.introspection.client-id", "gateway");
    settings.put("mcp.auth.introspection.client-secret", "secret");
    settings.put("mcp.upstream.credential", credential);
    if (credential.equals("exchange")) {
      settings.put("mcp.upstream.exchange.url", server.url("/token"));
      settings.put("mcp.upstream.exchange.client-id", "gateway");
      settings.put("mcp.upstream.exchange.client-secret", "secret");
    } else {
      Path file = Files.writeString(directory.resolve("m.properties"), ACCOUNT + "=sandbox-full\n");
      settings.put("mcp.upstream.mapped.file", file.toString());
      settings.put("mcp.files.reload-s", "1");
    }
    return settings;
  }

  private static void useEverything(McpClient client) {
    assertThat(client.call("tools/list", "{}").status()).isEqualTo(200);
    McpClient.Answer list =
        client.call("tools/call", "{\"name\":\"banking_charge_bank_billet_list\"}");
    assertThat(list.json().at("/result/structuredContent/data").size()).isPositive();
    McpClient.Answer write =
        client.call(
            "tools/call",
            "{\"name\":\"banking_crm_customer_create\",\"arguments\":{\"person_name\":\"Ana\","
                + "\"cnpj_cpf\":\"111.444.777-35\",\"address\":\"R\",\"neighborhood\":\"C\","
                + "\"zipcode\":\"01001000\",\"city_name\":\"São Paulo\",\"state\":\"SP\"}}");
    assertThat(write.json().at("/result/isError").asBoolean(false)).isFalse();
    assertThat(
            client
                .call("resources/read", "{\"uri\":\"kobana://banking/charge/bank_billets/7\"}")
                .json()
                .at("/result/contents")
                .size())
        .isEqualTo(1);
    assertThat(client.call("resources/list", "{}").status()).isEqualTo(200);
    McpClient.Answer sub =
        client.send(
            "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":"
                + "{\"name\":\"banking_charge_bank_billet_list\"}}",
            Map.of("X-Account-Uid", SUB_ACCOUNT));
    assertThat(sub.json().at("/result/structuredContent/data").size()).isEqualTo(3);
  }

  @ParameterizedTest
  @ValueSource(strings = {"exchange", "mapped"})
  void theClientsTokenNeverReachesTheApi(String credential) throws IOException {
    int before = recorder.requests().size();
    try (RunningGateway gateway = RunningGateway.start(settings(credential))) {
      useEverything(new McpClient(gateway.url(), TOKEN));
      List<String> sent = recorder.requests().subList(before, recorder.requests().size());
      assertThat(sent)
          .hasSizeGreaterThan(6)
          .allMatch(r -> r.contains("Bearer sandbox-full"))
          .noneMatch(r -> r.contains(TOKEN));
      assertThat(server.asked()).isPositive();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"exchange", "mapped"})
  void theSubAccountsOwnTokenGoesUpstreamInItsModeAndTheClientsDoesNot(String credential)
      throws IOException {
    int before = recorder.requests().size();
    Map<String, String> settings = settings(credential);
    settings.put("mcp.sub-account.mode", "token");
    try (RunningGateway gateway = RunningGateway.start(settings)) {
      useEverything(new McpClient(gateway.url(), TOKEN));
      List<String> sent = recorder.requests().subList(before, recorder.requests().size());
      assertThat(sent)
          .noneMatch(r -> r.contains(TOKEN))
          .noneMatch(r -> r.toLowerCase(java.util.Locale.ROOT).contains("x-account-uid"))
          .anyMatch(r -> r.contains("Bearer token-da-filial-em-claro"));
    }
  }

  @Test
  void aCredentialTakenOutOfTheFileServesNobodyAnyMore() throws IOException {
    try (RunningGateway gateway = RunningGateway.start(settings("mapped"))) {
      McpClient client = new McpClient(gateway.url(), TOKEN);
      assertThat(client.call("ping", "").status()).isEqualTo(200);
      Files.writeString(directory.resolve("m.properties"), "# nobody\n");
      await()
          .atMost(Duration.ofSeconds(10))
          .untilAsserted(() -> assertThat(client.call("ping", "").status()).isEqualTo(403));
    }
  }
}
