package br.com.kobana.mcp.sandbox;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Customers: {@code /v1/customers}. */
final class Customers {
  private static final String PATH = "/v1/customers";
  private static final String SCOPE = "crm.customers";

  private static final Template TEMPLATE =
      Template.of(
          """
          nickname address_complement mobile_number email phone_number mobile_local_code notes
          state ignore_email email_cc contact_person external_code tag_list custom_data birthday
          ignore_credit_restriction_limit_at ignore_credit_restriction_reason
          credit_restriction_responsable_email ignore_credit_restriction_included_at city_name
          person_name address address_number cnpj_cpf neighborhood zipcode
          """,
          """
          {"created_via_api":true,"ignore_sms":false,"ignore_whatsapp":false,"tags":[],
           "ignore_credit_restriction":false,"credit_restriction_status":0}
          """);

  private static final Set<String> READ_ONLY =
      Set.of("id", "uid", "created_at", "updated_at", "created_via_api", "tag_list");
  private static final Set<String> READ_ONLY_ONCE_CREATED =
      Set.of("id", "uid", "created_at", "updated_at", "created_via_api", "tag_list", "cnpj_cpf");

  private Customers() {}

  static List<Operation> operations() {
    Resource customers =
        Resource.at(PATH, Kind.CUSTOMER, SCOPE)
            .list()
            .get()
            .create(Customers::check, Customers::make)
            .update(Customers::update);
    return Stream.concat(
            customers.operations().stream(),
            Stream.of(search("/cnpj_cpf", "cnpj_cpf"), search("/email", "email")))
        .toList();
  }

  static ObjectNode fields(long id, String uid, String stamp) {
    ObjectNode json = TEMPLATE.copy();
    json.put("id", id);
    json.put("uid", uid);
    json.put("portal_password", "portal-" + Long.toString(id * 7_919, Character.MAX_RADIX));
    json.put("created_at", stamp);
    json.put("updated_at", stamp);
    return json;
  }

  /** The short form of the address, from its parts. */
  static void shortenAddress(ObjectNode json) {
    String street = json.path("address").asText("");
    String number = json.path("address_number").asText("");
    json.put("truncated_address", number.isEmpty() ? street : street + ", " + number);
  }

  private static Problems check(Call call) {
    Problems problems =
        new Problems(call.body())
            .required("person_name", "zipcode", "address", "neighborhood", "city_name")
            .document("cnpj_cpf")
            .date("birthday");
    if (problems.absent("cnpj_cpf")) {
      problems.add("cnpj_cpf", "não é um CNPJ ou CPF válido");
    }
    return problems.absent("state")
        ? problems.add("state", "não está incluído na lista")
        : problems;
  }

  private static Row make(Call call) {
    return call.table(Kind.CUSTOMER)
        .add(
            (id, uid) -> {
              ObjectNode json = fields(id, uid, call.times().stamp());
              Fields.copy(call.body(), json, READ_ONLY);
              shortenAddress(json);
              return json;
            });
  }

  private static Answer update(Call call, Row customer) {
    Fields.copy(call.body(), customer.json(), READ_ONLY_ONCE_CREATED);
    shortenAddress(customer.json());
    call.touch(customer);
    return Answer.noContent();
  }

  /** The newest customer whose field equals the parameter {@code q}. */
  private static Operation search(String suffix, String field) {
    return new Operation(
        "GET",
        PATH + suffix,
        SCOPE,
        true,
        call -> {
          Optional<String> wanted = call.query().value("q");
          if (wanted.isEmpty() || call.query().names().size() > 1) {
            return Errors.badQuery(Version.V1, "Informe q, e mais nenhum parâmetro");
          }
          return call
              .table(Kind.CUSTOMER)
              .newestFirst(row -> row.text(field).equalsIgnoreCase(wanted.get()))
              .stream()
              .findFirst()
              .map(row -> Answer.json(200, row.json()))
              .orElseGet(Errors::notFound);
        });
  }
}
