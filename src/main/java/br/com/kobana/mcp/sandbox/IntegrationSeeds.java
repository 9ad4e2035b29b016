package br.com.kobana.mcp.sandbox;

import br.com.kobana.mcp.jsonrpc.Json;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/** Webhooks, connections, mailboxes, EDI, subaccounts, DDA, look-ups and automatic Pix. */
final class IntegrationSeeds {
  private final Days days;
  private final AccountData data;

  IntegrationSeeds(Days days, AccountData data) {
    this.days = days;
    this.data = data;
  }

  void plant() {
    for (int i = 0; i < 4; i++) {
      data.table(Kind.WEBHOOK).add((id, uid) -> Integrations.webhook(id, uid, days.stamp(90 - id)));
    }
    for (String provider : List.of("sicoob", "bb")) {
      data.table(Kind.CONNECTION)
          .add((id, uid) -> Integrations.connection(uid, provider, days.stamp(80 - id)));
    }
    data.table(Kind.SUBACCOUNT)
        .add(
            Account.A1.uid(),
            "",
            (id, uid) -> Integrations.subaccount(Account.A1, Account.A, days.stamp(60)));
    mailboxes();
    ediBox();
    dda();
    queries();
    automaticPix();
  }

  /** The first has files and every channel; the others are empty. */
  private void mailboxes() {
    for (int i = 0; i < 3; i++) {
      data.table(Kind.MAILBOX_ENTRY)
          .add(
              (id, uid) ->
                  Mailboxes.entryFields(id, uid, days.stamp(70 - id))
                      .put("created_via_api", false));
    }
    Row first = data.table(Kind.MAILBOX_ENTRY).rows().get(0);
    for (int i = 0; i < 2; i++) {
      data.table(Kind.MAILBOX_FILE)
          .add((id, uid) -> Mailboxes.fileFields(id, uid, first, days.stamp(40 - id)));
    }
    for (MailboxChannel channel : MailboxChannel.values()) {
      data.table(channel.kind())
          .add(
              first.uid(),
              (id, uid) ->
                  channel.fields(uid, first, sent(), days.stamp(50)).put("created_via_api", false));
    }
  }

  /** What a client might have sent to make each of the channels. */
  private static ObjectNode sent() {
    ObjectNode sent = Json.object().put("name", "Servidor").put("device_id", "DISPOSITIVO-1");
    for (String box : List.of("inbox", "outbox")) {
      sent.putArray(box + "_emails").addObject().put("address", box + "@example.com");
      sent.putArray(box + "_phones")
          .addObject()
          .put("country_code", "55")
          .put("local_code", "11")
          .put("number", "900000001");
    }
    return sent;
  }

  private void ediBox() {
    Row account = data.table(Kind.FINANCIAL_ACCOUNT).rows().get(0);
    ObjectNode person =
        Json.object()
            .put("name", People.name(1))
            .put("document_number", Documents.cpf(1))
            .put("email", People.email(1))
            .put("phone_number", "1140040001");
    data.table(Kind.EDI_BOX)
        .add(
            (id, uid) -> {
              ObjectNode json =
                  EdiBoxes.fields(uid, "financial.account", account.uid(), days.stamp(45))
                      .put("name", "EDI " + id)
                      .put("operation", "payment");
              json.set("account_owner", EdiBoxes.person(person, Kind.PERSON.uid(1, id)));
              json.set("bank_manager", EdiBoxes.person(person, Kind.PERSON.uid(2, id)));
              return json;
            });
  }

  /** One registration that can be edited, one that is in force with what it found. */
  private void dda() {
    for (int i = 0; i < 2; i++) {
      boolean inForce = i == 1;
      Row account =
          data.table(Kind.DDA_ACCOUNT)
              .add(
                  (id, uid) -> {
                    ObjectNode json =
                        Dda.accountFields(
                            id, uid, Documents.cnpj(Account.A.code() + id), days.stamp(35));
                    if (inForce) {
                      json.put("status", "approved")
                          .put("editable", false)
                          .put("external_letter_status", "signed")
                          .put("validated_at", days.stamp(33))
                          .put("enabled_at", days.stamp(32));
                    }
                    return json;
                  });
      for (int n = 0; inForce && n < 3; n++) {
        data.table(Kind.DDA_BANK_BILLET)
            .add((id, uid) -> Dda.billetFields(id, uid, account, days.ago(-5 - id), days.stamp(8)));
      }
    }
  }

