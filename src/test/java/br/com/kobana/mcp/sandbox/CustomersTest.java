package br.com.kobana.mcp.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import br.com.kobana.mcp.sandbox.SandboxClient.Reply;
import com.fasterxml.jackson.databind.JsonNode;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class CustomersTest extends SandboxTest {
  private static final String NEW =
      """
      {'person_name':'Zélia','cnpj_cpf':'111.444.777-35','zipcode':'01001000','address':'Rua B',
      'address_number':'7','neighborhood':'Centro','city_name':'Santos','state':'SP'}
      """;

  @Test
  void twelveAreThereAndTheirSecretShowsInClear() {
    Reply list = api().get("/v1/customers");

    assertThat(list.json()).hasSize(12);
    assertThat(list.json().at("/0/id").intValue()).isEqualTo(12);
    list.json().forEach(one -> assertThat(one.path("portal_password").asText()).isNotEmpty());
  }

  @Test
  void createdCustomerIsKept() {
    Reply created = api().post("/v1/customers", NEW);

    assertThat(created.status()).isEqualTo(201);
    JsonNode read = api().get("/v1/customers/" + created.json().path("uid").asText()).json();
    assertThat(read).isEqualTo(created.json());
    assertThat(read.path("truncated_address").asText()).isEqualTo("Rua B, 7");
  }

  @Test
  void missingFieldsAreNamed() {
    Reply refused = api().post("/v1/customers", "{'cnpj_cpf':'12'}");

    assertThat(refused.status()).isEqualTo(422);
    assertThat(refused.json().path("errors").properties())
        .extracting(java.util.Map.Entry::getKey)
        .containsExactlyInAnyOrder(
            "person_name", "zipcode", "address", "neighborhood", "city_name", "cnpj_cpf", "state");
  }

  @Test
  void updateChangesAndAnswersNothing() {
    assertThat(api().put("/v1/customers/1", "{'nickname':'Bia','cnpj_cpf':'x'}").status())
        .isEqualTo(204);
    JsonNode read = api().get("/v1/customers/1").json();
    assertThat(read.path("nickname").asText()).isEqualTo("Bia");
    assertThat(read.path("cnpj_cpf").asText()).isEqualTo(Documents.cpf(1));
  }

  @Test
  void searchesFindOneObject() {
    assertThat(
            api().get("/v1/customers/cnpj_cpf?q=" + Documents.cpf(4)).json().path("id").intValue())
        .isEqualTo(4);
    String email = URLEncoder.encode("cliente5@example.com", StandardCharsets.UTF_8);
    assertThat(api().get("/v1/customers/email?q=" + email).json().path("id").intValue())
        .isEqualTo(5);
    assertThat(api().get("/v1/customers/email?q=none").status()).isEqualTo(404);
    assertThat(api().get("/v1/customers/email").status()).isEqualTo(400);
  }

  @Test
  void resourceScopeIsAskedForAfterTheLevel() {
    Reply refused = api().get("sandbox-charge", "/v1/customers");
    assertThat(refused.status()).isEqualTo(403);
    assertThat(refused.json().at("/errors/0/title").asText()).contains("\"all crm.customers\"");
  }
}
