package br.com.kobana.mcp.sandbox;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/** Payments and transfers in several states, with their batches. */
final class MoneyOutSeeds {
  private final Days days;
  private final AccountData data;
  private final Row account;

  MoneyOutSeeds(Days days, AccountData data) {
    this.days = days;
    this.data = data;
    this.account = data.table(Kind.FINANCIAL_ACCOUNT).rows().get(0);
  }

  /** Twenty-five payments and twenty transfers. */
  void plant() {
    payments(PaymentKind.PIX, 5, "pending");
    payments(PaymentKind.PIX, 2, "scheduled");
    batch(payments(PaymentKind.PIX, 3, "pending"), "awaiting_approval");
    batch(payments(PaymentKind.PIX, 2, "confirmed"), "approved");
    batch(payments(PaymentKind.BANK_BILLET, 3, "pending"), "awaiting_approval");
    batch(payments(PaymentKind.BANK_BILLET, 2, "rejected"), "reproved");
    payments(PaymentKind.BANK_BILLET, 1, "canceled");
    payments(PaymentKind.TAX, 2, "pending");
    batch(payments(PaymentKind.TAX, 2, "confirmed"), "approved");
    payments(PaymentKind.UTILITY, 3, "pending");
    transfers("pix", 6, "pending");
    transfers("pix", 4, "confirmed");
    transfers("ted", 3, "pending");
    transfers("ted", 3, "rejected");
    transfers("internal", 4, "confirmed");
  }

  private List<Row> payments(PaymentKind kind, int count, String status) {
    Table table = data.table(Kind.PAYMENT);
    for (int i = 0; i < count; i++) {
      table.add((id, uid) -> payment(id, uid, kind, status));
    }
    List<Row> all = table.rows();
    return all.subList(all.size() - count, all.size());
  }

  private ObjectNode payment(long id, String uid, PaymentKind kind, String status) {
    int person = People.of(id);
    ObjectNode json = Payments.fields(uid, kind, account, days.stamp(30 - id));
    json.put("status", status);
    json.put("amount", Fields.cents(10_000 + 1_111 * id));
    json.put("source", "view");
    json.put("identifier", "PAG" + id);
    json.put("external_id", "pagamento-" + id);
    json.putObject("beneficiary")
        .put("name", People.name(person))
        .put("document_number", Documents.cpf(person));
    switch (status) {
      case "scheduled" -> json.put("scheduled_to", days.stamp(-7));
      case "confirmed" -> json.put("confirmed_at", days.stamp(1));
      case "rejected" -> json.put("rejected_at", days.stamp(1));
      default -> json.putNull("scheduled_to");
    }
    Payments.code(
        json,
        kind,
        kind == PaymentKind.PIX
            ? "00020101021226sandbox" + id + "5204000053039865802BR6304ABCD"
            : "8".repeat(40) + (1000 + id));
    return json;
  }

  private void batch(List<Row> payments, String status) {
    Row batch =
        data.table(Kind.PAYMENT_BATCH)
            .add((id, uid) -> PaymentBatches.fields(uid, account, days.stamp(8 - id)));
    batch.json().put("status", status).put("registration_status", "confirmed");
    payments.forEach(
        payment ->
            payment.json().put("batch_uid", batch.uid()).put("registration_status", "confirmed"));
  }

  private void transfers(String kind, int count, String status) {
    Row batch =
        data.table(Kind.TRANSFER_BATCH)
            .add((id, uid) -> Transfers.batchFields(uid, kind, account, days.stamp(9 - id)));
    batch.json().put("status", status.equals("pending") ? "awaiting_approval" : status);
    for (int i = 0; i < count; i++) {
      data.table(Kind.TRANSFER)
          .add(
              batch.uid(),
              (id, uid) ->
                  Transfers.fields(uid, kind, account, People.of(id), days.stamp(25 - id))
                      .put("amount", Fields.cents(20_000 + 777 * id))
                      .put("status", status)
                      .put("external_id", "transferencia-" + id));
    }
  }
}
