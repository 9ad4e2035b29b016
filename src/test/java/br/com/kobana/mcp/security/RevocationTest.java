package br.com.kobana.mcp.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import br.com.kobana.mcp.testing.McpClient;
import br.com.kobana.mcp.testing.RunningGateway;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A token that Kobana no longer takes stops working here. */
class RevocationTest {
  private static final String ME_REFUSES =
      "{\"match\":\"GET /v2/me\",\"kind\":\"status\",\"status\":401}";

  @Test
  void aRevokedTokenStopsWorkingWithinTheCacheTime() {
    try (RunningGateway gateway = RunningGateway.start(Map.of("mcp.auth.cache-s", "1"))) {
      McpClient client = new McpClient(gateway.url(), "sandbox-full");
      assertThat(client.call("ping", "").status()).isEqualTo(200);
      gateway.sandbox("PUT", "/sandbox/faults", "[" + ME_REFUSES + "]");
      await()
          .atMost(Duration.ofSeconds(5))
          .untilAsserted(() -> assertThat(client.call("ping", "").status()).isEqualTo(401));
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "GET /v1/bank_billets;tools/call;"
            + "{\"name\":\"banking_charge_bank_billet_list\",\"arguments\":{\"limit\":1}}",
        "POST /v1/customers;tools/call;{\"name\":\"banking_crm_customer_create\",\"arguments\":"
            + "{\"person_name\":\"Ana\",\"cnpj_cpf\":\"111.444.777-35\",\"address\":\"R\","
            + "\"neighborhood\":\"C\",\"zipcode\":\"01001000\",\"city_name\":\"São Paulo\","
            + "\"state\":\"SP\"}}",
        "GET /v1/bank_billets/7;resources/read;"
            + "{\"uri\":\"kobana://banking/charge/bank_billets/7\"}",
        "GET /v1/bank_billets;resources/list;{}"
      })
  void anyRefusalUpstreamEndsTheTokenAtOnce(String call, String method, String params) {
    try (RunningGateway gateway = RunningGateway.start(Map.of())) {
      McpClient client = new McpClient(gateway.url(), "sandbox-full");
      assertThat(client.call("ping", "").status()).isEqualTo(200);
      gateway.sandbox(
          "PUT",
          "/sandbox/faults",
          "[{\"match\":\"" + call + "\",\"kind\":\"status\",\"status\":401}," + ME_REFUSES + "]");
      assertThat(client.call("ping", "").status()).as("still kept").isEqualTo(200);
      client.call(method, params);
      McpClient.Answer after = client.call("ping", "");
      assertThat(after.status()).isEqualTo(401);
      assertThat(after.headers().firstValue("www-authenticate").orElseThrow())
          .contains("error=\"invalid_token\"");
    }
  }
}
