package br.com.kobana.mcp.tools;

import br.com.kobana.mcp.catalog.Tool;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Values of arguments that a schema alone does not give: ids of records that exist, and texts that
 * the API reads more closely than the schema says.
 */
final class KnownValues {
  /** Tools that need a record in a certain state: {@code field=value}. */
  private static final Map<String, String> STATES =
      Map.ofEntries(
          Map.entry("banking_charge_bank_billet_account_request_homologation", "status=pending"),
          Map.entry("banking_charge_bank_billet_account_validate", "status=validating"),
          Map.entry("banking_charge_bank_billet_update", "status=opened"),
          Map.entry("banking_charge_bank_billet_cancel", "status=opened"),
          Map.entry("banking_charge_bank_billet_pay", "status=opened"),
          Map.entry("banking_charge_bank_billet_protest", "status=overdue"),
          Map.entry("banking_charge_bank_billet_duplicate", "status=opened"),
          Map.entry("banking_charge_pix_update", "status=opened"),
          Map.entry("banking_charge_pix_cancel", "status=opened"),
          Map.entry("banking_charge_pix_delete", "status=canceled"),
          Map.entry("banking_charge_pix_command_list", "status=canceled"),
          Map.entry("banking_charge_pix_command_get", "status=canceled"),
          Map.entry("banking_charge_automatic_pix_pix_cancel", "financial_provider_status=created"),
          Map.entry("banking_charge_automatic_pix_pix_retry", "financial_provider_status=expired"),
          Map.entry("banking_payment_pix_cancel", "status=pending"),
          Map.entry("banking_payment_bank_billet_cancel", "status=pending"),
          Map.entry("banking_payment_tax_cancel", "status=pending"),
          Map.entry("banking_payment_utility_cancel", "status=pending"),
          Map.entry("banking_payment_payment_cancel", "status=pending"),
          Map.entry("banking_payment_payment_approve", "status=awaiting_approval"),
          Map.entry("banking_payment_batch_approve", "status=awaiting_approval"),
          Map.entry("banking_payment_batch_reprove", "status=awaiting_approval"),
          Map.entry("banking_payment_batch_cancel", "status=awaiting_approval"),
          Map.entry("banking_payment_dda_account_update", "editable=true"),
          Map.entry("banking_payment_dda_account_enable", "status=approved"),
          Map.entry("banking_payment_dda_bank_billet_reject", "status=pending"),
          Map.entry("banking_payment_dda_bank_billet_release", "status=pending"),
          Map.entry("banking_transfer_pix_cancel", "status=pending"),
          Map.entry("banking_transfer_pix_approve", "status=awaiting_approval"),
          Map.entry("banking_transfer_pix_reschedule", "status=scheduled"),
          Map.entry("banking_transfer_ted_cancel", "status=pending"),
          Map.entry("banking_transfer_ted_approve", "status=awaiting_approval"),
          Map.entry("banking_transfer_ted_reschedule", "status=scheduled"),
          Map.entry("banking_transfer_internal_cancel", "status=pending"),
          Map.entry("banking_transfer_transfer_cancel", "status=pending"),
          Map.entry("banking_transfer_batch_approve", "status=awaiting_approval"),
          Map.entry("banking_transfer_batch_reprove", "status=awaiting_approval"),
          Map.entry("banking_transfer_batch_cancel", "status=awaiting_approval"));

  private static final String DAY = "2026-12-10";

  private final SandboxRecords records;
  private final Map<String, Supplier<String>> ids;

