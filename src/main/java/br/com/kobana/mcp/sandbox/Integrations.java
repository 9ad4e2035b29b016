package br.com.kobana.mcp.sandbox;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** Webhooks, bank connections and subaccounts. */
final class Integrations {
  private static final Template WEBHOOK =
      Template.of(
          "id name url",
          """
          {"content_type":"application/json","events":[],"ssl_verification_enabled":true,
           "active":true,"concurrency_limit":10,"subaccounts":false,"auth_kind":"none"}
          """);

  private static final Template CONNECTION =
      Template.of(
          "certificate_uid keypair_uid label enabled_at validated_at validate_failed_at",
          """
          {"apis":[],"provider_slug":"sicoob","environment":"production",
           "association_failures":[],"associations":[]}
          """);

  private static final Template SUBACCOUNT =
      Template.of(
          """
          id email business_name business_legal_name nickname business_cnpj configuration
          parent_id parent_uid external_id custom_data tag_list
          """,
          "{\"created_via_api\":true,\"tags\":[]}");

  private Integrations() {}

  static List<Operation> operations() {
    return Stream.of(
            Resource.at("/v1/webhooks", Kind.WEBHOOK, "automation.webhooks")
                .list()
                .get()
                .on("POST", "", Integrations::createWebhook)
                .update(Writes::change)
                .delete(Writes.remove(Kind.WEBHOOK)),
            connections(),
            Resource.at("/v2/admin/subaccounts", Kind.SUBACCOUNT, "admin.subaccounts")
                .filters(
                    Filter.equal("email", "/email"),
                    Filter.equal("business_cnpj", "/business_cnpj"))
                .filters(Filter.period("created", "/created_at"))
                .list()
                .get()
                .create(
                    call -> email(call, new Problems(call.body()).required("nickname")),
                    Integrations::makeSubaccount)
                .update(Integrations::updateSubaccount))
        .flatMap(resource -> resource.operations().stream())
        .toList();
  }

  private static Resource connections() {
    return Resource.at("/v2/admin/connections", Kind.CONNECTION, "integration.connections")
        .filters(
            Filter.equal("provider_slug", "/provider_slug"),
            Filter.equal("certificate_uid", "/certificate_uid"),
            Filter.present("enabled", "/enabled_at"),
            Filter.present("validated", "/validated_at"))
        .filters(Filter.period("created", "/created_at"))
        .list()
        .get()
        .create(Integrations::checkConnection, Integrations::makeConnection)
        .update(Integrations::updateConnection)
        .delete(Writes.remove(Kind.CONNECTION))
        .onItem("POST", "/associations", Integrations::associate)
        .onItem("DELETE", "/associations", Integrations::disassociate);
  }

  static ObjectNode webhook(long id, String uid, String stamp) {
    ObjectNode json =
        WEBHOOK
            .record(id, uid, stamp)
            .put("name", "Webhook " + id)
            .put("url", "https://example.com/webhooks/" + id)
            .put("active", id != 4);
    json.putArray("events").add(id % 2 == 0 ? "bank_billet.paid" : "bank_billet.created");
    return json;
  }

  static ObjectNode connection(String uid, String provider, String stamp) {
    ObjectNode json =
        CONNECTION
            .record(0, uid, stamp)
            .put("label", "Conexão " + provider)
            .put("provider_slug", provider)
            .put("enabled_at", stamp)
            .put("validated_at", stamp);
    json.putArray("apis").add("statement");
    return json;
  }

  /** Shows a token in clear, as the API does: a gateway has to mask it. */
  static ObjectNode subaccount(Account account, Account parent, String stamp) {
    return SUBACCOUNT
        .record(account.code(), account.uid(), stamp)
        .put("email", "filial@example.com")
        .put("business_name", account.name())
        .put("business_legal_name", account.name() + " Ltda.")
        .put("nickname", "Filial")
        .put("business_cnpj", Documents.cnpj(account.code()))
        .put("parent_id", parent.code())
        .put("parent_uid", parent.uid())
        .put("created_via_api", false)
        .put("api_access_token", "token-da-filial-em-claro");
  }

  /** The key that signs deliveries is shown this once. */
  private static Answer createWebhook(Call call) {
    Problems problems = new Problems(call.body()).required("url");
    if (problems.absent("events")) {
      problems.add("event_codes", Problems.BLANK);
    }
    if (problems.any()) {
      return problems.answer(Version.V1);
    }
    Row webhook = Writes.make(Kind.WEBHOOK, WEBHOOK).apply(call);
    ObjectNode shown = webhook.json().deepCopy();
    shown.put("secret_key", String.format(Locale.ROOT, "%064x", 7_919L * webhook.id()));
    return Answer.json(201, shown);
  }

  private static Problems checkConnection(Call call) {
    Problems problems = new Problems(call.body()).required("provider_slug", "credentials");
    for (JsonNode association : call.field("associations")) {
      checkResource(call, problems, association.path("resource"));
    }
    return problems;
  }

