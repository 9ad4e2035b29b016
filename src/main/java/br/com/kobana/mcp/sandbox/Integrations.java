package br.com.kobana.mcp.sandbox;

import br.com.kobana.mcp.jsonrpc.Json;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.stream.Stream;

/** Webhooks, bank connections, the mailbox and subaccounts, to read. */
final class Integrations {
  /** Opens the subaccount itself; its parent is shown it. */
  static final String SUBACCOUNT_TOKEN = "token-da-filial-em-claro";

  private Integrations() {}

  static List<Operation> operations() {
    return Stream.of(
            Resource.at("/v1/webhooks", Kind.WEBHOOK, "automation.webhooks").list().get(),
            Resource.at("/v2/admin/connections", Kind.CONNECTION, "integration.connections")
                .filters(Filter.equal("provider_slug", "/provider_slug"))
                .filters(Filter.period("created", "/created_at"))
                .list()
                .get(),
            Resource.at("/v2/mailbox/entries", Kind.MAILBOX_ENTRY, "mailbox.entries").list().get(),
            Resource.at("/v2/admin/subaccounts", Kind.SUBACCOUNT, "admin.subaccounts")
                .filters(
                    Filter.equal("email", "/email"),
                    Filter.equal("business_cnpj", "/business_cnpj"))
                .filters(Filter.period("created", "/created_at"))
                .list()
                .get())
        .flatMap(resource -> resource.operations().stream())
        .toList();
  }

  static ObjectNode webhook(long id, String uid, String stamp) {
    ObjectNode json =
        Json.object()
            .put("id", id)
            .put("uid", uid)
            .put("name", "Webhook " + id)
            .put("url", "https://example.com/webhooks/" + id)
            .put("content_type", "application/json");
    json.putArray("events").add(id % 2 == 0 ? "bank_billet.paid" : "bank_billet.created");
    return json.put("ssl_verification_enabled", true)
        .put("active", id != 4)
        .put("concurrency_limit", 10)
        .put("subaccounts", false)
        .put("auth_kind", "none")
        .put("created_at", stamp)
        .put("updated_at", stamp);
  }

  static ObjectNode connection(String uid, String provider, String stamp) {
    ObjectNode json =
        Json.object()
            .put("uid", uid)
            .putNull("certificate_uid")
            .putNull("keypair_uid")
            .put("label", "Conexão " + provider);
    json.putArray("apis").add("statement");
    json.put("provider_slug", provider)
        .put("environment", "production")
        .put("created_at", stamp)
        .put("updated_at", stamp)
        .put("enabled_at", stamp)
        .put("validated_at", stamp)
        .putNull("validate_failed_at");
    json.putArray("association_failures");
    json.putArray("associations");
    return json;
  }

  static ObjectNode mailboxEntry(long id, String uid, String stamp) {
    ObjectNode json =
        Json.object()
            .put("uid", uid)
            .put("slug", "caixa-" + id)
            .put("name", "Caixa " + id)
            .put("kind", "document")
            .put("send_encrypted", false)
            .putNull("send_encryption_public_key")
            .put("receive_encrypted", false)
            .putNull("receive_encryption_keypair_id");
    json.putArray("active_channels").add("api");
    json.putObject("channels");
    json.putArray("processed");
    json.putNull("external_id").putNull("custom_data");
    json.putArray("tags");
    return json.put("created_via_api", false).put("created_at", stamp).put("updated_at", stamp);
  }

  /** Shows a token in clear, as the API does: a gateway has to mask it. */
  static ObjectNode subaccount(Account account, Account parent, String stamp) {
    ObjectNode json =
        Json.object()
            .put("id", account.code())
            .put("uid", account.uid())
            .put("email", "filial@example.com")
            .put("business_name", account.name())
            .put("business_legal_name", account.name() + " Ltda.")
            .put("nickname", "Filial")
            .put("business_cnpj", Documents.cnpj(account.code()))
            .putNull("configuration")
            .put("parent_id", parent.code())
            .put("parent_uid", parent.uid())
            .put("created_via_api", false)
            .put("api_access_token", SUBACCOUNT_TOKEN)
            .put("created_at", stamp)
            .put("updated_at", stamp)
            .putNull("external_id")
            .putNull("custom_data");
    json.putArray("tags");
    return json.putNull("tag_list");
  }
}
