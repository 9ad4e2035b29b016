package br.com.kobana.mcp.sandbox;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Recurrences of automatic Pix, the standing permissions of payers, and the requests for them,
 * below {@code /v2/charge/automatic_pix}.
 */
final class AutomaticPix {
  static final String PATH = "/v2/charge/automatic_pix";

  /** The field that names the account. */
  static final String ACCOUNT = "charge_automatic_pix_account_uid";

  /** The field, or the path's variable, that names the recurrence. */
  static final String RECURRENCE = "automatic_pix_recurrence_uid";

  static final String SCOPE = "charge.automatic_pix.";

  private static final Commands.Subject RECURRENCES =
      new Commands.Subject(
          "Charge::AutomaticPix::Recurrence",
          "charge_automatic_pix_recurrence",
          (call, row) -> row.json());

  private static final Commands.Subject REQUESTS =
      new Commands.Subject(
          "Charge::AutomaticPix::Request",
          "charge_automatic_pix_request",
          (call, row) -> row.json());

  private static final Template RECURRENCE_TEMPLATE =
      Template.of(
          """
          charge_automatic_pix_account_uid financial_account_uid pix_uid location_uid
          financial_provider_external_id txid document description debtor start_at finish_at
          amount minimum_amount agreement_code qrcode cancellation rejection external_id tag_list
          """,
          """
          {"recurrence_term":"indefinite","cycle":"monthly","amount_term":"variable",
           "retry_policy":"allow_3r7d","journey":"awaiting","requests":[],
           "financial_provider_status":"pending","financial_provider_status_updates":[],
           "use_line_of_credit":false,"custom_data":{},"tags":[]}
          """);

  private static final Template REQUEST =
      Template.of(
          """
          automatic_pix_recurrence_uid charge_automatic_pix_account_uid
          addressee_financial_account expire_at financial_provider_external_id rejection
          cancellation external_id tag_list
          """,
          """
          {"financial_provider_status":"pending","financial_provider_status_updates":[],
           "custom_data":{},"tags":[]}
          """);

  private static final String[] LABELS = {"external_id", "tags", "custom_data"};

  private AutomaticPix() {}

  static List<Operation> operations() {
    Resource recurrences =
        Resource.at(PATH + "/recurrences", Kind.AUTOMATIC_PIX_RECURRENCE, SCOPE + "recurrences")
            .filters(
                Filter.equal("external_id", "/external_id"), Filter.equal(ACCOUNT, "/" + ACCOUNT))
            .list()
            .get()
            .create(
                AutomaticPix::checkRecurrence,
                AutomaticPix::makeRecurrence,
                row -> row.json().put("financial_provider_status", "created"))
            .patch((call, row) -> relabel(call, row, Kind.AUTOMATIC_PIX_RECURRENCE))
            .onItem("PUT", "/update", AutomaticPix::updateRecurrence)
            .onItem(
                "PUT",
                "/cancel",
                (call, row) -> cancel(call, row, RECURRENCES, "Recorrência de Pix Automático"));
    Resource requests =
        Resource.at(PATH + "/requests", Kind.AUTOMATIC_PIX_REQUEST, SCOPE + "requests")
            .filters(
                Filter.equal("external_id", "/external_id"),
                Filter.equal(ACCOUNT, "/" + ACCOUNT),
                Filter.equal(RECURRENCE, "/" + RECURRENCE))
            .list()
            .get()
            .patch((call, row) -> relabel(call, row, Kind.AUTOMATIC_PIX_REQUEST))
            .onItem(
                "PUT",
                "/cancel",
                (call, row) -> cancel(call, row, REQUESTS, "Solicitação de Pix Automático"));
    Resource asking =
        Resource.at(
                PATH + "/recurrences/{recurrence_uid}/requests",
                Kind.AUTOMATIC_PIX_REQUEST,
                SCOPE + "requests")
            .within(Kind.AUTOMATIC_PIX_RECURRENCE, "recurrence_uid")
            .create(
                AutomaticPix::checkRequest,
                AutomaticPix::makeRequest,
                row -> row.json().put("financial_provider_status", "created"));
    return Stream.of(recurrences, requests, asking)
        .flatMap(resource -> resource.operations().stream())
        .toList();
  }

  static ObjectNode recurrenceFields(long id, String uid, Row account, String stamp) {
    ObjectNode json = RECURRENCE_TEMPLATE.record(0, uid, stamp).put(ACCOUNT, account.uid());
    json.set(FinancialAccounts.PARAM, account.json().path(FinancialAccounts.PARAM));
    return json.put("txid", String.format(Locale.ROOT, "TXIDREC%019d", id));
  }

  static ObjectNode requestFields(String uid, Row recurrence, String stamp) {
    ObjectNode json = REQUEST.record(0, uid, stamp).put(RECURRENCE, recurrence.uid());
    return json.set(ACCOUNT, recurrence.json().path(ACCOUNT));
  }

