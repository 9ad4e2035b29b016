package br.com.kobana.mcp.sandbox;

import br.com.kobana.mcp.jsonrpc.Json;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.stream.Stream;

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
    batch(payments(PaymentKind.BANK_BILLET, 2, "pending"), "awaiting_approval");
    payments(PaymentKind.BANK_BILLET, 1, "pending");
    batch(payments(PaymentKind.BANK_BILLET, 2, "rejected"), "reproved");
    payments(PaymentKind.BANK_BILLET, 1, "canceled");
    payments(PaymentKind.TAX, 2, "pending");
    batch(payments(PaymentKind.TAX, 2, "confirmed"), "approved");
    payments(PaymentKind.UTILITY, 2, "pending");
    payments(PaymentKind.UTILITY, 1, "awaiting_approval")
        .forEach(payment -> payment.json().put("registration_status", "confirmed"));
    transferBatch("pix", "awaiting_approval", "pending", "pending", "awaiting_approval");
    transferBatch("pix", "confirmed", "confirmed", "confirmed", "confirmed", "scheduled");
    transfers("pix", "pending", "pending", "pending");
    transferBatch("ted", "awaiting_approval", "pending", "awaiting_approval", "scheduled");
    transferBatch("ted", "rejected", "rejected", "rejected");
    transfers("ted", "pending");
    transferBatch("internal", "confirmed", "confirmed", "confirmed");
    transfers("internal", "pending", "pending");
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
    ObjectNode own = Json.object().put("kind", "iptu");
    Payables.put(
        json,
        kind,
        own.put("qrcode", "00020101021226sandbox" + id + "5204000053039865802BR6304ABCD")
            .put("code", "8".repeat(40) + (1000 + id)));
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

  private void transferBatch(String kind, String status, String... states) {
    Row batch =
        data.table(Kind.TRANSFER_BATCH)
            .add((id, uid) -> Transfers.batchFields(uid, kind, account, days.stamp(9 - id)));
    batch.json().put("status", status).put("registration_status", "confirmed");
    for (Row transfer : transfers(kind, states)) {
      transfer.json().put(Transfers.BATCH, batch.uid()).put("registration_status", "confirmed");
    }
  }

  private List<Row> transfers(String kind, String... states) {
    return Stream.of(states).map(status -> transfer(kind, status)).toList();
  }

  private Row transfer(String kind, String status) {
    return data.table(Kind.TRANSFER)
        .add(
            (id, uid) -> {
              ObjectNode json =
                  Transfers.seed(uid, kind, account, People.of(id), days.stamp(25 - id))
                      .put("amount", Fields.cents(20_000 + 777 * id))
                      .put("status", status)
                      .put("external_id", "transferencia-" + id);
              switch (status) {
                case "scheduled" -> json.put("scheduled_to", days.stamp(-7));
                case "confirmed" -> json.put("confirmed_at", days.stamp(1));
                case "rejected" -> json.put("rejected_at", days.stamp(1));
                default -> json.putNull("scheduled_to");
              }
              return json;
            });
  }
}
