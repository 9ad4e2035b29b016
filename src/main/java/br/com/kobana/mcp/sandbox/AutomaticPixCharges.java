package br.com.kobana.mcp.sandbox;

import br.com.kobana.mcp.jsonrpc.Json;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.LocalDate;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;

/** The charges of automatic Pix: {@code /v2/charge/automatic_pix/pix}. */
final class AutomaticPixCharges {
  private static final String SCOPE = "charge.automatic_pix.pix";

  private static final Commands.Subject SUBJECT =
      new Commands.Subject(
          "Charge::AutomaticPix::Pix", "charge_automatic_pix_pix", (call, row) -> row.json());

  private static final Template TEMPLATE =
      Template.of(
          """
          automatic_pix_recurrence_uid charge_automatic_pix_account_uid additional_info expire_at
          amount financial_provider_created_at cancellation rejection external_id tag_list txid
          """,
          """
          {"next_business_day":false,"retry_policy":"disallow",
           "financial_provider_status":"pending","financial_provider_status_updates":[],
           "debtor":{"email":null,"address":null},
           "recipient_financial_account":{"kind":"checking","account_number":"56781",
            "account_digit":"1","agency_number":"1234"},
           "retries":[],"received_pix":[],"custom_data":{},"tags":[]}
          """);

  private AutomaticPixCharges() {}

  static List<Operation> operations() {
    Resource charges =
        Resource.at(AutomaticPix.PATH + "/pix", Kind.AUTOMATIC_PIX, SCOPE)
            .filters(
                Filter.equal("external_id", "/external_id"),
                Filter.equal(AutomaticPix.RECURRENCE, "/" + AutomaticPix.RECURRENCE))
            .list()
            .get()
            .patch((call, row) -> AutomaticPix.relabel(call, row, Kind.AUTOMATIC_PIX))
            .onItem(
                "PUT",
                "/cancel",
                (call, row) -> AutomaticPix.cancel(call, row, SUBJECT, "Pix Automático"))
            .onItem("PUT", "/retry", AutomaticPixCharges::retry);
    Resource charging =
        Resource.at(
                AutomaticPix.PATH + "/recurrences/{recurrence_uid}/pix", Kind.AUTOMATIC_PIX, SCOPE)
            .within(Kind.AUTOMATIC_PIX_RECURRENCE, "recurrence_uid")
            .create(
                AutomaticPixCharges::check,
                AutomaticPixCharges::make,
                row -> row.json().put("financial_provider_status", "created"));
    return Stream.of(charges, charging)
        .flatMap(resource -> resource.operations().stream())
        .toList();
  }

  static ObjectNode fields(long id, String uid, Row recurrence, String stamp) {
    ObjectNode json = TEMPLATE.record(0, uid, stamp).put(AutomaticPix.RECURRENCE, recurrence.uid());
    json.set(AutomaticPix.ACCOUNT, recurrence.json().path(AutomaticPix.ACCOUNT));
    return json.put("txid", String.format(Locale.ROOT, "TXIDAUT%019d", id));
  }

  private static Problems check(Call call) {
    Problems problems =
        new Problems(call.body())
            .requiredAmount("amount")
            .required("retry_policy", "next_business_day", "expire_at")
            .date("expire_at");
    return AutomaticPix.external(call, problems, Kind.AUTOMATIC_PIX, "");
  }

  private static Row make(Call call) {
    Row recurrence =
        call.table(Kind.AUTOMATIC_PIX_RECURRENCE).find(call.param("recurrence_uid")).orElseThrow();
    return call.table(Kind.AUTOMATIC_PIX)
        .add(
            (id, uid) -> {
              ObjectNode json = fields(id, uid, recurrence, Writes.stamp(call));
              ObjectNode sent = call.body().deepCopy();
              sent.remove("debtor");
              Fields.copy(sent, json, Fields.READ_ONLY);
              json.put("expire_at", json.path("expire_at").asText().substring(0, 10));
              if (call.field("debtor") instanceof ObjectNode debtor) {
                ObjectNode shown = json.withObjectProperty("debtor");
                String email = debtor.at("/email/address").asText("");
                shown.put("email", email.isEmpty() ? null : email);
                shown.set("address", debtor.path("address").deepCopy());
                if (shown.path("address").isMissingNode()) {
                  shown.putNull("address");
                }
              }
              return json;
            });
  }

  /** Once it expired and its terms allow it, on a day to come. */
  private static Answer retry(Call call, Row pix) {
    Problems problems = new Problems(call.body()).required("date").date("date");
    if (problems.any()) {
      return problems.answer(Version.V2);
    }
    LocalDate day = LocalDate.parse(call.field("date").asText().substring(0, 10));
    if (!day.isAfter(call.times().today())) {
      return refused("Data deve ser futura");
    }
    if (!pix.is("retry_policy", "allow_3r7d")
        || !Set.of("expired", "rejected").contains(pix.text("financial_provider_status"))) {
      return refused("Estado atual não permite nova tentativa.");
    }
    return Commands.answer(
        call,
        pix,
        SUBJECT,
        "retry",
        Json.object().put("date", day.toString()),
        () -> {
          pix.json().put("financial_provider_status", "created");
          pix.json().withArrayProperty("retries").addObject().put("date", day.toString());
        });
  }

  private static Answer refused(String detail) {
    return Errors.business(
        "Não foi possível gerar Comando de Tentativa de Pix Automático.",
        "unprocessable_content",
        detail);
  }
}
