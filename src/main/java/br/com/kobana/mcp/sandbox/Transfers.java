package br.com.kobana.mcp.sandbox;

import br.com.kobana.mcp.jsonrpc.Json;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Transfers: {@code /v2/transfers}, and a path for each kind below {@code /v2/transfer}. */
final class Transfers {
  static final List<String> KINDS = List.of("pix", "ted", "internal");

  /** The field that holds the uid of a transfer's batch, and that no answer shows. */
  static final String BATCH = "batch_uid";

  /** The states in which a transfer can still be stopped. */
  static final Set<String> STOPPABLE = Set.of("pending", "scheduled", "awaiting_approval");

  private static final Commands.Subject SUBJECT =
      new Commands.Subject("Transfer", "financial_transfer", Transfers::shown);

  private static final Template TEMPLATE =
      Template.of(
          """
          amount pix ted internal source confirmed_at rejected_error rejected_at transaction_code
          transaction_date transfer_purpose identifier external_id
          financial_provider_external_id custom_data tag_list scheduled_to batch_uid
          """,
          """
          {"status":"pending","registration_status":"pending","tags":[],
           "formats":{"default":{"html":null,"png":null,"pdf":null}}}
          """);

  private static final Set<String> CLIENTS =
      Set.of("amount", "scheduled_to", "identifier", "external_id", "custom_data", "tags");

  private Transfers() {}

  static List<Operation> operations() {
    return Stream.concat(KINDS.stream().map(Transfers::single), Stream.of(every()))
        .flatMap(resource -> resource.operations().stream())
        .toList();
  }

  private static Resource single(String kind) {
    Resource transfers =
        Resource.at("/v2/transfer/" + kind, Kind.TRANSFER, "transfer." + kind)
            .holding(row -> row.is("kind", kind))
            .view(Transfers::shown)
            .list()
            .get()
            .create(
                call -> check(call, call.body(), kind, "").requiredAccount(call),
                call -> make(call, call.body(), kind, Optional.empty()))
            .onItem("PUT", "/cancel", Transfers::cancel);
    return kind.equals("internal")
        ? transfers
            .onItem("PUT", "/approve", (call, row) -> unsupported("Liberação"))
            .onItem("PUT", "/reschedule", (call, row) -> unsupported("Reagendamento"))
        : transfers
            .onItem("PUT", "/approve", Transfers::approve)
            .onItem("PUT", "/reschedule", Transfers::reschedule);
  }

  private static Resource every() {
    return Resource.at("/v2/transfers", Kind.TRANSFER, "transfer.transfers")
        .filters(Filter.equal("transfer_kind", "/kind"))
        .view(Transfers::shown)
        .list()
        .get()
        .create(
            Transfers::checkAny,
            call -> make(call, flat(call), call.field("kind").asText(), Optional.empty()))
        .onItem("PUT", "/cancel", Transfers::cancel);
  }

  static ObjectNode shown(Call call, Row transfer) {
    ObjectNode json = transfer.json().deepCopy();
    json.remove(BATCH);
    return json;
  }

  /** A transfer to a person, as a client might have sent it. */
  static ObjectNode seed(String uid, String kind, Row account, int person, String stamp) {
    ObjectNode sent = Json.object();
    sent.putObject("beneficiary")
        .put("document_number", Documents.cpf(person))
        .put("name", People.name(person));
    sent.put("type", "key").put("key", People.email(person)).put("key_type", "email");
    String place = kind.equals("internal") ? "internal" : "bank_account";
    sent.putObject(place)
        .put("agency_number", "4321")
        .put("agency_digit", "0")
        .put("account_number", "0001234")
        .put("account_digit", Integer.toString(person % 10));
    return fields(uid, kind, account, sent, stamp);
  }