  private static Problems checkResource(Call call, Problems problems, JsonNode resource) {
    boolean known =
        kindOf(resource.path("slug").asText()).stream()
            .anyMatch(kind -> call.named(kind, resource.path("uid").asText()).isPresent());
    return known ? problems : problems.add("base", "Conta de serviço não encontrada");
  }

  private static List<Kind> kindOf(String slug) {
    return switch (slug) {
      case "charge.bank_billet_account" -> List.of(Kind.BANK_BILLET_ACCOUNT);
      case "charge.pix_account" -> List.of(Kind.PIX_ACCOUNT);
      case "charge.automatic_pix_account" -> List.of(Kind.AUTOMATIC_PIX_ACCOUNT);
      case "payment.account" -> List.of(Kind.PAYMENT_ACCOUNT);
      case "transfer.account" -> List.of(Kind.TRANSFER_ACCOUNT);
      case "statement.account" -> List.of(Kind.STATEMENT_ACCOUNT);
      default -> List.of();
    };
  }

  private static Row makeConnection(Call call) {
    return call.table(Kind.CONNECTION)
        .add(
            (id, uid) -> {
              ObjectNode json = CONNECTION.record(0, uid, Writes.stamp(call));
              ObjectNode sent = call.body().deepCopy();
              sent.remove("associations");
              Fields.copy(sent, json, Fields.READ_ONLY);
              boolean enabled = call.field("enabled").asBoolean(true);
              json.put("enabled_at", enabled ? Writes.stamp(call) : null);
              json.put("validated_at", Writes.stamp(call));
              ArrayNode associations = json.withArrayProperty("associations");
              for (JsonNode association : call.field("associations")) {
                tie(associations, association.path("resource"));
              }
              return json;
            });
  }

  private static void tie(ArrayNode associations, JsonNode resource) {
    associations
        .addObject()
        .putObject("resource")
        .put("slug", resource.path("slug").asText())
        .put("uid", resource.path("uid").asText());
  }

  private static Answer updateConnection(Call call, Row connection) {
    ObjectNode json = connection.json();
    if (call.field("enabled").isBoolean()) {
      json.put("enabled_at", call.field("enabled").asBoolean() ? Writes.stamp(call) : null);
    }
    if (call.field("revalidate").asBoolean(false)) {
      json.put("validated_at", Writes.stamp(call)).putNull("validate_failed_at");
    }
    return Writes.changeAllBut(
            "provider_slug",
            "enabled_at",
            "validated_at",
            "validate_failed_at",
            "associations",
            "association_failures")
        .run(call, connection);
  }

  private static Answer associate(Call call, Row connection) {
    JsonNode resource = call.field("resource");
    Problems problems = new Problems(call.body()).required("resource");
    if (problems.any() || checkResource(call, problems, resource).any()) {
      return problems.answer(Version.V2);
    }
    ArrayNode associations = connection.json().withArrayProperty("associations");
    untie(associations, resource);
    tie(associations, resource);
    call.touch(connection);
    return Answer.data(201, connection.json());
  }

  /** The resource comes in the body of a DELETE. */
  private static Answer disassociate(Call call, Row connection) {
    boolean tied =
        untie(connection.json().withArrayProperty("associations"), call.field("resource"));
    call.touch(connection);
    return tied ? Answer.noContent() : Errors.notFound();
  }

  private static boolean untie(ArrayNode associations, JsonNode resource) {
    for (int i = 0; i < associations.size(); i++) {
      if (associations.get(i).at("/resource/uid").asText().equals(resource.path("uid").asText())) {
        associations.remove(i);
        return true;
      }
    }
    return false;
  }

  private static Problems email(Call call, Problems problems) {
    String email = call.field("email").asText("");
    return email.isEmpty() || email.contains("@")
        ? problems
        : problems.add("email", "não é válido");
  }

  /** A subaccount's record; no token of the sandbox acts on it. */
  private static Row makeSubaccount(Call call) {
    Account parent = call.grant().account();
    return call.table(Kind.SUBACCOUNT)
        .add(
            (id, uid) ->
                Writes.filled(
                        call,
                        SUBACCOUNT
                            .record(1_000 + id, uid, Writes.stamp(call))
                            .put("parent_id", parent.code())
                            .put("parent_uid", parent.uid()))
                    .put("api_access_token", "token-da-subconta-" + id + "-em-claro"));
  }

  private static Answer updateSubaccount(Call call, Row subaccount) {
    Problems problems = email(call, new Problems(call.body()));
    if (problems.any()) {
      return problems.answer(Version.V2);
    }
    return Writes.changeAllBut(
            "parent_id", "parent_uid", "business_cnpj", "api_access_token", "configuration")
        .run(call, subaccount);
  }
}
