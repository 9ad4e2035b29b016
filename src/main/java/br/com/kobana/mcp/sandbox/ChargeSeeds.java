package br.com.kobana.mcp.sandbox;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigDecimal;
import java.util.List;

/** Carteiras, and what stands around boletos: plans, receipts, files of banks, messages. */
final class ChargeSeeds {
  private static final List<String> STATES = List.of("active", "pending", "validating");
  private static final int PLANS = 3;
  private static final int MESSAGES = 6;

  private final Days days;
  private final AccountData data;

  ChargeSeeds(Days days, AccountData data) {
    this.days = days;
    this.data = data;
  }

  /** The one carteira under which an account's boletos are issued. */
  void carteira(String financialAccount) {
    data.table(Kind.BANK_BILLET_ACCOUNT)
        .add(
            financialAccount,
            (id, uid) -> {
              String status = STATES.get((int) ((id - 1) % STATES.size()));
              ObjectNode json =
                  BankBilletAccounts.fields(id, uid, days.stamp(450 - id))
                      .put("status", status)
                      .put("default", id == 1)
                      .put("created_via_api", false)
                      .put("custom_name", "Sicoob 01 CC: 5678" + id);
              return status.equals("active") ? json.put("homologated_at", days.stamp(440)) : json;
            });
  }

  /** After boletos, Pix, accounts, customers and webhooks. */
  void plant() {
    plans();
    receipts(Kind.BANK_BILLET, "BankBillet");
    receipts(Kind.PIX, "Pix");
    files();
    messages();
    for (String collection : Imports.COLLECTIONS) {
      data.table(Kind.IMPORT)
          .add(collection, (id, uid) -> Imports.fields(id, uid, collection, days.stamp(30 - id)));
    }
  }

  private Row row(Kind kind, int index) {
    return data.table(kind).rows().get(index);
  }

  private void plans() {
    for (int i = 0; i < PLANS; i++) {
      Row customer = row(Kind.CUSTOMER, i);
      BigDecimal amount = Fields.cents(9_900 + 1_000L * i);
      data.table(Kind.SUBSCRIPTION)
          .add(
              (id, uid) -> {
                ObjectNode json =
                    Subscriptions.fields(
                        id, uid, days.today().plusDays(10 + id), days.stamp(60 - id));
                BankBillets.customer(json, customer);
                json.put("amount", amount).put("description", "Plano " + id);
                return json.put("created_via_api", false);
              });
      data.table(Kind.INSTALLMENT)
          .add(
              (id, uid) -> {
                ObjectNode json =
                    Installments.fields(
                        id, uid, days.today().plusDays(id), 12, days.stamp(50 - id));
                BankBillets.customer(json, customer);
                json.put("amount", amount).put("description", "Carnê " + id);
                return json.put("created_via_api", false);
              });
    }
  }

  /** One for each that is paid. */
  private void receipts(Kind kind, String type) {
    for (Row paid : data.table(kind).rows()) {
      if (paid.is("status", "paid")) {
        data.table(Kind.RECEIPT)
            .add(
                (id, uid) ->
                    Receipts.fields(id, uid, type, paid, days.stamp(1))
                        .put("created_via_api", false));
      }
    }
  }

  /** Two return files with two lines each, a remittance, and instructions that wait for one. */
  private void files() {
    for (int i = 0; i < 2; i++) {
      Row file =
          data.table(Kind.DISCHARGE)
              .add((id, uid) -> Discharges.fileFields(id, uid, days.stamp(15 - id)));
      for (int line = 0; line < 2; line++) {
        Row billet = row(Kind.BANK_BILLET, 3 * i + line);
        data.table(Kind.BANK_BILLET_DISCHARGE)
            .add((id, uid) -> Discharges.lineFields(id, uid, file, billet, days.stamp(15 - id)));
      }
    }
    Row remittance =
        data.table(Kind.REMITTANCE)
            .add(
                (id, uid) ->
                    Remittances.fileFields(id, uid, 1, days.stamp(12))
                        .put("created_via_api", false));
    for (int i = 0; i < 5; i++) {
      Row billet = row(Kind.BANK_BILLET, i);
      Row line =
          data.table(Kind.BANK_BILLET_REMITTANCE)
              .add(
                  (id, uid) ->
                      Remittances.lineFields(id, uid, billet, "1001", days.stamp(13 - id)));
      if (i < 2) {
        line.json().put("remittance_id", remittance.id());
      }
      data.table(Kind.REGISTRATION)
          .add((id, uid) -> Discharges.registrationFields(id, uid, billet, days.stamp(20 - id)));
      command(billet, days.stamp(20 - i));
    }
  }

  private void command(Row billet, String stamp) {
    data.table(Kind.COMMAND)
        .add(
            billet.uid(),
            (id, uid) ->
                Commands.fields(id, uid, "register", "BankBillet", billet, stamp)
                    .put("status", "confirmed")
                    .put("confirmation_via", "api"));
  }

  /** An event, an e-mail, a text and a webhook for each of some boletos, newest today. */
  private void messages() {
    for (int i = 0; i < MESSAGES; i++) {
      Row billet = row(Kind.BANK_BILLET, i);
      Row webhook = row(Kind.WEBHOOK, i % 4);
      String code = i % 2 == 0 ? "bank_billet.created" : "bank_billet.paid";
      String stamp = days.stamp(3L * (MESSAGES - 1 - i));
      data.table(Kind.EVENT).add((id, uid) -> Events.fields(uid, billet, code, stamp));
      data.table(Kind.EMAIL_DELIVERY)
          .add((id, uid) -> Deliveries.email(id, uid, billet, code, stamp));
      data.table(Kind.SMS_DELIVERY).add((id, uid) -> Deliveries.sms(id, uid, billet, code, stamp));
      Row delivery =
          data.table(Kind.WEBHOOK_DELIVERY)
              .add((id, uid) -> Deliveries.webhook(id, uid, webhook, billet, code, stamp));
      if (i % 3 == 0) {
        delivery
            .json()
            .put("status", "failed")
            .put("failed_at", stamp)
            .put("fails_count", 1)
            .put("response_code", 500)
            .put("request_error", "O servidor respondeu 500");
      }
    }
  }
}