  private static ObjectNode fields(
      String uid, String kind, Row account, ObjectNode sent, String stamp) {
    ObjectNode json = TEMPLATE.record(0, uid, stamp);
    json.put("kind", kind);
    json.put(FinancialAccounts.PARAM, account.uid());
    json.put("transfer_account_uid", FinancialAccounts.service(account, "transfer.account"));
    Targets.put(json, kind, sent);
    return json;
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

  /** The body as the path of its kind would take it. */
  private static ObjectNode flat(Call call) {
    ObjectNode flat = call.body().deepCopy();
    flat.remove(KINDS);
    String kind = call.field("kind").asText();
    JsonNode data = call.field(kind).path("data");
    if (kind.equals("internal")) {
      flat.set("internal", data.deepCopy());
    } else if (data instanceof ObjectNode own) {
      flat.setAll(own.deepCopy());
    }
    return flat;
  }

  private static Problems checkAny(Call call) {
    String kind = call.field("kind").asText("");
    Problems problems = new Problems(call.body());
    if (!KINDS.contains(kind)) {
      return problems.add("kind", "é obrigatório e deve ser um dos valores: pix, ted, internal");
    }
    problems.required(kind).requiredAccount(call);
    return problems.any() ? problems : check(call, flat(call), kind, "");
  }

  /** What is wrong with one transfer sent, its fields named after the prefix. */
  static Problems check(Call call, ObjectNode sent, String kind, String prefix) {
    Problems problems =
        new Problems(sent, prefix)
            .requiredAmount("amount")
            .required("beneficiary")
            .date("scheduled_to");
    Targets.check(sent, kind, problems);
    ServiceAccounts.checkNamed(call, problems, sent, Kind.TRANSFER_ACCOUNT, "transfer_account_uid");
    String externalId = sent.path("external_id").asText("");
    return Writes.takenExternalId(call, Kind.TRANSFER, externalId, "")
        ? problems.add("external_id", "já está em uso")
        : problems;
  }

  /** A transfer that is only recorded: nothing goes to the bank without a batch. */
  static Row make(Call call, ObjectNode sent, String kind, Optional<Row> batchAccount) {
    Row account =
        batchAccount.orElseGet(
            () ->
                call.table(Kind.FINANCIAL_ACCOUNT)
                    .find(call.field(FinancialAccounts.PARAM).asText())
                    .orElseThrow());
    return call.table(Kind.TRANSFER)
        .add(
            (id, uid) -> {
              ObjectNode json = fields(uid, kind, account, sent, Writes.stamp(call));
              Fields.copy(sent.deepCopy().retain(CLIENTS), json, Set.of());
              if (!sent.path("transfer_account_uid").asText("").isEmpty()) {
                json.set("transfer_account_uid", sent.path("transfer_account_uid"));
              }
              Targets.purpose(json, sent);
              return json;
            });
  }

  private static Answer cancel(Call call, Row transfer) {
    if (!STOPPABLE.contains(transfer.text("status"))) {
      return refused("Cancelamento", "Transferência já foi confirmada, rejeitada ou cancelada.");
    }
    return Commands.answer(
        call,
        transfer,
        SUBJECT,
        "cancel",
        Commands.noParams(),
        () -> transfer.json().put("status", "canceled"));
  }

  private static Answer approve(Call call, Row transfer) {
    if (!transfer.is("status", "awaiting_approval")) {
      return refused("Liberação", "Transferência não está aguardando liberação");
    }
    return Commands.answer(
        call,
        transfer,
        SUBJECT,
        "approve",
        Commands.noParams(),
        () -> transfer.json().put("status", "confirmed").put("confirmed_at", Writes.stamp(call)));
  }

  private static Answer reschedule(Call call, Row transfer) {
    Problems problems = new Problems(call.body()).required("date").date("date");
    if (problems.any()) {
      return problems.answer(Version.V2);
    }
    LocalDate day = LocalDate.parse(call.field("date").asText().substring(0, 10));
    if (!transfer.is("status", "scheduled")) {
      return refused(
          "Reagendamento", "Transferência não está em um estado que permita reagendamento");
    }
    if (day.isBefore(call.times().today())) {
      return refused("Reagendamento", "Transferência nova data não pode ser no passado");
    }
    return Commands.answer(
        call,
        transfer,
        SUBJECT,
        "reschedule",
        Json.object().put("date", day.toString()),
        () -> transfer.json().put("scheduled_to", Times.stamp(Times.startOf(day))));
  }

  /** No bank offers it for this kind. */
  private static Answer unsupported(String act) {
    return refused(act, "Transferência não possui suporte a esta operação via API do banco");
  }

  private static Answer refused(String act, String detail) {
    return Errors.business(
        "Não foi possível gerar Comando de " + act + " de Transferência.",
        "unprocessable_content",
        detail);
  }
}