  /** Changes nothing but what the account itself put on the record. */
  static Answer relabel(Call call, Row row, Kind kind) {
    Problems problems = external(call, new Problems(call.body()), kind, row.uid());
    if (problems.any()) {
      return problems.answer(Version.V2);
    }
    Fields.copy(call.body().deepCopy().retain(LABELS), row.json(), Fields.READ_ONLY);
    call.touch(row);
    return Answer.data(200, row.json());
  }

  static Problems external(Call call, Problems problems, Kind kind, String ownUid) {
    return Writes.checkExternalId(call, problems, kind, ownUid);
  }

  /** A command that ends the record, unless it has ended. */
  static Answer cancel(Call call, Row row, Commands.Subject subject, String noun) {
    if (!Set.of("pending", "created", "approved").contains(row.text("financial_provider_status"))) {
      return Errors.business(
          "Não foi possível gerar Comando de Cancelamento de " + noun + ".",
          "unprocessable_content",
          "Estado atual não permite cancelamento.");
    }
    return Commands.answer(
        call,
        row,
        subject,
        "cancel",
        br.com.kobana.mcp.jsonrpc.Json.object(),
        () -> row.json().put("financial_provider_status", "canceled"));
  }

  static Problems ofAccount(Call call, Kind kind) {
    Problems problems = new Problems(call.body()).required(ACCOUNT);
    if (!problems.absent(ACCOUNT)
        && call.named(Kind.AUTOMATIC_PIX_ACCOUNT, call.field(ACCOUNT).asText()).isEmpty()) {
      problems.add(ACCOUNT, "não foi encontrada");
    }
    return external(call, problems, kind, "");
  }

  private static Problems checkRecurrence(Call call) {
    Problems problems =
        ofAccount(call, Kind.AUTOMATIC_PIX_RECURRENCE)
            .required(
                "start_at",
                "document",
                "debtor",
                "retry_policy",
                "cycle",
                "recurrence_term",
                "amount_term")
            .date("start_at")
            .date("finish_at")
            .amount("amount");
    named(call, problems, "pix_uid", Kind.PIX);
    named(call, problems, "location_uid", Kind.AUTOMATIC_PIX_LOCATION);
    return call.field("amount_term").asText().equals("fixed")
        ? problems.requiredAmount("amount")
        : problems;
  }

  private static void named(Call call, Problems problems, String field, Kind kind) {
    if (!problems.absent(field) && call.named(kind, call.field(field).asText()).isEmpty()) {
      problems.add(field, "não foi encontrado");
    }
  }

  private static Row makeRecurrence(Call call) {
    Row account =
        call.table(Kind.AUTOMATIC_PIX_ACCOUNT).find(call.field(ACCOUNT).asText()).orElseThrow();
    return call.table(Kind.AUTOMATIC_PIX_RECURRENCE)
        .add(
            (id, uid) ->
                days(Writes.filled(call, recurrenceFields(id, uid, account, Writes.stamp(call)))));
  }

  /** Days are sent as times and shown as days. */
  private static ObjectNode days(ObjectNode json) {
    for (String field : List.of("start_at", "finish_at")) {
      String text = json.path(field).asText("");
      if (text.length() > 10) {
        json.put(field, text.substring(0, 10));
      }
    }
    return json;
  }

  private static Answer updateRecurrence(Call call, Row recurrence) {
    Problems problems = new Problems(call.body()).date("start_at");
    named(call, problems, "pix_uid", Kind.PIX);
    named(call, problems, "location_uid", Kind.AUTOMATIC_PIX_LOCATION);
    if (problems.any()) {
      return problems.answer(Version.V2);
    }
    if (!Set.of("pending", "created", "approved")
        .contains(recurrence.text("financial_provider_status"))) {
      return Errors.business(
          "Não foi possível gerar Comando de Atualização de Recorrência de Pix Automático.",
          "unprocessable_content",
          "Estado atual não permite atualização.");
    }
    ObjectNode changes =
        call.body().deepCopy().retain("pix_uid", "location_uid", "start_at", "debtor");
    return Commands.answer(
        call,
        recurrence,
        RECURRENCES,
        "sync",
        Commands.noParams(),
        () -> {
          Optional<ObjectNode> debtor =
              Optional.of(changes.path("debtor"))
                  .filter(ObjectNode.class::isInstance)
                  .map(ObjectNode.class::cast);
          changes.remove("debtor");
          recurrence.json().setAll(changes);
          days(recurrence.json());
          debtor.ifPresent(d -> recurrence.json().withObjectProperty("debtor").setAll(d));
        });
  }

  private static Problems checkRequest(Call call) {
    Problems problems =
        new Problems(call.body())
            .required("expire_at", "addressee_financial_account")
            .date("expire_at");
    return external(call, problems, Kind.AUTOMATIC_PIX_REQUEST, "");
  }

  private static Row makeRequest(Call call) {
    Row recurrence =
        call.table(Kind.AUTOMATIC_PIX_RECURRENCE).find(call.param("recurrence_uid")).orElseThrow();
    return call.table(Kind.AUTOMATIC_PIX_REQUEST)
        .add((id, uid) -> Writes.filled(call, requestFields(uid, recurrence, Writes.stamp(call))));
  }
}
