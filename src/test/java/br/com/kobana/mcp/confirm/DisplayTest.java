package br.com.kobana.mcp.confirm;

import static org.assertj.core.api.Assertions.assertThat;

import br.com.kobana.mcp.jsonrpc.Json;
import br.com.kobana.mcp.jsonrpc.MalformedJson;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DisplayTest {
  private static String shown(String field, String json) {
    try {
      return Display.of(field, Json.parse(json));
    } catch (MalformedJson e) {
      throw new AssertionError(json, e);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "amount|10.5|R$ 10,50 (dez reais e cinquenta centavos)",
        "paid_amount|\"10.50\"|R$ 10,50 (dez reais e cinquenta centavos)",
        "fine_type|2|2",
        "interest_percentage|2.5|2.5",
        "expire_at|\"2026-12-01\"|01/12/2026",
        "expire_at|\"2026-13-01\"|2026-13-01",
        "expire_at|\"2026-12-01T02:30:00Z\"|30/11/2026 23:30 (Brasília)",
        "customer_cnpj_cpf|\"123.456.789-09\"|***.456.789-**",
        "beneficiary.document_number|\"12345678000195\"|**.345.678/0001-**",
        "beneficiary.document_number|\"12.ABC.345/01DE-35\"|**.ABC.345/01DE-**",
        "cnpj|\"12\"|***",
        "key|\"12345678909\"|***.456.789-**",
        "key|\"+5511999990000\"|+5511999990000",
        "bank_account.account_number|\"123456\"|***3456",
        "active|true|sim",
        "cancel|false|não",
        "ids|[1,2,3]|1, 2, 3",
        "ids|[]|(nenhum)",
        "ids|[1,2,3,4,5,6,7,8,9,10,11,12]|1, 2, 3, 4, 5, 6, 7, 8, 9, 10, e mais 2",
      })
  void valuesReadAsPeopleReadThem(String field, String json, String text) {
    assertThat(shown(field, json)).isEqualTo(text);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "password",
        "portal_password",
        "secret_key",
        "api_token",
        "credentials",
        "credentials.client_secret",
        "auth",
        "private_key"
      })
  void secretsAreNotRepeated(String field) {
    assertThat(shown(field, "\"abc123\"")).isEqualTo("(informado, não exibido)");
    assertThat(shown(field, "[\"abc123\"]")).doesNotContain("abc123");
  }
}
