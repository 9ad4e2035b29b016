package br.com.kobana.mcp.sandbox;

import br.com.kobana.mcp.jsonrpc.Json;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** Transfers and their batches, to read: {@code /v2/transfer/…} and {@code /v2/transfers}. */
final class Transfers {
  private static final Template TEMPLATE =
      Template.of(
          """
          pix ted internal source confirmed_at rejected_error rejected_at transaction_code
          transaction_date transfer_purpose identifier external_id
          financial_provider_external_id custom_data tag_list scheduled_to
          """,
          """
          {"status":"pending","registration_status":"pending","tags":[],
           "formats":{"default":{"html":null,"png":null,"pdf":null}}}
          """);

  private Transfers() {}

  static List<Operation> operations() {
    return Stream.of(
            kind("pix"),
            kind("ted"),
            kind("internal"),
            Resource.at("/v2/transfers", Kind.TRANSFER, "transfer.transfers")
                .filters(Filter.equal("transfer_kind", "/kind"))
                .list()
                .get(),
            Resource.at("/v2/transfer/batches", Kind.TRANSFER_BATCH, "transfer.batches")
                .view(Transfers::batch)
                .list()
                .get())
        .flatMap(resource -> resource.operations().stream())
        .toList();
  }

  private static Resource kind(String kind) {
    return Resource.at("/v2/transfer/" + kind, Kind.TRANSFER, "transfer." + kind)
        .holding(row -> row.is("kind", kind))
        .list()
        .get();
  }

  static ObjectNode fields(String uid, String kind, Row account, int person, String stamp) {
    ObjectNode json = TEMPLATE.copy();
    json.put("uid", uid);
    json.put("kind", kind);
    json.put(FinancialAccounts.PARAM, account.uid());
    json.put("transfer_account_uid", FinancialAccounts.service(account, "transfer.account"));
    ObjectNode beneficiary =
        json.putObject("beneficiary")
            .put("document_number", Documents.cpf(person))
            .put("name", People.name(person));
    ObjectNode own = json.putObject(kind);
    if (kind.equals("pix")) {
      own.put("pix_type", "key").put("key", People.email(person)).put("key_type", "email");
    } else {
      own.put("agency_number", "4321")
          .put("agency_digit", "0")
          .put("account_number", "0001234")
          .put("account_digit", Integer.toString(person % 10));
    }
    ObjectNode target = json.putObject("target");
    target.set("beneficiary", beneficiary.deepCopy());
    for (String other : Set.of("bank_account", "internal", "pix")) {
      target.putNull(other);
    }
    target.set(kind.equals("ted") ? "bank_account" : kind, own.deepCopy());
    target.put("transfer_kind", kind);
    json.put("created_at", stamp);
    return json.put("updated_at", stamp);
  }

  static ObjectNode batchFields(String uid, String kind, Row account, String stamp) {
    return Json.object()
        .put("uid", uid)
        .put("status", "pending")
        .put("registration_status", "pending")
        .put(FinancialAccounts.PARAM, account.uid())
        .put("transfer_account_uid", FinancialAccounts.service(account, "transfer.account"))
        .put("transport_kind", kind)
        .put("created_at", stamp)
        .put("updated_at", stamp);
  }

  private static ObjectNode batch(Call call, Row batch) {
    ObjectNode json = batch.json().deepCopy();
    ArrayNode transfers = json.putArray("transfers");
    call.table(Kind.TRANSFER).rows().stream()
        .filter(transfer -> transfer.parent().equals(batch.uid()))
        .forEach(transfer -> transfers.add(transfer.json()));
    return json;
  }
}
