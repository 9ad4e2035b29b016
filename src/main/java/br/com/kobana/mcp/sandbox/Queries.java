package br.com.kobana.mcp.sandbox;

import br.com.kobana.mcp.jsonrpc.Json;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.stream.Stream;

/**
 * Look-ups of boletos and Pix codes of others: {@code /v2/data/bank_billet_queries} and {@code
 * /v2/data/pix_qrcode_queries}. What they find follows from the code alone.
 */
final class Queries {
  private static final String SCOPE = "data.bank_billet_queries";

  private static final Template BILLET =
      Template.of(
          """
          line barcode expire_at pay_due_date amount minimum_amount maximum_amount
          original_amount valid_for_payment payment_status_reason allow_change_value
          allow_partial_payment issue_bank beneficiary guarantor guarantor_drawer payer fine
          interest discount external_id error_message processed_at custom_data
          """,
          "{\"status\":\"pending\",\"tags\":[],\"created_via_api\":true}");

  private static final Template QRCODE =
      Template.of(
          """
          qrcode pix_key expires_at finality beneficiary debtor description can_be_paid
          can_be_paid_with_different_value cannot_be_paid_reason external_id
          """,
          """
          {"amount":100.00,"amount_change":0.00,"interest":0.00,"fine":0.00,"discount":0.00,
           "total_amount":100.00,"custom_data":{},"tags":[]}
          """);

  private Queries() {}

  static List<Operation> operations() {
    Resource billets =
        Resource.at("/v2/data/bank_billet_queries", Kind.BANK_BILLET_QUERY, SCOPE)
            .list()
            .create(Queries::checkBillet, Queries::makeBillet);
    Resource codes =
        Resource.at("/v2/data/pix_qrcode_queries", Kind.PIX_QRCODE_QUERY, SCOPE)
            .filters(Filter.equal("external_id", "/external_id"), Filter.holds("tags[]", "/tags"))
            .filters(Filter.holds("tags", "/tags"))
            .view((call, row) -> row.json().deepCopy().without(List.of("created_at", "updated_at")))
            .list()
            .on("POST", "", Queries::queryCode);
    return Stream.of(billets, codes).flatMap(resource -> resource.operations().stream()).toList();
  }

  static ObjectNode billet(String uid, String code, String day, String stamp) {
    String digits = Documents.plain(code);
    boolean line = digits.length() > 44;
    ObjectNode json =
        BILLET
            .record(0, uid, stamp)
            .put("line", line ? code : "75691.00000 00000.000000 00000.000000 1 10000000010000")
            .put("barcode", line ? "75691100000000100000000000000000000000000000" : digits)
            .put("expire_at", day)
            .put("pay_due_date", day)
            .put("valid_for_payment", true)
            .put("allow_change_value", false)
            .put("allow_partial_payment", false)
            .put("status", "success")
            .put("processed_at", stamp);
    for (String amount : List.of("amount", "minimum_amount", "maximum_amount", "original_amount")) {
      json.put(amount, Fields.cents(10_000));
    }
    json.putObject("issue_bank").put("code", 756).put("ispb", "02038232").put("name", "SICOOB");
    person(json, "beneficiary", "juridical", "CNPJ", "Distribuidora Ipê Ltda.", Documents.cnpj(7));
    person(json, "payer", "natural", "CPF", People.name(1), Documents.cpf(1));
    for (String charge : List.of("fine", "interest", "discount")) {
      json.putObject(charge).put("value", Fields.cents(0));
    }
    return json;
  }

  private static void person(
      ObjectNode json, String field, String kind, String type, String name, String number) {
    json.putObject(field)
        .put("uid", Kind.PERSON.uid(0, field.length()))
        .put("name", name)
        .put("kind", kind)
        .put("document_type", type)
        .put("document_number", number);
  }

  static ObjectNode code(String uid, String qrcode, String stamp) {
    return QRCODE.record(0, uid, stamp).put("qrcode", qrcode).put("pix_key", "loja@example.com");
  }

  private static Problems checkBillet(Call call) {
    Problems problems = new Problems(call.body());
    return problems.absent("line_or_barcode")
        ? problems.add("line", "não pode ficar em branco")
        : problems;
  }

  private static Row makeBillet(Call call) {
    String code = call.field("line_or_barcode").asText();
    String day = call.times().today().plusDays(5).toString();
    return call.table(Kind.BANK_BILLET_QUERY)
        .add((id, uid) -> labelled(call, billet(uid, code, day, Writes.stamp(call))));
  }

  private static ObjectNode labelled(Call call, ObjectNode json) {
    Fields.copy(
        call.body().deepCopy().retain("external_id", "custom_data", "tags"),
        json,
        Fields.READ_ONLY);
    return json;
  }

  /** A code that does not begin as Pix codes do is refused with a bare text. */
  private static Answer queryCode(Call call) {
    String qrcode = call.field("qrcode").asText("");
    if (!qrcode.startsWith("000201")) {
      ObjectNode body = Json.object().put("status", 422);
      body.putArray("errors").add("QR Code inválido");
      return Answer.json(422, body).beforeExecution();
    }
    Row row =
        call.table(Kind.PIX_QRCODE_QUERY)
            .add((id, uid) -> labelled(call, code(uid, qrcode, Writes.stamp(call))));
    return Answer.data(201, row.json().deepCopy().without(List.of("created_at", "updated_at")));
  }
}
