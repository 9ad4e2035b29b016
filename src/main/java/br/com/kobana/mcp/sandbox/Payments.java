package br.com.kobana.mcp.sandbox;

import br.com.kobana.mcp.jsonrpc.Json;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Payments: {@code /v2/payment/pix} here; a kind more is an entry of {@link PaymentKind}. */
final class Payments {
  static final Commands.Subject SUBJECT =
      new Commands.Subject("Payment", "payment", (call, row) -> row.json());

  /** The states in which a payment can still be stopped. */
  static final Set<String> STOPPABLE = Set.of("pending", "scheduled");

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
    return single(PaymentKind.PIX).operations();
  }

  /** The four operations of one kind of payment. */
  static Resource single(PaymentKind kind) {
    return Resource.at("/v2/payment/" + kind.path(), Kind.PAYMENT, kind.scope())
        .holding(row -> row.is("kind", kind.wireName()))
        .list()
        .get()
        .create(
            call -> check(call, call.body(), kind, "").requiredAccount(call),
            call -> make(call, call.body(), kind, Optional.empty()))
        .onItem("PUT", "/cancel", Payments::cancel);
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
    Problems problems = new Problems(sent, prefix).required(kind.codeField());
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
              code(json, kind, sent.path(kind.codeField()).asText());
              return json;
            });
  }

  /** The object named after the kind, with what is paid. */
  static void code(ObjectNode json, PaymentKind kind, String code) {
    ObjectNode own = json.putObject(kind.wireName());
    own.put(kind.codeField(), code);
    own.set("beneficiary", json.path("beneficiary").deepCopy());
  }

  private static Answer cancel(Call call, Row payment) {
    if (!STOPPABLE.contains(payment.text("status"))) {
      return Errors.business(
          "Não foi possível gerar Comando de Cancelamento de Pagamento.",
          "unprocessable_content",
          "Pagamento já foi confirmado, rejeitado ou cancelado.");
    }
    boolean local = payment.json().path("batch_uid").isNull();
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
      return Answer.json(
          200, body.put("message", "Pagamento cancelado sem interação com o provedor."));
    } catch (br.com.kobana.mcp.jsonrpc.MalformedJson e) {
      throw new IllegalStateException(e);
    }
  }
}
