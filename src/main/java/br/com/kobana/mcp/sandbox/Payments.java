package br.com.kobana.mcp.sandbox;

import br.com.kobana.mcp.jsonrpc.Json;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Payments of every kind: {@code /v2/payments}, and a path for each kind but DARF. */
final class Payments {
  static final Commands.Subject SUBJECT =
      new Commands.Subject("Payment", "payment", (call, row) -> row.json());

  /** The states in which a payment can still be stopped. */
  static final Set<String> STOPPABLE = Set.of("pending", "scheduled", "awaiting_approval");

  private static final String CANCELED = "Pagamento cancelado sem interação com o provedor.";

  private static final Template TEMPLATE =
      Template.of(
          """
          amount scheduled_to batch_uid confirmed_at rejected_error rejected_at transaction_code
          transaction_date identifier external_id financial_provider_external_id custom_data
          tag_list
          """,
          """
          {"status":"pending","registration_status":"pending","source":"api","tags":[],
           "beneficiary":{"name":null,"document_number":null},
           "formats":{"default":{"html":null,"png":null,"pdf":null}}}
          """);

  private static final Set<String> CLIENTS =
      Set.of("amount", "scheduled_to", "identifier", "external_id", "custom_data", "tags");

  private Payments() {}

  static List<Operation> operations() {
    return Stream.concat(PaymentKind.withPaths().map(Payments::single), Stream.of(every()))
        .flatMap(resource -> resource.operations().stream())
        .toList();
  }

  /** The four operations of one kind of payment. */
  private static Resource single(PaymentKind kind) {
    return Resource.at("/v2/payment/" + kind.path(), Kind.PAYMENT, kind.scope())
        .holding(row -> row.is("kind", kind.wireName()))
        .list()
        .get()
        .create(
            call -> check(call, call.body(), kind, "").requiredAccount(call),
            call -> make(call, call.body(), kind, Optional.empty()))
        .onItem("PUT", "/cancel", (call, payment) -> cancel(call, payment, kind));
  }

  /** Payments whatever their kind, the only ones with filters. */
  private static Resource every() {
    return Resource.at("/v2/payments", Kind.PAYMENT, "payment.payments")
        .filters(
            Filter.equal("kind", "/kind"),
            Filter.equal("status", "/status"),
            Filter.equal("identifier", "/identifier"),
            Filter.equal("external_id", "/external_id"),
            Filter.present("scheduled", "/scheduled_to"))
        .filters(Filter.period("created", "/created_at"))
        .filters(Filter.period("updated", "/updated_at"))
        .filters(Filter.period("scheduled", "/scheduled_to"))
        .list()
        .get()
        .create(
            Payments::checkAny,
            call -> make(call, flat(call), kind(call).orElseThrow(), Optional.empty()))
        .onItem("PUT", "/cancel", (call, payment) -> cancel(call, payment, PaymentKind.PIX))
        .onItem("PUT", "/approve", Payments::approve);
  }

  private static Optional<PaymentKind> kind(Call call) {
    String name = call.field("kind").asText("");
    return Stream.of(PaymentKind.values()).filter(k -> k.wireName().equals(name)).findFirst();
  }

  /** The body as the path of its kind would take it. */
  private static ObjectNode flat(Call call) {
    ObjectNode flat = call.body().deepCopy();
    flat.remove("kind");
    if (call.field(call.field("kind").asText()) instanceof ObjectNode own) {
      flat.setAll(own.deepCopy());
    }
    return flat;
  }

  private static Problems checkAny(Call call) {
    Problems problems = new Problems(call.body()).required("kind");
    Optional<PaymentKind> kind = kind(call);
    if (kind.isEmpty()) {
      return problems.any() ? problems : problems.add("kind", "não está incluído na lista");
    }
    problems.required(kind.get().wireName()).requiredAccount(call);
    return problems.any() ? problems : check(call, flat(call), kind.get(), "");
  }