  KnownValues(SandboxRecords records) {
    this.records = records;
    this.ids =
        Map.ofEntries(
            id("financial_account_uid", "/v2/financial/accounts", "uid"),
            Map.entry("payment_account_uid", () -> service("/v2/payment/accounts")),
            Map.entry("transfer_account_uid", () -> service("/v2/transfer/accounts")),
            id("pix_account_uid", "/v2/charge/pix_accounts", "uid"),
            id("pix_account_id", "/v2/charge/pix_accounts", "id"),
            id("pix_uid", "/v2/charge/pix", "uid"),
            id("charge_automatic_pix_account_uid", "/v2/charge/automatic_pix/accounts", "uid"),
            id("automatic_pix_recurrence_uid", "/v2/charge/automatic_pix/recurrences", "uid"),
            id("location_uid", "/v2/charge/automatic_pix/locations", "uid"),
            id("customer_id", "/v1/customers", "id"),
            id("webhook_id", "/v1/webhooks", "id"),
            id("bank_billet_id", "/v1/bank_billets?status=opened", "id"),
            id("bank_billet_ids", "/v1/bank_billets?status=opened", "id"),
            id("resource_owner_id", "/v1/bank_billets", "id"),
            id("payable_public_id", "/v1/bank_billets", "uid"),
            id("payable.uid", "/v1/bank_billets?status=opened", "uid"),
            Map.entry(
                "bank_billet_account_id",
                () ->
                    records
                        .newest("/v1/bank_billet_accounts", "status=active")
                        .path("id")
                        .asText()),
            Map.entry(
                "banking_charge_bank_billet_batch_remove_bank_billet/bank_billet_id",
                () ->
                    records
                        .newest("/v1/bank_billet_batches", "")
                        .at("/bank_billet_ids/0")
                        .asText()),
            id("cnpj_cpf", "/v1/customers", "cnpj_cpf"),
            id("email", "/v1/customers", "email"),
            id("bank_billet_account_uid", "/v1/bank_billet_accounts", "uid"),
            id("resource.uid", "/v1/bank_billet_accounts", "uid"),
            id("bank_billet_remittance_ids", "/v1/bank_billet_remittances/pending", "id"),
            id("discharge_id", "/v1/discharges", "id"),
            id("remittance_id", "/v1/remittances", "id"));
  }

  private Map.Entry<String, Supplier<String>> id(String name, String path, String field) {
    return Map.entry(name, () -> records.newest(path, "").path(field).asText());
  }

  /** One of the financial account's own. */
  private String service(String path) {
    String account = ids.get("financial_account_uid").get();
    return records.newest(path + "?financial_account_uid=" + account, "").path("uid").asText();
  }

  /** The state in which the tool finds the first record of its path. */
  static String state(Tool tool) {
    boolean channel =
        tool.operation().path().startsWith("/v2/mailbox/entries/{entry_id}/")
            && !tool.operation().method().equals("POST");
    return channel ? "slug=caixa-1" : STATES.getOrDefault(tool.name(), "");
  }

  /**
   * The value of an argument, where it is known.
   *
   * @param path names of the objects around it and its own; an array's items add none
   */
  Optional<JsonNode> of(String tool, List<String> path, JsonNode schema) {
    String name = path.get(path.size() - 1);
    String last = path.size() > 1 ? path.get(path.size() - 2) + "." + name : name;
    Optional<String> id =
        Stream.of(tool + "/" + name, last, name)
            .filter(ids::containsKey)
            .findFirst()
            .map(key -> ids.get(key).get());
    return id.or(() -> text(name, schema))
        .map(
            text ->
                schema.path("type").asText().equals("integer")
                    ? IntNode.valueOf(Integer.parseInt(text))
                    : TextNode.valueOf(text));
  }

  private static Optional<String> text(String name, JsonNode schema) {
    if (!schema.path("type").asText().equals("string") || schema.has("enum")) {
      return Optional.empty();
    }
    return switch (schema.path("format").asText()) {
      case "date" -> Optional.of(DAY);
      case "date-time" -> Optional.of(DAY + "T12:00:00-03:00");
      case "uuid" -> Optional.of("01900000-0000-7000-8000-0000000000ff");
      default -> byName(name);
    };
  }

  private static Optional<String> byName(String name) {
    return switch (name) {
      case "qrcode" -> Optional.of("00020101021226exemplo5204000053039865802BR6304ABCD");
      case "code", "line_or_barcode" -> Optional.of("8".repeat(44));
      case "our_code" -> Optional.of("1001");
      case "url" -> Optional.of("https://example.com/webhook");
      case "group_by" -> Optional.of("month");
      case "document_type" -> Optional.of("02");
      case "customer_email" -> Optional.of("cliente@example.com");
      case "cnpj", "business_cnpj" -> Optional.of("11.222.333/0001-81");
      default ->
          name.endsWith("cnpj_cpf") || name.startsWith("document")
              ? Optional.of("529.982.247-25")
              : Optional.empty();
    };
  }
}
