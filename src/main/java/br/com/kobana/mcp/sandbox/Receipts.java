package br.com.kobana.mcp.sandbox;

import br.com.kobana.mcp.jsonrpc.Json;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Money received for boletos and Pix: {@code /v2/charge/payments}, and for boletos alone {@code
 * /v1/bank_billet_payments}. Both show the same records: what one makes or deletes, the other shows
 * or misses.
 */
final class Receipts {
  /** The kinds by their number in v1. */
  private static final List<String> KINDS = List.of("direct", "bank_billet", "pix");

  private static final Template TEMPLATE =
      Template.of(
          "id payer credit_at bank transaction_identifier duplicated amount paid_at kind",
          """
          {"payable":{},"debtor":{"is_payer":null,"name":null,"document_number":null},
           "receiving":{"bank":null,"agency":null,"agency_number":null,"agency_digit":null},
           "created_via_api":true,"status":"confirmed"}
          """);

  private static final Template OLD =
      Template.of(
          """
          id bank_billet_id bank_billet_account_id discharge_id paid_at paid_amount bank_rate
          paid_bank paid_agency paid_agency_number paid_agency_digit credit_at direct line_parsed
          financial_provider_external_id pix_id document_number our_number customer_person_name
          expire_at amount
          """,
          "{\"created_via_api\":false,\"paid_by_pix\":false,\"kind\":0}");

  /** The fields of the old shape that the new one has no place for, kept under this name. */
  private static final String OLD_FIELDS = "bank_billet_payment";

  private Receipts() {}

  static List<Operation> operations() {
    Resource all =
        Resource.at("/v2/charge/payments", Kind.RECEIPT, "charge.payments")
            .filters(Filter.period("paid", "/paid_at"))
            .filters(Filter.amounts("amount", row -> row.json().path("amount").decimalValue()))
            .filters(
                Filter.equal("kind", "/kind"),
                Filter.equal("payable_type", "/payable/type"),
                Filter.equal("payable_public_id", "/payable/uid"))
            .view(Receipts::shown)
            .list()
            .get()
            .create(Receipts::check, Receipts::make)
            .delete(Receipts::delete);
    Resource billets =
        Resource.at("/v1/bank_billet_payments", Kind.RECEIPT, "charge.bank_billet_payments")
            .holding(row -> row.json().at("/payable/type").asText().equals("BankBillet"))
            .filters(Filter.period("paid", "/paid_at"))
            .filters(
                Filter.equal("bank_billet_id", "/payable/id"),
                Filter.equal("bank_billet_account_id", "/bank_billet_account_id"))
            .view(Receipts::oldShape)
            .list()
            .get()
            .create(Receipts::checkOld, Receipts::makeOld);
    Resource deletion =
        Resource.at("/v1/bank_billet_payments", Kind.RECEIPT, "charge.bank_billet_payments")
            .holding(row -> row.json().at("/payable/type").asText().equals("BankBillet"))
            .missing(Receipts::missing)
            .delete(Receipts::delete);
    return Stream.of(all, billets, deletion)
        .flatMap(resource -> resource.operations().stream())
        .toList();
  }

  /** A receipt of a boleto or a Pix, by the amount it has been paid. */
  static ObjectNode fields(long id, String uid, String type, Row payable, String stamp) {
    ObjectNode json = TEMPLATE.record(id, uid, stamp);
    json.put("kind", type.equals("Pix") ? "pix" : "bank_billet");
    json.set("amount", payable.json().path("paid_amount").deepCopy());
    json.put("paid_at", day(payable.text("paid_at")));
    return about(json, type, payable);
  }

  private static String day(String text) {
    return text.length() > 10 ? text.substring(0, 10) : text;
  }

  private static ObjectNode about(ObjectNode json, String type, Row payable) {
    boolean pix = type.equals("Pix");
    json.putObject("payable").put("id", payable.id()).put("uid", payable.uid()).put("type", type);
    json.put("bank_billet_account_id", payable.json().path("bank_billet_account_id").asLong(0));
    ObjectNode debtor = json.withObjectProperty("debtor");
    if (debtor.path("name").isNull()) {
      debtor.put(
          "name",
          pix ? payable.json().at("/payer/name").asText() : payable.text("customer_person_name"));
      debtor.put(
          "document_number",
          pix
              ? payable.json().at("/payer/document_number").asText()
              : payable.text("customer_cnpj_cpf"));
    }
    return json;
  }

  private static ObjectNode shown(Call call, Row receipt) {
    return receipt.json().deepCopy().without(List.of("id", "bank_billet_account_id", OLD_FIELDS));
  }

  private static ObjectNode oldShape(Call call, Row receipt) {
    ObjectNode from = receipt.json();
    ObjectNode json =
        OLD.record(receipt.id(), receipt.uid(), from.path("created_at").asText())
            .put("updated_at", from.path("updated_at").asText());
    json.set("bank_billet_id", from.at("/payable/id"));
    json.set("bank_billet_account_id", from.path("bank_billet_account_id"));
    json.set("paid_at", from.path("paid_at"));
    json.set("paid_amount", from.path("amount"));
    json.put("kind", KINDS.indexOf(receipt.text("kind")));
    call.named(Kind.BANK_BILLET, from.at("/payable/uid").asText())
        .ifPresent(
            billet -> {
              for (String field :
                  List.of(
                      "our_number",
                      "document_number",
                      "customer_person_name",
                      "expire_at",
                      "amount")) {
                json.set(field, billet.json().path(field).deepCopy());
              }
            });
    if (from.path(OLD_FIELDS) instanceof ObjectNode own) {
      json.setAll(own.deepCopy());
    }
    return json;
  }