  static ObjectNode fields(String uid, PaymentKind kind, Row account, String stamp) {
    ObjectNode json = TEMPLATE.copy();
    json.put("uid", uid);
    json.put("kind", kind.wireName());
    json.put(FinancialAccounts.PARAM, account.uid());
    json.put("payment_account_uid", FinancialAccounts.service(account, "payment.account"));
    json.put("created_at", stamp);
    json.put("updated_at", stamp);
    return json;
  }

  /** What is wrong with one payment sent, its fields named after the prefix. */
  static Problems check(Call call, ObjectNode sent, PaymentKind kind, String prefix) {
    Problems problems = Payables.check(sent, kind, new Problems(sent, prefix));
    ServiceAccounts.checkNamed(call, problems, sent, Kind.PAYMENT_ACCOUNT, "payment_account_uid");
    if (kind.amountRequired()) {
      problems.requiredAmount("amount");
    } else {
      problems.amount("amount");
    }
    problems.date("scheduled_to");
    String externalId = sent.path("external_id").asText("");
    boolean used =
        !externalId.isEmpty()
            && !call.table(Kind.PAYMENT)
                .newestFirst(row -> row.is("external_id", externalId))
                .isEmpty();
    return used ? problems.add("external_id", "já está em uso") : problems;
  }

  /** A payment that is only recorded: nothing goes to the bank without a batch. */
  static Row make(Call call, ObjectNode sent, PaymentKind kind, Optional<Row> batchAccount) {
    Row account =
        batchAccount.orElseGet(
            () ->
                call.table(Kind.FINANCIAL_ACCOUNT)
                    .find(sent.path(FinancialAccounts.PARAM).asText())
                    .orElseThrow());
    return call.table(Kind.PAYMENT)
        .add(
            (id, uid) -> {
              ObjectNode json = fields(uid, kind, account, call.times().stamp());
              Fields.copy(sent.deepCopy().retain(CLIENTS), json, Set.of());
              if (sent.path("beneficiary") instanceof ObjectNode beneficiary) {
                json.withObjectProperty("beneficiary").setAll(beneficiary.deepCopy());
              }
              if (!sent.path("payment_account_uid").asText("").isEmpty()) {
                json.set("payment_account_uid", sent.path("payment_account_uid"));
              }
              Payables.put(json, kind, sent);
              return json;
            });
  }

  /** Releases a payment that waits for it at the bank. */
  private static Answer approve(Call call, Row payment) {
    if (!payment.is("status", "awaiting_approval")) {
      return Errors.business(
          "Não foi possível gerar Comando de Liberação de Pagamento.",
          "unprocessable_content",
          "Pagamento não está aguardando liberação");
    }
    return Commands.answer(
        call,
        payment,
        SUBJECT,
        "approve",
        Commands.noParams(),
        () -> payment.json().put("status", "confirmed").put("confirmed_at", call.times().stamp()));
  }

  private static Answer cancel(Call call, Row payment, PaymentKind kind) {
    if (!STOPPABLE.contains(payment.text("status"))) {
      return Errors.business(
          "Não foi possível gerar Comando de Cancelamento de Pagamento.",
          "unprocessable_content",
          "Pagamento já foi confirmado, rejeitado ou cancelado.");
    }
    boolean local = payment.json().path("batch_uid").isNull();
    if (local && kind == PaymentKind.TAX) {
      payment.json().put("status", "canceled");
      call.touch(payment);
      return Answer.json(200, Json.object().put("status", 200).put("message", CANCELED));
    }
    Answer answer =
        Commands.answer(
            call,
            payment,
            SUBJECT,
            "cancel",
            Commands.noParams(),
            () -> payment.json().put("status", "canceled"));
    return local ? withMessage(answer) : answer;
  }

  /** What no bank knows yet is canceled at once, and the answer says so. */
  private static Answer withMessage(Answer answer) {
    try {
      ObjectNode body = (ObjectNode) Json.parse(answer.body().getBytes());
      return Answer.json(200, body.put("message", CANCELED));
    } catch (br.com.kobana.mcp.jsonrpc.MalformedJson e) {
      throw new IllegalStateException(e);
    }
  }
}
