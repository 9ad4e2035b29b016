package br.com.kobana.mcp.sandbox;

import br.com.kobana.mcp.jsonrpc.Json;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Batches, which take payments to the bank: {@code /v2/payment/batches} and one path to create them
 * for each kind of payment.
 */
final class PaymentBatches {
  private static final String SCOPE = "payment.batches";

  private static final Commands.Subject SUBJECT =
      new Commands.Subject("PaymentBatch", "payment_batch", PaymentBatches::shown);

  private static final Set<String> CANCELABLE = Set.of("pending", "awaiting_approval", "confirmed");

  private PaymentBatches() {}

  static List<Operation> operations() {
    Resource batches =
        Resource.at("/v2/payment/batches", Kind.PAYMENT_BATCH, SCOPE)
            .view(PaymentBatches::shown)
            .list()
            .get()
            .onItem("PUT", "/approve", PaymentBatches::approve)
            .onItem("PUT", "/reprove", PaymentBatches::reprove)
            .onItem("PUT", "/cancel", PaymentBatches::cancel);
    return Stream.concat(
            Stream.of(batches), Stream.of(PaymentKind.values()).map(PaymentBatches::creation))
        .flatMap(resource -> resource.operations().stream())
        .toList();
  }

  static ObjectNode fields(String uid, Row account, String stamp) {
    return Json.object()
        .put("uid", uid)
        .put("status", "pending")
        .put("registration_status", "pending")
        .put(FinancialAccounts.PARAM, account.uid())
        .put("payment_account_uid", FinancialAccounts.service(account, "payment.account"))
        .put("created_at", stamp)
        .put("updated_at", stamp);
  }

  private static Resource creation(PaymentKind kind) {
    String path = "/v2/payment/" + kind.wireName() + "_batches";
    return Resource.at(path, Kind.PAYMENT_BATCH, SCOPE)
        .view(PaymentBatches::shown)
        .create(call -> check(call, kind), call -> make(call, kind), PaymentBatches::register);
  }

  /** The bank took the batch: it waits for someone's approval. */
  static void register(Row batch) {
    batch.json().put("status", "awaiting_approval").put("registration_status", "confirmed");
  }

  private static Problems check(Call call, PaymentKind kind) {
    Problems problems = new Problems(call.body()).requiredAccount(call).required("payments");
    if (!call.field("payments").isArray()) {
      return problems.absent("payments") ? problems : problems.add("payments", "não é uma lista");
    }
    Set<String> once = new HashSet<>();
    for (JsonNode sent : call.field("payments")) {
      if (!(sent instanceof ObjectNode payment)) {
        problems.add("payments", "não é válido");
      } else if (payment.has("uid")) {
        String uid = payment.path("uid").asText();
        if (waiting(call, uid, kind).isEmpty() || !once.add(uid)) {
          problems.add("payments.uid", "não é um pagamento pendente, sem lote e deste tipo");
        }
      } else {
        problems.addAll(Payments.check(call, payment, kind, "payments."));
        String externalId = payment.path("external_id").asText("");
        if (!externalId.isEmpty() && !once.add("external:" + externalId)) {
          problems.add("payments.external_id", "já está em uso");
        }
      }
    }
    return problems;
  }

  private static Row make(Call call, PaymentKind kind) {
    Row account =
        call.named(Kind.FINANCIAL_ACCOUNT, call.field(FinancialAccounts.PARAM).asText())
            .orElseThrow();
    List<Row> payments = new ArrayList<>();
    for (JsonNode sent : call.field("payments")) {
      payments.add(
          waiting(call, sent.path("uid").asText(), kind)
              .orElseGet(() -> Payments.make(call, (ObjectNode) sent, kind, Optional.of(account))));
    }
    Row batch =
        call.table(Kind.PAYMENT_BATCH).add((id, uid) -> fields(uid, account, call.times().stamp()));
    payments.forEach(payment -> payment.json().put("batch_uid", batch.uid()));
    return batch;
  }

  /** A payment that a batch can take. */
  private static Optional<Row> waiting(Call call, String uid, PaymentKind kind) {
    return call.named(Kind.PAYMENT, uid)
        .filter(row -> row.is("kind", kind.wireName()) && row.is("status", "pending"))
        .filter(row -> row.json().path("batch_uid").isNull());
  }

  private static Answer approve(Call call, Row batch) {
    return decide(
        call,
        batch,
        "approve",
        "Aprovação",
        () -> {
          batch.json().put("status", "approved");
          stoppable(call, batch)
              .forEach(
                  payment ->
                      payment
                          .json()
                          .put("status", "confirmed")
                          .put("registration_status", "confirmed")
                          .put("confirmed_at", call.times().stamp()));
        });
  }

  private static Answer reprove(Call call, Row batch) {
    return decide(
        call,
        batch,
        "reprove",
        "Reprovação",
        () -> {
          batch.json().put("status", "reproved");
          stoppable(call, batch)
              .forEach(
                  payment ->
                      payment
                          .json()
                          .put("status", "rejected")
                          .put("rejected_at", call.times().stamp()));
        });
  }

  private static Answer decide(
      Call call, Row batch, String operation, String noun, Runnable effect) {
    if (!batch.is("status", "awaiting_approval")) {
      return Errors.business(
          "Não foi possível gerar Comando de " + noun + " de Lote de Pagamento.",
          "unprocessable_content",
          "Lote de Pagamento não está aguardando aprovação.");
    }
    return Commands.answer(call, batch, SUBJECT, operation, Commands.noParams(), effect);
  }

  private static Answer cancel(Call call, Row batch) {
    if (!CANCELABLE.contains(batch.text("status"))) {
      return Errors.business(
          "Não foi possível gerar Comando de Cancelamento de Lote de Pagamento.",
          "unprocessable_content",
          "Lote de Pagamento não pode ser cancelado no estado atual.");
    }
    return Commands.answer(
        call,
        batch,
        SUBJECT,
        "cancel",
        Commands.noParams(),
        () -> {
          batch.json().put("status", "canceled");
          stoppable(call, batch).forEach(payment -> payment.json().put("status", "canceled"));
        });
  }

  /** A batch shows its payments as they are now, in the order they were sent. */
  private static ObjectNode shown(Call call, Row batch) {
    ObjectNode json = batch.json().deepCopy();
    ArrayNode payments = json.putArray("payments");
    payments(call, batch).forEach(payment -> payments.add(payment.json()));
    return json;
  }

  /** A payment canceled by itself stays canceled whatever becomes of its batch. */
  private static List<Row> stoppable(Call call, Row batch) {
    return payments(call, batch).stream()
        .filter(payment -> Payments.STOPPABLE.contains(payment.text("status")))
        .toList();
  }

  private static List<Row> payments(Call call, Row batch) {
    return call.table(Kind.PAYMENT).rows().stream()
        .filter(payment -> payment.is("batch_uid", batch.uid()))
        .toList();
  }
}