  private static Problems check(Call call) {
    Problems problems =
        new Problems(call.body())
            .requiredAmount("amount")
            .required("kind", "paid_at", "payable")
            .date("paid_at");
    if (!problems.absent("kind") && !KINDS.contains(call.field("kind").asText())) {
      problems.add("kind", "não está incluído na lista");
    }
    if (!problems.absent("payable") && payable(call).isEmpty()) {
      problems.add("payable", "não foi encontrado");
    }
    return problems;
  }

  private static Optional<Row> payable(Call call) {
    JsonNode payable = call.field("payable");
    return switch (payable.path("type").asText()) {
      case "BankBillet" -> call.named(Kind.BANK_BILLET, payable.path("uid").asText());
      case "Pix" -> call.named(Kind.PIX, payable.path("uid").asText());
      default -> Optional.empty();
    };
  }

  private static Row make(Call call) {
    Row payable = payable(call).orElseThrow();
    Row receipt =
        call.table(Kind.RECEIPT)
            .add(
                (id, uid) -> {
                  ObjectNode json = TEMPLATE.record(id, uid, Writes.stamp(call));
                  ObjectNode sent = call.body().deepCopy();
                  sent.remove(List.of("payable", "debtor", "receiving"));
                  Fields.copy(sent, json, Fields.READ_ONLY);
                  if (call.field("debtor") instanceof ObjectNode debtor) {
                    json.withObjectProperty("debtor").setAll(debtor.deepCopy());
                  }
                  return about(json, call.field("payable").path("type").asText(), payable);
                });
    paid(payable, receipt);
    return receipt;
  }

  private static Problems checkOld(Call call) {
    Problems problems =
        new Problems(call.body())
            .required("bank_billet_id", "bank_billet_account_id", "paid_at", "kind")
            .requiredAmount("paid_amount")
            .date("paid_at");
    if (!problems.absent("bank_billet_id")
        && call.named(Kind.BANK_BILLET, call.field("bank_billet_id").asText()).isEmpty()) {
      problems.add("bank_billet_id", "não foi encontrado");
    }
    int kind = call.field("kind").asInt(0);
    return kind < 0 || kind >= KINDS.size()
        ? problems.add("kind", "não está incluído na lista")
        : problems;
  }

  private static Row makeOld(Call call) {
    Row billet =
        call.table(Kind.BANK_BILLET).find(call.field("bank_billet_id").asText()).orElseThrow();
    BigDecimal amount = Fields.amount(call.field("paid_amount").decimalValue());
    Row receipt =
        call.table(Kind.RECEIPT)
            .add(
                (id, uid) -> {
                  ObjectNode json = TEMPLATE.record(id, uid, Writes.stamp(call));
                  json.put("kind", KINDS.get(call.field("kind").asInt()));
                  json.put("amount", amount).put("paid_at", day(call.field("paid_at").asText()));
                  about(json, "BankBillet", billet);
                  ObjectNode own = Json.object();
                  OLD.copy()
                      .fieldNames()
                      .forEachRemaining(
                          name -> {
                            if (call.body().has(name)) {
                              own.set(name, call.field(name).deepCopy());
                            }
                          });
                  own.remove(List.of("id", "paid_at", "paid_amount", "created_via_api", "kind"));
                  json.set(OLD_FIELDS, own);
                  return json;
                });
    paid(billet, receipt);
    return receipt;
  }

  private static void paid(Row payable, Row receipt) {
    ObjectNode json = payable.json();
    json.put("status", "paid").put("paid_at", receipt.text("paid_at"));
    json.set("paid_amount", receipt.json().path("amount"));
  }

  /** What it paid counts as open again, unless another receipt pays it too. */
  private static Answer delete(Call call, Row receipt) {
    call.table(Kind.RECEIPT).remove(receipt);
    String uid = receipt.json().at("/payable/uid").asText();
    boolean paidTwice =
        call.table(Kind.RECEIPT).rows().stream()
            .anyMatch(row -> row.json().at("/payable/uid").asText().equals(uid));
    if (!paidTwice) {
      for (Kind kind : Set.of(Kind.BANK_BILLET, Kind.PIX)) {
        call.named(kind, uid)
            .ifPresent(
                row ->
                    row.json().put("status", "opened").putNull("paid_at").putNull("paid_amount"));
      }
    }
    return Answer.noContent();
  }

  /** Without the usual envelope of an error. */
  private static Answer missing() {
    return Answer.json(
            404,
            Json.object()
                .put("title", "Recebimento não encontrado")
                .put("detail", "O recebimento não existe ou é de outra conta"))
        .beforeExecution();
  }
}