  private void queries() {
    for (int i = 0; i < 2; i++) {
      data.table(Kind.BANK_BILLET_QUERY)
          .add(
              (id, uid) ->
                  Queries.billet(uid, "7".repeat(44), days.ago(-id), days.stamp(9 - id))
                      .put("created_via_api", false)
                      .put("external_id", "consulta-" + id));
      data.table(Kind.PIX_QRCODE_QUERY)
          .add(
              (id, uid) ->
                  Queries.code(uid, "00020101021226exemplo" + id, days.stamp(9 - id))
                      .put("external_id", "consulta-pix-" + id));
    }
  }

  /** Two accounts: the second has no recurrence, and can be deleted. */
  private void automaticPix() {
    List<Row> financial = data.table(Kind.FINANCIAL_ACCOUNT).rows();
    for (int i = 0; i < 2; i++) {
      Row of = financial.get(i);
      data.table(Kind.AUTOMATIC_PIX_ACCOUNT)
          .add(
              (id, uid) ->
                  AutomaticPixAccounts.accountFields(uid, of, days.stamp(55 - id))
                      .put("external_id", "pix-automatico-" + id));
    }
    Row account = data.table(Kind.AUTOMATIC_PIX_ACCOUNT).rows().get(0);
    data.table(Kind.AUTOMATIC_PIX_LOCATION)
        .add((id, uid) -> AutomaticPixAccounts.locationFields(id, uid, account, days.stamp(48)));
    for (int i = 0; i < 2; i++) {
      recurrence(account);
    }
  }

  private void recurrence(Row account) {
    Row recurrence =
        data.table(Kind.AUTOMATIC_PIX_RECURRENCE)
            .add(
                (id, uid) -> {
                  ObjectNode json =
                      AutomaticPix.recurrenceFields(id, uid, account, days.stamp(28 - id))
                          .put("document", "CONTRATO" + id)
                          .put("description", "Mensalidade")
                          .put("start_at", days.ago(20))
                          .put("financial_provider_status", "approved")
                          .put("financial_provider_external_id", "REC" + id)
                          .put("external_id", "recorrencia-" + id);
                  json.putObject("debtor")
                      .put("document_type", "CPF")
                      .put("document_number", Documents.cpf(People.of(id)))
                      .put("kind", "natural")
                      .put("name", People.name(People.of(id)));
                  return json;
                });
    data.table(Kind.AUTOMATIC_PIX_REQUEST)
        .add((id, uid) -> request(uid, recurrence, days.stamp(27)));
    for (String status : List.of("created", "expired")) {
      data.table(Kind.AUTOMATIC_PIX)
          .add(
              (id, uid) ->
                  AutomaticPixCharges.fields(id, uid, recurrence, days.stamp(14 - id))
                      .put("amount", Fields.cents(4_990))
                      .put("retry_policy", "allow_3r7d")
                      .put("financial_provider_status", status)
                      .put("expire_at", days.ago(status.equals("expired") ? 2 : -12)));
    }
  }

  private static ObjectNode request(String uid, Row recurrence, String stamp) {
    ObjectNode json =
        AutomaticPix.requestFields(uid, recurrence, stamp)
            .put("financial_provider_status", "created")
            .put("expire_at", stamp);
    ObjectNode payer = json.putObject("addressee_financial_account");
    payer
        .put("kind", "checking")
        .put("account_number", "12345")
        .put("account_digit", "6")
        .put("agency_number", "1234");
    payer
        .putObject("bank")
        .put("number", "756")
        .put("ispb_number", "02038232")
        .put("name", "SICOOB");
    payer.set("person_info", recurrence.json().path("debtor").deepCopy());
    return json;
  }
}
